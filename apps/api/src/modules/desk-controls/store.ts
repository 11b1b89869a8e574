import type { OperatorName } from '@nikau/contract/desk/roles'
import type { Db } from '@nikau/runtime'
import { sql } from 'kysely'

export interface ValueRow {
  id: bigint
  control: string
  value: string
  from: Date
  until: Date | null
  operator: string | null
  name: string | null
  approvers: OperatorName[]
  reason: string
}

const columns = sql`
  v.id, v.control::text as control, v.value::text as value, v.from_at as "from", v.until_at as "until", v.operator::text as operator, o.name, v.reason,
  (select coalesce(json_agg(json_build_object('id', a.operator, 'name', p.name) order by a.at), '[]')
     from operator_approval a join operator p on p.id = a.operator where a.proposal_id = v.proposal_id) as approvers`

/** The last value of each control whose name begins so. */
export async function selectLastValues(db: Db, prefix: string): Promise<Map<string, ValueRow>> {
  const { rows } = await sql<ValueRow>`
    select ${columns} from control_value v left join operator o on o.id = v.operator
     where v.until_at is null and starts_with(v.control, ${prefix})`.execute(db)
  return new Map(rows.map((row) => [row.control, row]))
}

/** Newest first. With `at`, those that were in force then. */
export async function selectHistory(
  db: Db,
  { prefix, at, before, limit }: { prefix: string; at: Date | undefined; before: bigint | undefined; limit: number },
): Promise<ValueRow[]> {
  const { rows } = await sql<ValueRow>`
    select ${columns} from control_value v left join operator o on o.id = v.operator
     where starts_with(v.control, ${prefix}) and (${before ?? null}::bigint is null or v.id < ${before ?? null})
       and (${at ?? null}::timestamptz is null or v.from_at <= ${at ?? null} and (v.until_at is null or v.until_at > ${at ?? null}))
     order by v.id desc limit ${limit}`.execute(db)
  return rows
}

/** The proposals that would start something again and still wait, by what they are about. */
export async function selectWaitingStarts(db: Db, now: Date): Promise<Map<string, string>> {
  const { rows } = await sql<{ subject: string; id: string }>`
    select subject, id::text as id from operator_proposal
     where state = 'waiting' and ends_at > ${now} and kind in ('start-again', 'start-after-break') order by created_at`.execute(db)
  return new Map(rows.map(({ subject, id }) => [subject, id]))
}
