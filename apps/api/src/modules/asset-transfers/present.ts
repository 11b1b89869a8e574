import type { AssetTransfer, AssetTransferSummary } from '@nikau/contract/asset-transfers'
import { cents } from '@nikau/money'
import { livenessOf } from '../assets/index.ts'
import { type LinkDeps, transferUrl } from './links.ts'
import { isWaiting, referenceOf, resendsOf, statusAt, timelineOf } from './rules.ts'
import type { TransferRow } from './store.ts'

export interface PresentDeps extends Pick<LinkDeps, 'webOrigin'> {
  reminderDays: number
}

/** For anyone with the link: of the sender only the name. Amount and recipient only while it waits. */
export function toSummary(deps: PresentDeps, row: TransferRow, at: Date): AssetTransferSummary {
  return { ...commonOf(deps, row, at), ...(isWaiting(row, at) && { value: valueOf(row), ...(!row.byLink && { recipient: row.maskedAlias }) }) }
}

/** For the sender and the recipient. */
export function toTransfer(deps: PresentDeps, row: TransferRow, direction: AssetTransfer['direction'], at: Date): AssetTransfer {
  const waiting = isWaiting(row, at)
  const sent = direction === 'sent'
  return {
    ...commonOf(deps, row, at),
    direction,
    value: valueOf(row),
    recipient: (sent && waiting ? row.recipientAlias : null) ?? row.maskedAlias,
    recipientName: row.recipientName ?? undefined,
    reference: referenceOf(row.id),
    timeline: timelineOf(row, deps.reminderDays, at),
    cancellable: sent && waiting,
    reminders: sent && waiting && !row.byLink ? resendsOf(row, at) : { left: 0 },
  }
}

function commonOf(deps: PresentDeps, row: TransferRow, at: Date) {
  return {
    id: row.id,
    status: statusAt(row, at),
    assetId: row.assetId,
    message: row.message ?? undefined,
    senderName: row.senderName,
    createdAt: row.createdAt,
    url: transferUrl(deps, row.id),
    asset: {
      category: row.category,
      description: row.tokenName ?? 'NZD',
      liveness: livenessOf(row.assetType),
      img: row.img ?? undefined,
      issuer: row.issuer ?? undefined,
      expiresAt: row.tokenExpiresAt ?? undefined,
    },
    expiresAt: row.expiresAt,
    wrap: row.wrap ?? undefined,
    ...(row.byLink && { byLink: true }),
  }
}

const valueOf = ({ value }: TransferRow) => (value === null ? undefined : cents(value))
