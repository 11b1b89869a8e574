import type { OwnLimitName } from '@nikau/contract/own-limits'
import { type Cents, cents } from '@nikau/money'
import type { Db, Tx } from '@nikau/runtime'
import { sql } from 'kysely'
import type { LimitState, OwnLimitRow } from './rules.ts'

export async function selectOwnLimits(db: Db, accountId: string): Promise<OwnLimitRow[]> {
  const { rows } = await sql<{ name: OwnLimitName; cents: bigint | null; nextCents: bigint | null; nextAt: Date | null }>`
    select name, cents, next_cents as "nextCents", next_at as "nextAt" from own_limit where account_id = ${accountId}`.execute(db)
  return rows.map((row) => ({ ...row, cents: centsOf(row.cents), nextCents: centsOf(row.nextCents) }))
}

const centsOf = (value: bigint | null): Cents | null => (value === null ? null : cents(value))

export async function upsertOwnLimit(tx: Tx, accountId: string, name: OwnLimitName, state: LimitState): Promise<void> {
  await sql`
    insert into own_limit (account_id, name, cents, next_cents, next_at) values (${accountId}, ${name}, ${state.cents}, ${state.nextCents}, ${state.nextAt})
    on conflict (account_id, name) do update set cents = excluded.cents, next_cents = excluded.next_cents, next_at = excluded.next_at`.execute(tx)
}

/** Serialises changes of an account's limits. */
export async function lockOwnLimits(tx: Tx, accountId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`own-limits:${accountId}`}, 0))`.execute(tx)
}

/** The last new device or email address of the account's owners since that time. */
export async function selectLastChange(
  db: Db,
  accountId: string,
  since: Date,
): Promise<{ kind: 'signed-in-new-device' | 'email-changed'; at: Date } | undefined> {
  const { rows } = await sql<{ kind: 'signed-in-new-device' | 'email-changed'; at: Date }>`
    select e.kind, e.at from account_member m join security_event e on e.person_id = m.person_id
    where m.account_id = ${accountId} and m.role = 'account-owner' and e.kind in ('signed-in-new-device', 'email-changed') and e.at > ${since}
    order by e.at desc limit 1`.execute(db)
  return rows[0]
}

/** The counters of own limits that a posting used. */
export async function selectCountersUsedBy(db: Db, posting: bigint): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select a.id from ledger.posting p cross join lateral unnest(p.op, p.credit) as o (op, credit) join ledger.account a on a.no = o.credit
    where p.id = ${posting} and o.op = 'use' and a.kind = 'own-limit' order by a.id`.execute(db)
  return rows.map((row) => row.id)
}
