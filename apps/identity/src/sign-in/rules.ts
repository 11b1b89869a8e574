import { createHmac, randomInt, timingSafeEqual } from 'node:crypto'
import type { Secret } from '@nikau/runtime'

const second = 1000
const minute = 60 * second
const hour = 60 * minute

export const codeLife = 10 * minute
export const triesPerCode = 5
export const resendAfter = 30 * second
/** The first message and three more. */
export const sendsPerSignIn = 4
/** How long a sign-in is remembered: as long as the provider keeps the interaction it belongs to. */
export const signInLife = hour

export type Channel = 'sms' | 'email'

export interface Limit {
  name: string
  hits: number
  per: number
}

/**
 * How much anyone may try. The limits on a number hold whatever address, browser or sign-in the attempts come from: with ten
 * guesses an hour and thirty a day against a million codes, a thief needs decades. Address limits are wide, because a mobile
 * carrier puts thousands of people behind one address. What ends in a sign-in is given back, so only failure is counted.
 */
export const limits = {
  sendToNumber: [
    { name: 'send-number-hour', hits: 8, per: hour },
    { name: 'send-number-day', hits: 20, per: 24 * hour },
  ],
  sendFromAddress: [{ name: 'send-address-hour', hits: 60, per: hour }],
  guessNumber: [
    { name: 'guess-number-hour', hits: 10, per: hour },
    { name: 'guess-number-day', hits: 30, per: 24 * hour },
  ],
  guessFromAddress: [{ name: 'guess-address-hour', hits: 100, per: hour }],
  passkeyFromAddress: [{ name: 'passkey-address-hour', hits: 100, per: hour }],
} satisfies Record<string, Limit[]>

export function newCode(): string {
  return String(randomInt(1_000_000)).padStart(6, '0')
}

/** The digits a person typed, with the spaces that a copied message brings along; undefined when there are not six of them. */
export function readCode(typed: string): string | undefined {
  const digits = typed.replaceAll(/[\s-]/g, '')
  return /^\d{6}$/.test(digits) ? digits : undefined
}

/** Bound to the sign-in and the number: a code out of one message opens nothing else, and six digits cannot be looked up in a table. */
export function codeHash(secret: Secret, about: { interaction: string; phone: string; code: string }): Buffer {
  return keyed(secret, 'code', about.interaction, about.phone, about.code)
}

export function sameHash(a: Buffer, b: Buffer): boolean {
  return a.length === b.length && timingSafeEqual(a, b)
}

/** The row that counts one limit for one subject, without telling who that is. */
export function limitKey(secret: Secret, limit: Limit, subject: string): Buffer {
  return keyed(secret, 'limit', limit.name, subject)
}

function keyed(secret: Secret, ...parts: string[]): Buffer {
  return createHmac('sha256', secret.reveal()).update(JSON.stringify(parts)).digest()
}
