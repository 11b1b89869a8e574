import type { Asset, AssetStatus, AssetSummary } from '@nikau/contract/assets'
import { cents } from '@nikau/money'
import { livenessOf } from './rules.ts'
import type { AssetRow } from './store.ts'

/** An asset as its owner sees it. A token is expired from its expiry on; nothing updates its row. */
export function toAsset(row: AssetRow, now: Date): Asset {
  return {
    id: row.id,
    accountId: row.accountId,
    category: row.category,
    type: row.type,
    liveness: livenessOf(row.type),
    status: statusOf(row, now),
    createdAt: row.createdAt,
    expiresAt: row.expiresAt ?? undefined,
    ...(row.category === 'money' ? moneyOf(row) : tokenOf(row)),
  }
}

/** A token that expired in escrow is archived. One that waits there cannot be used by its sender. */
function statusOf({ status, expiresAt }: AssetRow, now: Date): AssetStatus {
  if ((status === 'active' || status === 'archived') && expiresAt !== null && expiresAt <= now) return 'expired'
  return status === 'in-escrow' ? 'disabled' : status
}

/** The available balance of a credit line includes its unused limit. */
function moneyOf(row: AssetRow): Partial<Asset> {
  return {
    description: row.description ?? 'NZD',
    currency: 'NZD',
    balance: cents(row.balance),
    availableBalance: cents(row.balance - row.heldOut + (row.limit ?? 0n)),
    balanceUpdatedAt: row.changedAt,
    ...(row.limit !== null && { limit: cents(row.limit) }),
    ...(row.settlement && { settlement: true }),
  }
}

function tokenOf(row: AssetRow): Partial<Asset> {
  return {
    description: row.collectionName ?? undefined,
    collectionId: row.collectionId ?? undefined,
    activeFrom: row.activeFrom ?? undefined,
    externalId: row.externalId ?? undefined,
    productCode: row.productCode ?? undefined,
    img: row.img ?? undefined,
    issuer: row.issuer ?? undefined,
    issuerImg: row.issuerImg ?? undefined,
    issuerWebsite: row.issuerWebsite ?? undefined,
    conditions: row.conditions ?? [],
    ...(row.value !== null && { value: [{ currency: 'NZD', amount: cents(row.value) }] }),
  }
}

/** Public, so it has neither the owner nor the balance. */
export function toSummary(row: AssetRow): AssetSummary {
  return {
    id: row.id,
    liveness: livenessOf(row.type),
    description: row.collectionName ?? row.description ?? undefined,
    issuer: row.issuer ?? undefined,
    expiresAt: row.expiresAt ?? undefined,
    img: row.img ?? undefined,
  }
}
