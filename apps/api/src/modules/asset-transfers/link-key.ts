import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Secret } from '@nikau/runtime'

const keyBytes = 16

/**
 * The key in the link that the recipient is sent. Its holder may decline and report this one transfer; claiming needs a sign-in. It is
 * derived, not stored: a reminder carries the same link, and the database holds no secret. It is of no use once the transfer is final.
 */
export function linkKeyOf(secret: Secret, transferId: string): string {
  return hmac(secret, transferId).toString('base64url')
}

export function isLinkKey(secret: Secret, transferId: string, key: string): boolean {
  const given = Buffer.from(key, 'base64url')
  return given.length === keyBytes && timingSafeEqual(given, hmac(secret, transferId))
}

function hmac(secret: Secret, transferId: string): Buffer {
  return createHmac('sha256', secret.reveal()).update(`asset-transfer-link:${transferId}`).digest().subarray(0, keyBytes)
}
