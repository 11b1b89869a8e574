import type { Db, Tx } from '@nikau/runtime'
import { sql } from 'kysely'

/** Named invariants with what they say. */
export interface Invariant {
  name: string
  says: string
}

/** An invariant that has rows, as it is kept. */
export interface BrokenInvariant {
  invariant: string
  says: string
  rows: number
  since: string
}

export interface BookCheck {
  broken: readonly string[]
  invariants: number
  found: readonly BrokenInvariant[]
  postings: bigint
  entries: bigint
  at: Date
}

/** False while another worker checks. */
export async function tryLockCheck(tx: Tx): Promise<boolean> {
  return (await sql<{ locked: boolean }>`select pg_try_advisory_xact_lock(hashtext('nikau.check-books')) as locked`.execute(tx)).rows[0]!.locked
}

export async function selectInvariants(tx: Tx): Promise<Invariant[]> {
  const { rows } = await sql<Invariant>`
    select format('%I.%I', n.nspname, c.relname) as name, coalesce(obj_description(c.oid), '') as says
      from pg_class c join pg_namespace n on n.oid = c.relnamespace where c.relkind = 'v' and c.relname like 'invariant\\_%' order by 1`.execute(tx)
  return rows
}

/** Up to a hundred. The name is one of the catalogue, quoted. Compiling for one run of it costs more than the run. */
export async function countViolations(tx: Tx, { name }: Invariant): Promise<number> {
  await sql`set local jit = off`.execute(tx)
  return (await sql<{ count: number }>`select count(*)::int as count from (select from ${sql.raw(name)} limit 100) v`.execute(tx)).rows[0]!.count
}

const queryCancelled = '57014'

/** Undefined if it takes longer than that; the transaction is aborted then. */
export async function countViolationsWithin(tx: Tx, invariant: Invariant, ms: number): Promise<number | undefined> {
  if (ms < 1) return undefined
  await sql`select set_config('statement_timeout', ${String(Math.ceil(ms))}, true)`.execute(tx)
  try {
    return await countViolations(tx, invariant)
  } catch (error) {
    if ((error as { code?: string }).code === queryCancelled) return undefined
    throw error
  }
}

export async function selectLastCheck(db: Db): Promise<{ broken: string[]; at: Date } | undefined> {
  return (await sql<{ broken: string[]; at: Date }>`select broken, at from book_check`.execute(db)).rows[0]
}

export async function countEntries(tx: Tx): Promise<{ postings: bigint; entries: bigint }> {
  return (
    await sql<{ postings: bigint; entries: bigint }>`
      select (select count(*) from ledger.posting) as postings, (select count(*) from ledger.entry) as entries`.execute(tx)
  ).rows[0]!
}

export async function saveCheck(tx: Tx, { broken, invariants, found, postings, entries, at }: BookCheck): Promise<void> {
  await sql`
    insert into book_check (broken, invariants, found, postings, entries, at)
    values (${broken}::text[], ${invariants}, ${JSON.stringify(found)}, ${postings}, ${entries}, ${at})
    on conflict (one) do update set broken = excluded.broken, invariants = excluded.invariants, found = excluded.found, postings = excluded.postings,
      entries = excluded.entries, at = excluded.at`.execute(tx)
}

export async function selectBroken(db: Db): Promise<string[]> {
  return (await sql<{ broken: string[] }>`select broken from book_check`.execute(db)).rows[0]?.broken ?? []
}

export async function selectFound(db: Db): Promise<BrokenInvariant[]> {
  return (await sql<{ found: BrokenInvariant[] }>`select found from book_check`.execute(db)).rows[0]?.found ?? []
}
