import type { Db, Tx } from '@nikau/runtime'
import { sql } from 'kysely'

export interface NegativeWallet {
  walletId: string
  accountId: string
  isSettlement: boolean
  owed: bigint
  /** The entry with which it went below zero, and its time. */
  version: bigint
  since: Date
}

/**
 * The next wallets of live money below zero, by id. Only an overdraw takes one below, and the ledger marks it. Since when: the entry
 * after the last that left it at zero or above.
 */
export async function selectNegative(db: Db, after: string, limit: number): Promise<NegativeWallet[]> {
  const { rows } = await sql<NegativeWallet>`
    select a.id as "walletId", a.account_id as "accountId", a.settlement as "isSettlement", -l.balance as owed, e.version, e.at as since
      from ledger.account l join asset a on 'asset:' || a.id = l.id
      cross join lateral (
        select coalesce((select e.version from ledger.entry e where e.account = l.no and e.balance >= 0 order by e.version desc limit 1), 0) as version) above
      join ledger.entry e on e.account = l.no and e.version = above.version + 1
     where l.overdrawn and l.balance < 0 and l.unit = 'nzd.main' and l.kind in ('wallet', 'settlement') and a.id > ${after}
     order by a.id limit ${limit}`.execute(db)
  return rows
}

/** False when the owners were told before. */
export async function insertNotice(tx: Tx, notice: { walletId: string; version: bigint; days: number; at: Date }): Promise<boolean> {
  const result = await sql`
    insert into negative_balance_notice (wallet_id, version, days, at) values (${notice.walletId}, ${notice.version}, ${notice.days}, ${notice.at})
    on conflict do nothing`.execute(tx)
  return result.numAffectedRows === 1n
}

/** Wallets of open exceptions that are no longer below zero. */
export async function selectResolved(db: Db): Promise<string[]> {
  const { rows } = await sql<{ ref: string }>`
    select x.ref from operator_exception x join ledger.account l on l.id = 'asset:' || x.ref
     where x.kind = 'negative-balance-overdue' and x.closed_at is null and l.balance >= 0`.execute(db)
  return rows.map(({ ref }) => ref)
}
