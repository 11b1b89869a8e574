import type { QuotaPeriod, QuotaType } from '@nikau/contract/quotas'
import type { Db } from '@nikau/runtime'
import { sql } from 'kysely'

export interface OwnLimit {
  type: QuotaType
  assetType: string
  period: QuotaPeriod
  cents: bigint
}

/** The limits that were set for this account alone. */
export async function limitsOf(db: Db, accountId: string): Promise<OwnLimit[]> {
  const result = await sql<OwnLimit>`select type, asset_type as "assetType", period, cents from quota_limit where account_id = ${accountId}`.execute(db)
  return result.rows
}

export async function putLimit(tx: Db, accountId: string, limit: OwnLimit): Promise<void> {
  await sql`
    insert into quota_limit (account_id, type, asset_type, period, cents)
    values (${accountId}, ${limit.type}, ${limit.assetType}, ${limit.period}, ${limit.cents})
    on conflict (account_id, type, asset_type, period) do update set cents = excluded.cents`.execute(tx)
}

/** The counters that a posting used, as the ledger wrote it down: the month's first. */
export async function countersUsedBy(db: Db, posting: bigint): Promise<string[]> {
  const result = await sql<{ id: string }>`
    select a.id from ledger.posting p cross join lateral unnest(p.op, p.credit) as o (op, credit) join ledger.account a on a.no = o.credit
    where p.id = ${posting} and o.op = 'use' and a.kind = 'quota' order by length(a.id) desc`.execute(db)
  return result.rows.map((row) => row.id)
}
