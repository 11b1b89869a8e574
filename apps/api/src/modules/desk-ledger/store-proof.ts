import type { Db } from '@nikau/runtime'
import { sql } from 'kysely'

export interface HeadRow {
  accountNo: bigint
  unit: string
  version: bigint
  balance: bigint
  hash: string
  /** The last entry has this hash. */
  holds: boolean
}

export async function selectHead(db: Db, id: string): Promise<HeadRow | undefined> {
  const { rows } = await sql<HeadRow>`
    select a.no as "accountNo", a.unit, a.version, a.balance, encode(a.hash, 'hex') as hash, a.hash = coalesce(e.hash, '') as holds
      from ledger.account a left join ledger.entry e on e.account = a.no and e.version = a.version where a.id = ${id}`.execute(db)
  return rows[0]
}

export interface LinkRow {
  version: bigint
  posting: bigint | null
  epoch: string
  operation: number
  debit: bigint | null
  credit: bigint | null
  moved: bigint | null
  reference: string | null
  kind: string | null
  subject: string | null
  balance: bigint
  previous: string
  hash: string
  holds: boolean
}

/** The formula of ledger.invariant_chain_holds, entry by entry, with what it is computed from. */
export async function selectLinks(db: Db, accountNo: bigint, { from, to }: { from: bigint; to: bigint }): Promise<LinkRow[]> {
  const { rows } = await sql<LinkRow>`
    select e.version, p.id as posting, extract(epoch from e.at)::text as epoch, e.op as operation, p.debit[e.op] as debit, p.credit[e.op] as credit,
           p.amount[e.op] as moved, p.reference, p.kind, p.subject, e.balance, encode(e.hash_before, 'hex') as previous, encode(e.hash, 'hex') as hash,
           e.hash is not distinct from sha256(e.hash_before
             || convert_to(concat_ws(E'\n', p.id, extract(epoch from e.at)::text, e.op, p.debit[e.op], p.credit[e.op], p.amount[e.op], p.reference, p.kind, p.subject), 'UTF8')
             || int8send(e.version) || int8send(e.balance)) as holds
      from (select e.*, lag(e.hash, 1, ''::bytea) over (order by e.version) as hash_before
              from ledger.entry e where e.account = ${accountNo} and e.version between ${from}::bigint - 1 and ${to}) e
      left join ledger.posting p on p.id = e.posting
     where e.version >= ${from} order by e.version`.execute(db)
  return rows
}

export async function selectLastAnchor(db: Db): Promise<{ number: bigint; at: Date; hash: string } | undefined> {
  const { rows } = await sql<{ number: bigint; at: Date; hash: string }>`
    select number, made_at as at, hash from book_anchor order by number desc limit 1`.execute(db)
  return rows[0]
}
