import type { QuotaPeriod, QuotaType } from '@nikau/contract/quotas'
import type { Db } from '@nikau/runtime'
import { sql } from 'kysely'

export interface AccountLimit {
  type: QuotaType
  assetType: string
  period: QuotaPeriod
  cents: bigint
}

/** The account's own limits. */
export async function selectLimits(db: Db, accountId: string): Promise<AccountLimit[]> {
  const result = await sql<AccountLimit>`select type, asset_type as "assetType", period, cents from quota_limit where account_id = ${accountId}`.execute(db)
  return result.rows
}

export async function upsertLimit(tx: Db, accountId: string, limit: AccountLimit): Promise<void> {
  await sql`
    insert into quota_limit (account_id, type, asset_type, period, cents)
    values (${accountId}, ${limit.type}, ${limit.assetType}, ${limit.period}, ${limit.cents})
    on conflict (account_id, type, asset_type, period) do update set cents = excluded.cents`.execute(tx)
}

/** Quota counters that a posting consumed, the month's first. */
export async function selectCountersUsedBy(db: Db, posting: bigint): Promise<string[]> {
  const result = await sql<{ id: string }>`
    select a.id from ledger.posting p cross join lateral unnest(p.op, p.credit) as o (op, credit) join ledger.account a on a.no = o.credit
    where p.id = ${posting} and o.op = 'use' and a.kind = 'quota' order by length(a.id) desc`.execute(db)
  return result.rows.map((row) => row.id)
}
