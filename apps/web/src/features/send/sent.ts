import { type AssetTransfer, assetTransfer } from '@nikau/contract/asset-transfers'
import * as z from 'zod/mini'

/** The last send of this tab, so that a reload of the success screen shows it again. */
export interface Sent {
  transfer: AssetTransfer
  /** How the sender knows the recipient: the contact's name, the shown name or the alias. */
  recipient: string
}

const storageKey = (userId: string) => `sent-${userId}`

export function storeSent(userId: string, { transfer, recipient }: Sent): void {
  sessionStorage.setItem(storageKey(userId), JSON.stringify({ transfer: z.encode(assetTransfer, transfer), recipient }))
}

export function readSent(userId: string): Sent | undefined {
  const text = sessionStorage.getItem(storageKey(userId))
  if (text === null) return undefined
  const stored = JSON.parse(text) as { transfer: z.input<typeof assetTransfer>; recipient: string }
  return { transfer: z.decode(assetTransfer, stored.transfer), recipient: stored.recipient }
}

export function clearSent(userId: string): void {
  sessionStorage.removeItem(storageKey(userId))
}
