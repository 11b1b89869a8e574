import type { Db } from '@nikau/runtime'
import { type RawBuilder, sql } from 'kysely'

/** Postings by id: later than `after`, up to and including `until`. */
export interface PostingRange {
  after: bigint
  until: bigint
}

interface PostingRow {
  id: string
  reference: string
  kind: string
  subject: string
  at: string
  op: string[]
  debit: string[]
  credit: string[]
  amount: string[]
  hold: string[] | null
}

/** Microseconds since 1970: the whole precision of the column, whatever the time zone or date style of the session. */
const micros = (column: string): RawBuilder<string> => sql`(extract(epoch from ${sql.ref(column)}) * 1000000)::bigint::text`

export async function selectPostings(db: Db, { after, until }: PostingRange, limit: number): Promise<PostingRow[]> {
  const { rows } = await sql<PostingRow>`
    select id::text, reference, kind, subject, ${micros('at')} as at, op, debit::text[] as debit, credit::text[] as credit, amount::text[] as amount, hold
      from ledger.posting where id > ${after} and id <= ${until} order by id limit ${limit}`.execute(db)
  return rows
}

/** What never changes of a hold, by its id. */
export async function selectHolds(db: Db, ids: readonly string[]): Promise<Map<string, string[]>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: string; fields: string[] }>`
    select id, array[id, debit, credit, amount::text, ${micros('expires_at')}, posting::text] as fields from ledger.hold where id = any (${ids}::text[])`.execute(
    db,
  )
  return new Map(rows.map(({ id, fields }) => [id, fields]))
}

export async function selectLimitChanges(db: Db, { after, until }: PostingRange): Promise<(string | null)[][]> {
  const { rows } = await sql<{ fields: (string | null)[] }>`
    select array[id::text, account::text, ${micros('at')}, floor::text, ceiling::text, ${micros('closes_at')},
                 floor_before::text, ceiling_before::text, ${micros('closes_at_before')}] as fields
      from ledger.limit_change where id > ${after} and id <= ${until} order by id`.execute(db)
  return rows.map(({ fields }) => fields)
}

/** An account with the versions of its entries in a range: later than `versionBefore`, up to and including `version`. */
export interface EntriesOf {
  no: bigint
  versionBefore: bigint
  version: bigint
}

export interface AccountInRange extends EntriesOf {
  unit: string
  kind: string
  balanceBefore: bigint
  balance: bigint
  /** Its identity, the limits it was opened with, and its versions before and after the range. */
  fields: (string | null)[]
}

/**
 * The accounts of these numbers, by number. The limits of an account with changes are those before the first of them. `offset 0` keeps
 * the search for a version from being repeated wherever its result is used.
 */
export async function selectAccountsInRange(db: Db, { after, until }: PostingRange, numbers: readonly string[]): Promise<AccountInRange[]> {
  const { rows } = await sql<AccountInRange>`
    select a.no, a.unit, a.kind, v.before as "versionBefore", v.until as version, coalesce(b.balance, 0) as "balanceBefore", coalesce(e.balance, 0) as balance,
           array[a.no::text, a.id, a.unit, a.kind, a.counter::text, a.owner, ${micros('a.opened_at')},
                 case when c.id is null then a.floor else c.floor_before end::text,
                 case when c.id is null then a.ceiling else c.ceiling_before end::text,
                 case when c.id is null then ${micros('a.closes_at')} else ${micros('c.closes_at_before')} end,
                 v.before::text, v.until::text] as fields
      from ledger.account a
     cross join lateral (select ledger.version_at(a.no, ${after}) as before, ledger.version_at(a.no, ${until}) as until offset 0) v
      left join ledger.entry b on b.account = a.no and b.version = v.before
      left join ledger.entry e on e.account = a.no and e.version = v.until
      left join lateral (select * from ledger.limit_change c where c.account = a.no order by c.id limit 1) c on true
     where a.no = any (${numbers}::bigint[]) order by a.no`.execute(db)
  return rows
}

/**
 * Entries by account and version. The accounts must be in the order of their numbers. The inner limit makes PostgreSQL read each range
 * by the primary key: for the outer one alone it might walk through the whole index.
 */
export async function selectEntries(db: Db, accounts: readonly EntriesOf[], limit: number): Promise<string[][]> {
  const { rows } = await sql<{ fields: string[] }>`
    select array[e.account::text, e.version::text, e.posting::text, e.op::text, e.amount::text, e.balance::text, ${micros('e.at')}, encode(e.hash, 'hex')] as fields
      from unnest(${accounts.map(({ no }) => no)}::bigint[], ${accounts.map((one) => one.versionBefore)}::bigint[], ${accounts.map((one) => one.version)}::bigint[])
        as r (account, before, until)
     cross join lateral (
       select * from ledger.entry e where e.account = r.account and e.version > r.before and e.version <= r.until order by e.version limit ${limit}) e
     order by e.account, e.version limit ${limit}`.execute(db)
  return rows.map(({ fields }) => fields)
}

/** The highest id that a posting or a change of limits may have taken. */
export async function selectLastPosting(db: Db): Promise<bigint> {
  return (await sql<{ id: bigint }>`select ledger.last_posting() as id`.execute(db)).rows[0]!.id
}

/** A transaction id that is higher than all given out before. */
export async function selectNewTransaction(db: Db): Promise<string> {
  return (await sql<{ id: string }>`select pg_current_xact_id()::text as id`.execute(db)).rows[0]!.id
}

/** No transaction up to this one is open. */
export async function selectIsFinished(db: Db, transaction: string): Promise<boolean> {
  const { rows } = await sql<{ finished: boolean }>`
    select pg_snapshot_xmin(pg_current_snapshot()) > ${transaction}::text::xid8 as finished`.execute(db)
  return rows[0]!.finished
}

/** The id of the posting with this place after the start of the range. */
export async function selectPostingIdAfter(db: Db, { after, until }: PostingRange, place: number): Promise<bigint | undefined> {
  const { rows } = await sql<{ id: bigint }>`
    select id from ledger.posting where id > ${after} and id <= ${until} order by id offset ${place - 1} limit 1`.execute(db)
  return rows[0]?.id
}
