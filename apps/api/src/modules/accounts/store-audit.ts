import type { Db, Tx } from '@nikau/runtime'
import { sql } from 'kysely'

type Values = Readonly<Record<string, unknown>>

export interface AuditRow {
  id: bigint
  at: Date
  action: string
  actor: string
  address: string | null
  device: string | null
  subject: string | null
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
}

const json = (values: Values | undefined) => (values === undefined ? null : JSON.stringify(values))

export async function insertAudit(
  tx: Tx,
  entry: { accountId: string; at: Date; action: string; actor: string; address: string; device: string } & {
    subject?: string | undefined
    before?: Values | undefined
    after?: Values | undefined
  },
): Promise<void> {
  await sql`
    insert into account_audit (account_id, at, action, actor, address, device, subject, before, after)
    values (${entry.accountId}, ${entry.at}, ${entry.action}, ${entry.actor}, ${entry.address}, ${entry.device}, ${entry.subject ?? null},
      ${json(entry.before)}::jsonb, ${json(entry.after)}::jsonb)`.execute(tx)
}

/** Newest first. */
export async function selectAudit(db: Db, accountId: string, page: { before?: bigint | undefined; limit: number }): Promise<AuditRow[]> {
  const { rows } = await sql<AuditRow>`
    select id, at, action, actor, address, device, subject, before, after from account_audit
     where account_id = ${accountId} and (${page.before ?? null}::bigint is null or id < ${page.before ?? null}::bigint)
     order by id desc limit ${page.limit + 1}`.execute(db)
  return rows
}
