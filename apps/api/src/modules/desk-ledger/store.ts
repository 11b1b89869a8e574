import type { ExceptionKind } from '@nikau/contract/desk/exception-kinds'
import type { Db } from '@nikau/runtime'
import { sql } from 'kysely'

export interface AccountRow {
  id: string
  accountNo: bigint
  unit: string
  kind: string
  counter: boolean
  owner: string | null
  floor: bigint | null
  ceiling: bigint | null
  posted: bigint
  heldIn: bigint
  heldOut: bigint
  overdrawn: boolean
  version: bigint
  openedAt: Date
  closesAt: Date | null
  closedAt: Date | null
}

const accountColumns = sql`
  a.id, a.no as "accountNo", a.unit, a.kind, a.counter, a.owner, a.floor, a.ceiling, a.balance as posted, a.held_in as "heldIn", a.held_out as "heldOut",
  a.overdrawn, a.version, a.opened_at as "openedAt", a.closes_at as "closesAt", a.closed_at as "closedAt"`

export async function selectAccount(db: Db, id: string): Promise<AccountRow | undefined> {
  return (await sql<AccountRow>`select ${accountColumns} from ledger.account a where a.id = ${id}`.execute(db)).rows[0]
}

/** The accounts that have one of these ids, or one that begins like it; in the order of the list. */
export async function selectAccountsLike(db: Db, prefixes: readonly string[], unit: string): Promise<AccountRow[]> {
  const { rows } = await sql<AccountRow>`
    select ${accountColumns}
      from unnest(${prefixes}::text[]) with ordinality as wanted (prefix, place)
      join ledger.account a on a.id >= wanted.prefix and a.id < wanted.prefix || '~'
     where (right(wanted.prefix, 1) = ':' or a.id = wanted.prefix) and a.unit = ${unit} and a.owner is null
     order by wanted.place, a.id limit 200`.execute(db)
  return rows
}

export interface EntryRow {
  version: bigint
  at: Date
  amount: bigint
  balance: bigint
  posting: bigint
  kind: string | null
  subject: string | null
  hash: string
}

/** Newest first. */
export async function selectEntries(db: Db, accountNo: bigint, page: { before: bigint | undefined; limit: number }): Promise<EntryRow[]> {
  const { rows } = await sql<EntryRow>`
    select e.version, e.at, e.amount, e.balance, e.posting, p.kind, p.subject, encode(e.hash, 'hex') as hash
      from ledger.entry e left join ledger.posting p on p.id = e.posting
     where e.account = ${accountNo} and (${page.before ?? null}::bigint is null or e.version < ${page.before ?? null})
     order by e.version desc limit ${page.limit}`.execute(db)
  return rows
}

export interface PostingRow {
  id: bigint
  reference: string
  kind: string
  subject: string
  at: Date
}

export async function selectPosting(db: Db, id: bigint): Promise<PostingRow | undefined> {
  return (await sql<PostingRow>`select id, reference, kind, subject, at from ledger.posting where id = ${id}`.execute(db)).rows[0]
}

export interface OperationRow {
  operation: string
  debit: string | null
  credit: string | null
  unit: string | null
  amount: bigint
  hold: string | null
}

/** In their order. */
export async function selectOperations(db: Db, posting: bigint): Promise<OperationRow[]> {
  const { rows } = await sql<OperationRow>`
    select o.operation, d.id as debit, c.id as credit, coalesce(d.unit, c.unit) as unit, o.amount, o.hold
      from ledger.posting p
      cross join lateral unnest(p.op, p.debit, p.credit, p.amount, p.hold) with ordinality as o (operation, debit, credit, amount, hold, place)
      left join ledger.account d on d.no = o.debit
      left join ledger.account c on c.no = o.credit
     where p.id = ${posting} order by o.place`.execute(db)
  return rows
}

export interface PostedEntryRow {
  account: string
  unit: string
  version: bigint
  amount: bigint
  balance: bigint
  hash: string
}

/** Entries have no index by posting: on each account the last version of the posting is searched, and those of it are read backwards. */
export async function selectEntriesOf(db: Db, posting: bigint): Promise<PostedEntryRow[]> {
  const { rows } = await sql<PostedEntryRow>`
    with named as (
      select o.account, count(*) as times, min(o.place) as place
        from ledger.posting p cross join lateral unnest(p.debit || p.credit) with ordinality as o (account, place)
       where p.id = ${posting} and o.account <> 0 group by o.account)
    select a.id as account, a.unit, e.version, e.amount, e.balance, encode(e.hash, 'hex') as hash
      from named n
      join ledger.account a on a.no = n.account
      cross join lateral (select ledger.version_at(a.no, ${posting}) as last) found
      join ledger.entry e on e.account = a.no and e.version between found.last - n.times + 1 and found.last and e.posting = ${posting}
     where not a.counter order by e.op, e.amount, e.version`.execute(db)
  return rows
}

/** By the value of any of their ids: an exception names what it is about by several. */
export async function selectExceptionsOf(db: Db, ids: readonly string[]): Promise<{ id: bigint; kind: ExceptionKind; closed: boolean }[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<{ id: bigint; kind: ExceptionKind; closed: boolean }>`
    select id, kind, closed_at is not null as closed from operator_exception
     where ref = any (${ids}::text[]) or exists (select from jsonb_each_text(refs) as named (name, id) where named.id = any (${ids}::text[]))
     order by closed_at is not null, id desc limit 20`.execute(db)
  return rows
}

export async function selectExceptionsByNumber(db: Db, numbers: readonly bigint[]): Promise<{ id: bigint; kind: ExceptionKind; closed: boolean }[]> {
  if (numbers.length === 0) return []
  const { rows } = await sql<{ id: bigint; kind: ExceptionKind; closed: boolean }>`
    select id, kind, closed_at is not null as closed from operator_exception where id = any (${numbers}::bigint[]) order by id`.execute(db)
  return rows
}

/** Accounts that an id stands for: their own, or that of a wallet or request. */
export async function selectAccountsNamed(db: Db, id: string): Promise<{ id: string; kind: string; unit: string }[]> {
  const { rows } = await sql<{ id: string; kind: string; unit: string }>`
    select id, kind, unit from ledger.account where id = any (${[id, `asset:${id}`, `request:${id}`, `escrow:${id}`]}::text[]) order by id`.execute(db)
  return rows
}

/** Postings that an id stands for: their number, their reference, or that of what they were made for. Newest first. */
export async function selectPostingsNamed(db: Db, id: string): Promise<Omit<PostingRow, 'reference'>[]> {
  const number = /^\d{1,18}$/.test(id) ? BigInt(id) : null
  const { rows } = await sql<Omit<PostingRow, 'reference'>>`
    select p.id, p.kind, p.subject, p.at from ledger.posting p join (
       select id from ledger.posting where reference = ${id}
       union select ${number}::bigint
       union select posting from payment_activity where payment_request_id = ${id}
       union select a.posting from payment_activity a join payment_request r on r.id = a.payment_request_id where r.short_code = upper(${id})
       union select posting from funds_transfer where id = ${id}
       union select unnest(array[posting, settled_posting]) from asset_transfer where id = ${id}
       union select unnest(array[posting, return_posting]) from outgoing_payment where id = ${id}
       union select (result ->> 'posting')::bigint from operator_proposal where id = ${id} and result ->> 'posting' ~ '^[0-9]{1,18}$') found (id) using (id)
     order by p.id desc limit 20`.execute(db)
  return rows
}
