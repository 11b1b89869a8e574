import type { AuditKind } from '@nikau/contract/desk/audit'
import type { DeskRole } from '@nikau/contract/desk/roles'
import type { Db } from '@nikau/runtime'
import { sql } from 'kysely'

export interface EntryRow {
  number: bigint
  at: Date
  operator: string | null
  name: string | null
  roles: DeskRole[]
  session: string | null
  kind: AuditKind
  endpoint: string
  subject: string | null
  detail: Record<string, string>
  reason: string | null
  refusal: string | null
  previous: string
  hash: string
}

export interface EntryFilter {
  operator: string | undefined
  subject: string | undefined
  kind: AuditKind | undefined
  from: Date | undefined
  until: Date | undefined
  before: bigint | undefined
  limit: number
}

/** Newest first. */
export async function selectEntries(db: Db, filter: EntryFilter): Promise<EntryRow[]> {
  const { rows } = await sql<EntryRow>`
    select a.no as number, a.at, a.operator::text as operator, o.name, a.roles, a.session, a.kind, a.endpoint, a.subject, a.detail, a.reason, a.refusal,
      encode(a.previous, 'hex') as previous, encode(a.hash, 'hex') as hash
      from desk_audit a left join operator o on o.id = a.operator
     where (${filter.operator ?? null}::text is null or a.operator = ${filter.operator ?? null}) and (${filter.subject ?? null}::text is null or a.subject = ${filter.subject ?? null})
       and (${filter.kind ?? null}::text is null or a.kind = ${filter.kind ?? null}) and (${filter.from ?? null}::timestamptz is null or a.at >= ${filter.from ?? null})
       and (${filter.until ?? null}::timestamptz is null or a.at < ${filter.until ?? null}) and (${filter.before ?? null}::bigint is null or a.no < ${filter.before ?? null})
     order by a.no desc limit ${filter.limit}`.execute(db)
  return rows
}

export interface ChainRow {
  entries: bigint
  head: string
  anchoredAt: Date | null
  checkedAt: Date | null
  broken: string[] | null
}

export async function selectChain(db: Db): Promise<ChainRow> {
  const { rows } = await sql<ChainRow>`
    select h.no as entries, encode(h.hash, 'hex') as head, c.at as "checkedAt", c.broken,
      (select b.made_at from book_anchor b where b.statement like ${'%\naudit %'} order by b.number desc limit 1) as "anchoredAt"
      from desk_audit_head h left join book_check c on true`.execute(db)
  return rows[0]!
}
