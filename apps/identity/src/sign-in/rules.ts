import { createHmac, randomInt, timingSafeEqual } from 'node:crypto'
import type { Secret } from '@nikau/runtime'

const second = 1000
const minute = 60 * second
const hour = 60 * minute

export const codeTtlMs = 10 * minute
export const maxTriesPerCode = 5
export const resendAfterMs = 30 * second
/** The first message and three resends. */
export const maxSendsPerSignIn = 4
/** As long as the provider's interaction. */
export const signInTtlMs = hour

export type Channel = 'sms' | 'email'

export interface Limit {
  name: string
  hits: number
  per: number
}

/**
 * Rate limits. Those per number apply across IP addresses, browsers and sign-ins: with ten guesses an hour and thirty a day against
 * a million codes, guessing takes decades. Those per source (`sourceOf`) are wide, because mobile carriers put thousands of people
 * behind one address. A browser in which the person has signed in before has an allowance of its own, so that strangers cannot use
 * up the owner's. Attempts that end in a sign-in are restored, so only failures count. Messages: sms-budget.ts.
 */
export const limits = {
  guessNumber: [
    { name: 'guess-number-hour', hits: 10, per: hour },
    { name: 'guess-number-day', hits: 30, per: 24 * hour },
  ],
  guessFromAddress: [{ name: 'guess-address-hour', hits: 100, per: hour }],
  guessFromDevice: [
    { name: 'guess-device-hour', hits: 10, per: hour },
    { name: 'guess-device-day', hits: 30, per: 24 * hour },
  ],
  sendFromDevice: [
    { name: 'send-device-hour', hits: 8, per: hour },
    { name: 'send-device-day', hits: 20, per: 24 * hour },
  ],
  passkeyFromAddress: [{ name: 'passkey-address-hour', hits: 100, per: hour }],
  passkeyFromDevice: [{ name: 'passkey-device-hour', hits: 30, per: hour }],
  /** Pages and answers of links to enrol a passkey for the desk. */
  deskEnrolment: [{ name: 'desk-enrolment-address-hour', hits: 100, per: hour }],
  /** Per person, and not restored: whoever has the number of a dormant person passes the first code as often as they like. */
  secondSend: [
    { name: 'second-send-hour', hits: 5, per: hour },
    { name: 'second-send-day', hits: 10, per: 24 * hour },
  ],
  secondGuess: [
    { name: 'second-guess-hour', hits: 10, per: hour },
    { name: 'second-guess-day', hits: 30, per: 24 * hour },
  ],
  /** Each authorisation request without a session stores a sign-in for an hour. */
  authorize: [{ name: 'authorize-minute', hits: 600, per: minute }],
  provider: [{ name: 'provider-minute', hits: 1200, per: minute }],
} satisfies Record<string, Limit[]>

export function generateCode(): string {
  return String(randomInt(1_000_000)).padStart(6, '0')
}

/** The six digits as typed or pasted, ignoring spaces and dashes. Undefined if there are not six. */
export function parseCode(typed: string): string | undefined {
  const digits = typed.replaceAll(/[\s-]/g, '')
  return /^\d{6}$/.test(digits) ? digits : undefined
}

/** Keyed and bound to the sign-in and number: a code is valid nowhere else and cannot be looked up in a table of hashes. */
export function codeHash(secret: Secret, sent: { interaction: string; phone: string; code: string }): Buffer {
  return keyed(secret, 'code', sent.interaction, sent.phone, sent.code)
}

export function hashesEqual(a: Buffer, b: Buffer): boolean {
  return a.length === b.length && timingSafeEqual(a, b)
}

/** The key of a limit for a subject, which does not reveal the subject. */
export function limitKey(secret: Secret, limit: Limit, subject: string): Buffer {
  return keyed(secret, 'limit', limit.name, subject)
}

function keyed(secret: Secret, ...parts: string[]): Buffer {
  return createHmac('sha256', secret.reveal()).update(JSON.stringify(parts)).digest()
}
