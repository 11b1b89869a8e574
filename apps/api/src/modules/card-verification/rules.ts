import { createHash, createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import { farmCardFamily } from '@nikau/contract/card-verification'
import type { Decline, KnownCard } from '@nikau/rails/farmlands'
import type { Secret } from '@nikau/runtime'
import { z } from 'zod'
import { type Refusal, refuse } from '../../http/refusal.ts'

const count = (byDefault: number) => z.int().positive().default(byDefault)

/** How much anyone may try, and how long things are good for. What is counted per card or request is counted over a day. */
export const cardRules = z
  .strictObject({
    codeSeconds: count(300),
    /** In one session. */
    wrongCodes: count(3),
    resends: count(3),
    /** Of one card number, whoever tries and wherever from: then it is not looked at any more. */
    wrongCvcs: count(5),
    /** With three guesses in each of three sessions a thief who has the card guesses one code in a hundred thousand. */
    wrongCodesOfCard: count(9),
    /** The first of a session, and those sent again; a session that ends well takes them back. */
    codesOfCard: count(12),
    /** Numbers that were tried on one payment request and were no card, or not with these details. */
    failuresOfRequest: count(20),
    tokenSeconds: count(600).refine((value) => value <= 600, { message: 'is at most ten minutes' }),
  })
  .prefault({})
export type CardRules = z.output<typeof cardRules>

export const dayMs = 86_400_000

export const assetTypeOf = (test: boolean) => `${farmCardFamily}.${test ? 'test' : 'main'}`
export const unitOf = (test: boolean) => (test ? 'nzd.test' : 'nzd.main')

/** The account in the books that stands for what the card company owes us. */
export const clearingOf = (unit: string) => ({ id: `card:farmlands:${unit}`, unit, kind: 'card clearing' })

const prefix = '600509'
export const isFarmCard = (number: string) => number.startsWith(prefix)

function keyed(secret: Secret, ...parts: string[]): Buffer {
  return createHmac('sha256', secret.reveal()).update(JSON.stringify(parts)).digest()
}

/** Equal for the same card. Keyed, because ten free digits are tried through in seconds. */
export const cardKeyOf = (secret: Secret, number: string) => keyed(secret, 'card', number)
/** What a payment calls the card: the same for the same card, and of use to nobody else. */
export const assetIdOf = (cardKey: Buffer) => `fc_${createHash('sha256').update(cardKey).digest('base64url').slice(0, 22)}`
export const limitKeyOf = (secret: Secret, what: Limited, subject: string) => keyed(secret, 'limit', what, subject)
export type Limited = 'cvc' | 'code' | 'send' | 'request'

export const newCode = () => String(randomInt(1_000_000)).padStart(6, '0')
/** Bound to the session and the card: a code out of one message opens nothing else, and six digits cannot be looked up in a table. */
export const codeHashOf = (secret: Secret, about: { sessionId: string; cardKey: Buffer; code: string }) =>
  keyed(secret, 'code', about.sessionId, about.cardKey.toString('hex'), about.code)
export const isSame = (a: Buffer, b: Buffer) => a.length === b.length && timingSafeEqual(a, b)

export const newToken = () => `ct_${randomBytes(32).toString('base64url')}`
/** It has 256 random bits, so a plain hash is as hard to invert as it is to guess. */
export const tokenHashOf = (token: string) => createHash('sha256').update(token).digest()

const bullets = '\u2022\u2022'

/** `+64 •• ••• •123`: enough to know one's own number again. */
export function maskedMobile(mobile: string): string {
  const country = mobile.startsWith('+64') ? '+64 ' : ''
  return `${country}${bullets} ${bullets}\u2022 \u2022${mobile.slice(-3)}`
}

/** `t•••@example.nz` */
export function maskedEmail(email: string): string {
  const at = email.lastIndexOf('@')
  return `${email.slice(0, 1)}${bullets}\u2022${email.slice(at)}`
}

export type CardFault = 'PATRON_CODE_EXPIRED' | 'PATRON_CODE_INVALID' | 'INSUFFICIENT_ASSET_VALUE'

const inactive = () => refuse('PATRON_CODE_INVALID', { reason: 'PATRON_CODE_INACTIVE' })

/** What keeps a card that is what it says it is from paying, as far as can be seen beforehand; the company decides when it is charged. */
export function faultOf(card: KnownCard, due: bigint): Refusal<CardFault | 'CARD_VERIFICATION_REQUIRES_CONTACT_DETAILS'> | undefined {
  if (card.status === 'expired') return refuse('PATRON_CODE_EXPIRED')
  if (card.status === 'inactive') return inactive()
  const { mobile, email } = card.contact
  if (card.codeNeeded && mobile === null && email === null) return refuse('CARD_VERIFICATION_REQUIRES_CONTACT_DETAILS')
  return card.available < due ? refuse('INSUFFICIENT_ASSET_VALUE') : undefined
}

/** `returned`: the company charged the card for a request that could not take it any more, and the money goes back. */
export type Failure = Decline | 'returned'

const refusalOf: Readonly<Record<Failure, () => Refusal<CardFault | 'PAYMENT_DECLINED'>>> = {
  insufficient: () => refuse('INSUFFICIENT_ASSET_VALUE'),
  expired: () => refuse('PATRON_CODE_EXPIRED'),
  inactive,
  declined: () => refuse('PAYMENT_DECLINED', { reason: 'declined' }),
  returned: () => refuse('PAYMENT_DECLINED', { reason: 'returned' }),
}
export const refusalOfFailure = (failure: Failure) => refusalOf[failure]()

const second = 1000

/** How long to wait before the company is asked again: soon at first, for a customer is waiting, and ever more seldom, but for ever. */
export function pauseMs(tries: number): number {
  return tries < 10 ? second : Math.min(2 ** (tries - 9) * second, 3_600_000)
}
