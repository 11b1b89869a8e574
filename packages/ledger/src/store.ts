import type { Db } from '@nikau/runtime'
import { sql } from 'kysely'
import { encodeGroups } from './encode.ts'
import type { Group, Outcome, RefusalCode } from './groups.ts'

export interface PostRow {
  outcome: 'accepted' | 'replay' | 'refused'
  posting: bigint | string | null
  at: Date | null
  code: RefusalCode | null
  op: number | null
  account: string | null
}

/** Prepared by name on the lane connections. `callPost` is the same statement in the caller's transaction. */
export const postStatement =
  'select * from ledger.post($1::text[], $2::text[], $3::text[], $4::int[], $5::text[], $6::text[], $7::int[], $8::int[], $9::bigint[], $10::text[], $11::timestamptz[], $12::timestamptz)'

export async function callPost(db: Db, groups: readonly Group[], now: Date | undefined): Promise<Outcome[]> {
  const [references, kinds, subjects, firsts, accounts, ops, froms, tos, amounts, holds, expiries, at] = encodeGroups(groups, now)
  const { rows } = await sql<PostRow>`
    select * from ledger.post(${references}::text[], ${kinds}::text[], ${subjects}::text[], ${firsts}::int[], ${accounts}::text[],
      ${ops}::text[], ${froms}::int[], ${tos}::int[], ${amounts}::bigint[], ${holds}::text[], ${expiries}::timestamptz[],
      ${at}::timestamptz)`.execute(db)
  return rows.map(toOutcome)
}

export function toOutcome(row: PostRow): Outcome {
  if (row.outcome !== 'refused') return { outcome: row.outcome, posting: BigInt(row.posting!), at: row.at! }
  return {
    outcome: 'refused',
    code: row.code!,
    ...(row.op === null ? {} : { operation: row.op - 1 }),
    ...(row.account === null ? {} : { account: row.account }),
  }
}

export interface NewAccount {
  id: string
  unit: string
  kind: string
  counter?: boolean
  owner?: string
  /** Minimum of the available balance; unlimited if not set. */
  floor?: bigint
  ceiling?: bigint
  closesAt?: Date
}

/** Returns the ids of existing accounts with another unit, kind or owner. */
export async function insertAccounts(db: Db, accounts: readonly NewAccount[], now: Date | undefined): Promise<string[]> {
  const column = <T>(read: (account: NewAccount) => T | undefined) => accounts.map((account) => read(account) ?? null)
  const { rows } = await sql<{ id: string }>`
    select id from ledger.open_accounts(${column((a) => a.id)}::text[], ${column((a) => a.unit)}::text[], ${column((a) => a.kind)}::text[],
      ${accounts.map((a) => a.counter ?? false)}::boolean[], ${column((a) => a.owner)}::text[], ${column((a) => a.floor)}::bigint[],
      ${column((a) => a.ceiling)}::bigint[], ${column((a) => a.closesAt)}::timestamptz[], ${now ?? null}::timestamptz) as id`.execute(db)
  return rows.map((row) => row.id)
}

/** Waits for postings on these accounts that have begun; later ones wait until the transaction ends. */
export async function lockAccounts(db: Db, ids: readonly string[]): Promise<void> {
  await sql`select ledger.lock_accounts(${ids}::text[])`.execute(db)
}

export interface Limits {
  floor?: bigint
  ceiling?: bigint
  closesAt?: Date
}

export async function updateLimits(db: Db, id: string, limits: Limits, now: Date | undefined): Promise<RefusalCode | undefined> {
  const { rows } = await sql<{ refused: RefusalCode | null }>`
    select ledger.limit_account(${id}, ${limits.floor ?? null}::bigint, ${limits.ceiling ?? null}::bigint,
      ${limits.closesAt ?? null}::timestamptz, ${now ?? null}::timestamptz) as refused`.execute(db)
  return rows[0]?.refused ?? undefined
}

export async function selectTime(db: Db): Promise<Date> {
  return (await sql<{ at: Date }>`select clock_timestamp() as at`.execute(db)).rows[0]!.at
}

/** Lets callers name the time. For tests, trials and development: a ledger with postings refuses it. */
export async function allowSimulatedTime(db: Db): Promise<void> {
  await sql`select ledger.allow_simulated_time()`.execute(db)
}

export interface DueHold {
  id: string
  amount: bigint
  remaining: bigint
  expiresAt: Date
}

export async function selectDueHolds(db: Db, now: Date | undefined, limit: number): Promise<DueHold[]> {
  const { rows } = await sql<DueHold>`
    select id, amount, remaining, expires_at as "expiresAt" from ledger.hold
     where remaining > 0 and expires_at <= coalesce(${now ?? null}::timestamptz, clock_timestamp()) order by expires_at limit ${limit}`.execute(db)
  return rows
}
