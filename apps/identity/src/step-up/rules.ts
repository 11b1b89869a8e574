import { createHmac } from 'node:crypto'
import { maskMobile } from '@nikau/nz/phone'
import type { Secret } from '@nikau/runtime'
import { maskEmail } from '@nikau/security-events'
import type { Channel } from '../sign-in/rules.ts'

/** How a person can prove again who they are. */
export type Method = 'passkey' | 'code' | 'two-codes'

export interface StepUpContact {
  phone: string
  /** Only an address that may receive codes: a new one may be a thief's. */
  email: string | null
  hasPasskey: boolean
}

/** After the SMS code of two codes, the email code has to follow within this time. */
export const secondCodeWithinMs = 10 * 60_000

export function isSmsVerified(code: { smsVerifiedAt: Date | null } | undefined, now: Date): boolean {
  return code?.smsVerifiedAt != null && code.smsVerifiedAt.getTime() + secondCodeWithinMs > now.getTime()
}

/**
 * The methods, best first. A person with a passkey is asked for it, or for both codes: one code alone reaches whoever has the phone
 * or its number, and that is what the passkey is there to stop.
 */
export function methodsOf(contact: StepUpContact): Method[] {
  if (!contact.hasPasskey) return ['code']
  return contact.email === null ? ['passkey'] : ['passkey', 'two-codes']
}

/** The address that a code is sent to by this channel, or undefined if the channel cannot be used now. */
export function recipientOf(contact: StepUpContact, channel: Channel, smsVerified: boolean): string | undefined {
  const methods = methodsOf(contact)
  if (!methods.includes('code') && !methods.includes('two-codes')) return undefined
  if (channel === 'sms') return smsVerified ? undefined : contact.phone
  const allowed = methods.includes('code') || smsVerified
  return allowed ? (contact.email ?? undefined) : undefined
}

/** Names where codes go without showing it, because the caller may have only the unlocked phone. */
export function describeMethods(contact: StepUpContact): { methods: Method[]; phone: string; email?: string } {
  return { methods: methodsOf(contact), phone: maskMobile(contact.phone), ...(contact.email === null ? {} : { email: maskEmail(contact.email) }) }
}

/** Keyed and bound to the session and the recipient: a code is valid nowhere else, not even in a sign-in. */
export function stepUpCodeHash(secret: Secret, sent: { sessionUid: string; to: string; code: string }): Buffer {
  return createHmac('sha256', secret.reveal())
    .update(JSON.stringify(['step-up', sent.sessionUid, sent.to, sent.code]))
    .digest()
}

/**
 * The allowance that step-up codes and guesses count against: one for all sessions of a person. Strangers have no session, so they
 * cannot use it up.
 */
export function allowanceOf(personId: string): string {
  return `step-up ${personId}`
}
