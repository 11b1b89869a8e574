import type { Db } from '@nikau/runtime'
import { sql } from 'kysely'

export interface Balance {
  id: string
  unit: string
  kind: string
  owner: string | null
  /** The sum of the entries. */
  posted: bigint
  /** Posted less outgoing holds. */
  available: bigint
  heldIn: bigint
  heldOut: bigint
  floor: bigint | null
  ceiling: bigint | null
  closesAt: Date | null
  closedAt: Date | null
  overdrawn: boolean
  version: bigint
  changedAt: Date
}

/** The balances of the accounts that exist, in any order. */
export async function balances(db: Db, ids: readonly string[]): Promise<Balance[]> {
  const { rows } = await sql<Balance>`
    select id, unit, kind, owner, balance as posted, balance - held_out as available, held_in as "heldIn", held_out as "heldOut", floor, ceiling,
           closes_at as "closesAt", closed_at as "closedAt", overdrawn, version, changed_at as "changedAt"
      from ledger.account where id = any (${ids}::text[])`.execute(db)
  return rows
}

export async function balance(db: Db, id: string): Promise<Balance | undefined> {
  return (await balances(db, [id]))[0]
}

export interface StatementLine {
  /** Numbered from 1 per account, without gaps. */
  version: bigint
  amount: bigint
  balance: bigint
  at: Date
  posting: bigint
  reference: string
  kind: string
  subject: string
  counterAccount: string
}

/** One page of an account's history, newest first. `next` is the key of the next page. */
export async function history(db: Db, id: string, page: { before?: bigint; limit: number }): Promise<{ lines: StatementLine[]; next?: bigint }> {
  const { rows } = await sql<StatementLine>`
    select e.version, e.amount, e.balance, e.at, e.posting, p.reference, p.kind, p.subject, counter.id as "counterAccount"
      from ledger.account a
      join ledger.entry e on e.account = a.no
      join ledger.posting p on p.id = e.posting
      join ledger.account counter on counter.no = case when e.amount < 0 then p.credit[e.op] else p.debit[e.op] end
     where a.id = ${id} and (${page.before ?? null}::bigint is null or e.version < ${page.before ?? null})
     order by e.version desc limit ${page.limit + 1}`.execute(db)
  const lines = rows.slice(0, page.limit)
  const last = lines.at(-1)
  return rows.length > page.limit && last ? { lines, next: last.version } : { lines }
}

export interface BalanceAt {
  balance: bigint
  /** 0 before the first entry. */
  version: bigint
  /** Of the entry. */
  at: Date | null
}

/**
 * The last entry at an instant, inclusive, and the balance after it. Versions have no gaps and their times never decrease, so a binary
 * search over the primary key finds it: about twenty probes for a million entries. Undefined before the account was opened. Times of
 * entries have microseconds, which a text can name and a Date cannot.
 */
export async function entryAt(db: Db, id: string, at: Date | string): Promise<BalanceAt | undefined> {
  const { rows } = await sql<BalanceAt>`
    with recursive search (account, low, high) as (
      select no, 0::bigint, version from ledger.account where id = ${id} and opened_at <= ${at}
      union all
      select s.account, case when e.at <= ${at} then s.low + (s.high - s.low + 1) / 2 else s.low end,
             case when e.at <= ${at} then s.high else s.low + (s.high - s.low + 1) / 2 - 1 end
        from search s join ledger.entry e on e.account = s.account and e.version = s.low + (s.high - s.low + 1) / 2
       where s.low < s.high
    )
    select coalesce(e.balance, 0) as balance, s.low as version, e.at
      from search s left join ledger.entry e on e.account = s.account and e.version = s.low where s.low = s.high`.execute(db)
  return rows[0]
}

/** The posted balance at an instant, inclusive. */
export async function balanceAt(db: Db, id: string, at: Date): Promise<bigint | undefined> {
  return (await entryAt(db, id, at))?.balance
}

/** The rows that violate an invariant, by invariant. Empty if there are none. */
export async function violations(db: Db): Promise<{ invariant: string; broken: unknown }[]> {
  const { rows } = await sql<{ invariant: string; broken: unknown }>`select invariant, broken from violations()`.execute(db)
  return rows
}

export class InvariantViolation extends Error {}

/** For tests and trials. */
export async function assertLedgerInvariants(db: Db): Promise<void> {
  const broken = await violations(db)
  if (broken.length > 0) throw new InvariantViolation(broken.map(({ invariant, broken: row }) => `${invariant}: ${JSON.stringify(row)}`).join('\n'))
}
