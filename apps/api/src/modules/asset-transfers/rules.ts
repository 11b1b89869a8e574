import { createHash } from 'node:crypto'
import type { AssetTransferStatus, AssetTransferStep } from '@nikau/contract/asset-transfers'

const dayMs = 86_400_000
const claimDays = 14
/** The attempts to deliver a message take half an hour. */
const deliveryWindowMs = 30 * 60_000

/** The link is valid for two weeks. A token that ends before that cannot be claimed any longer either. */
export function expiryOf(createdAt: Date, tokenExpiresAt: Date | null): Date {
  const end = new Date(createdAt.getTime() + claimDays * dayMs)
  return tokenExpiresAt !== null && tokenExpiresAt < end ? tokenExpiresAt : end
}

export function escrowAccountOf(transferId: string): string {
  return `escrow:${transferId}`
}

/** `NK 90C4 1E63`, to read out to support. */
export function referenceOf(transferId: string): string {
  const digits = createHash('sha256').update(transferId).digest('hex').slice(0, 8).toUpperCase()
  return `NK ${digits.slice(0, 4)} ${digits.slice(4)}`
}

export interface TransferTimes {
  status: AssetTransferStatus
  createdAt: Date
  expiresAt: Date
  sentAt: Date | null
  remindedAt: Date | null
  expiredAt: Date | null
  settledAt: Date | null
  /** It never waited. */
  direct: boolean
  /** Nobody is known who could be reminded. */
  byLink?: boolean
}

/** An unclaimed transfer is expired from its expiry on, whether or not the job has returned it. */
export function statusAt({ status, expiresAt }: Pick<TransferTimes, 'status' | 'expiresAt'>, at: Date): AssetTransferStatus {
  return (status === 'created' || status === 'sent') && expiresAt <= at ? 'expired' : status
}

/** It can be claimed, recalled and declined. */
export function isWaiting(transfer: Pick<TransferTimes, 'status' | 'expiresAt'>, at: Date): boolean {
  const status = statusAt(transfer, at)
  return status === 'created' || status === 'sent'
}

export function reminderDueAt(createdAt: Date, reminderDays: number): Date {
  return new Date(createdAt.getTime() + reminderDays * dayMs)
}

/** Past steps with their time, then those to come. What was recalled, declined or not delivered is back in the same instant. */
export function timelineOf(transfer: TransferTimes, reminderDays: number, at: Date): AssetTransferStep[] {
  const { createdAt, expiresAt, sentAt, remindedAt, expiredAt, settledAt } = transfer
  const status = statusAt(transfer, at)
  const steps: AssetTransferStep[] = [{ key: 'asked', at: createdAt }]
  if (transfer.direct) return [...steps, { key: 'claimed', at: settledAt! }]
  steps.push({ key: 'sent', at: createdAt })
  if (sentAt) steps.push({ key: 'delivered', at: sentAt })
  if (remindedAt) steps.push({ key: 'reminded', at: remindedAt })
  if (status === 'claimed') return [...steps, { key: status, at: settledAt! }]
  if (status === 'cancelled' || status === 'declined' || status === 'failed')
    return [...steps, { key: status, at: settledAt! }, { key: 'returned', at: settledAt! }]
  if (status === 'expired' || status === 'returned')
    return [...steps, { key: 'expired', at: expiredAt ?? expiresAt }, settledAt ? { key: 'returned', at: settledAt } : { key: 'returned', due: expiresAt }]
  const reminderAt = reminderDueAt(createdAt, reminderDays)
  if (!sentAt) steps.push({ key: 'delivered', due: new Date(createdAt.getTime() + deliveryWindowMs) })
  if (!remindedAt && !transfer.byLink && reminderAt < expiresAt) steps.push({ key: 'reminded', due: reminderAt })
  return [...steps, { key: 'returned', due: expiresAt }]
}

/** How often the sender may have the message sent again, and how soon after the last time. */
const maxResends = 3

export function resendsOf({ resends, resentAt }: { resends: number; resentAt: Date | null }, at: Date): { left: number; nextAt?: Date } {
  const left = maxResends - resends
  const nextAt = resentAt && new Date(resentAt.getTime() + dayMs)
  return left > 0 && nextAt && nextAt > at ? { left, nextAt } : { left }
}

export function mayResend(transfer: { resends: number; resentAt: Date | null }, at: Date): boolean {
  const { left, nextAt } = resendsOf(transfer, at)
  return left > 0 && nextAt === undefined
}
