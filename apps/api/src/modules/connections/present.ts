import type { ConnectionSummary } from '@nikau/contract/connections'
import type { Permission } from '@nikau/contract/permissions'
import { cents } from '@nikau/money'
import { intervalOf } from '@nikau/nz/nz-time'
import type { Db } from '@nikau/runtime'
import { selectVerifiedMerchants } from '../merchants/index.ts'
import { formatCreatedAt, limitsOf, stateOf, statusOf } from './rules.ts'
import type { AuthorisedRow, ConnectionRow } from './store.ts'
import { selectUsage } from './store-uses.ts'

export function toSummary(row: ConnectionRow, view: { now: Date; webOrigin: string }): ConnectionSummary {
  const url = `${view.webOrigin}/deimos/connect/${row.id}`
  return {
    id: row.id,
    createdAt: row.createdAt,
    createdByAccountName: row.createdByAccountName,
    status: statusOf(row, view.now),
    url,
    merchantId: row.merchantId,
    test: row.test,
    formattedCreatedAt: formatCreatedAt(row.createdAt),
    redirectHref: url,
  }
}

/** Connected shops as their customer sees them, with what they have used in the month. */
export async function presentPermissions(db: Db, rows: readonly AuthorisedRow[], now: Date): Promise<Permission[]> {
  const month = intervalOf(now, 'monthly')
  const usage = await selectUsage(
    db,
    rows.map(({ id }) => id),
    month,
  )
  const verified = await selectVerifiedMerchants(
    db,
    rows.map(({ merchantId }) => merchantId),
  )
  return rows.map((row) => {
    const { used, last } = usage.get(row.id)!
    const limits = limitsOf(row)
    return {
      id: row.id,
      kind: 'connection',
      name: row.merchantName,
      merchantId: row.merchantId,
      ...(verified.has(row.merchantId) && { verified: true }),
      liveness: row.test ? 'test' : 'main',
      state: stateOf(row),
      tokensFirst: row.tokensFirst,
      since: row.authorisedAt,
      used: cents(used),
      ...(limits && { limits: { ...limits, period: 'monthly' as const } }),
      ...(last && { lastUse: { at: last.at, amount: cents(last.amount) } }),
    }
  })
}

export async function presentPermission(db: Db, row: AuthorisedRow, now: Date): Promise<Permission> {
  return (await presentPermissions(db, [row], now))[0]!
}
