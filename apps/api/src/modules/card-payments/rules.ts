import { createHash, createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import { farmCardFamily } from '@nikau/contract/card-verification'
import type { cancellationReasons } from '@nikau/contract/payment-request-states'
import type { Decline, KnownCard } from '@nikau/rails/farmlands'
import type { Secret } from '@nikau/runtime'
import { z } from 'zod'
import { type Refusal, refuse } from '../../http/refusal.ts'

const limit = (byDefault: number) => z.int().positive().default(byDefault)

/** Attempt limits and lifetimes. Limits per card and per request count over a day. */
export const cardRules = z
  .strictObject({
    codeSeconds: limit(300),
    /** In one session. */
    wrongCodes: limit(3),
    resends: limit(3),
    /** Of one card, from one source; beyond it the source waits a day to check that card. */
    wrongCvcs: limit(5),
    /** Of any cards, from one source within `sourceSeconds`. */
    failuresOfSource: limit(5),
    sourceSeconds: limit(600),
    /** Of one card, from all sources; beyond it the card is not checked. Three sources, so that one stranger cannot lock it. */
    wrongCvcsOfCard: limit(15),
    /** Nine guesses a day give a thief with the card a chance of about one in a hundred thousand. */
    wrongCodesOfCard: limit(9),
    /** Codes sent, including resends; a successful session resets the count. */
    codesOfCard: limit(12),
    /** Failed card checks on one payment request. */
    failuresOfRequest: limit(20),
    /** Scanned by the tills of one account. */
    unknownBarcodes: limit(40),
    tokenSeconds: limit(600).refine((value) => value <= 600, { message: 'is at most ten minutes' }),
  })
  .prefault({})
export type CardRules = z.output<typeof cardRules>

export const dayMs = 86_400_000

export const assetTypeOf = (test: boolean) => `${farmCardFamily}.${test ? 'test' : 'main'}`
export const unitOf = (test: boolean) => (test ? 'nzd.test' : 'nzd.main')

/** The ledger account for what the card company owes us. */
export const clearingAccount = (unit: string) => ({ id: `card:farmlands:${unit}`, unit, kind: 'card clearing' })

/** Holds what has to go back to cards until the company has taken it. */
export const returnsAccount = (unit: string) => ({ id: `card-refunds:${unit}`, unit, kind: 'card refunds', floor: 0n })

const prefix = '600509'
export const isFarmCard = (number: string) => number.startsWith(prefix)

function hmac(secret: Secret, ...parts: string[]): Buffer {
  return createHmac('sha256', secret.reveal()).update(JSON.stringify(parts)).digest()
}

/** Equal for the same card. Keyed, because ten free digits are brute-forced in seconds. */
export const cardKeyOf = (secret: Secret, number: string) => hmac(secret, 'card', number)
/** The asset id of a card in payments: stable per card and useless elsewhere. */
export const assetIdOf = (cardKey: Buffer) => `fc_${createHash('sha256').update(cardKey).digest('base64url').slice(0, 22)}`
export const limitKeyOf = (secret: Secret, what: LimitedAction, subject: string) => hmac(secret, 'limit', what, subject)
export type LimitedAction = 'cvc' | 'source' | 'card' | 'code' | 'send' | 'request' | 'barcode'

/** Wrong attempts of the last day after which the cardholder is told. */
export const noticeAfter = 5

export const newCode = () => String(randomInt(1_000_000)).padStart(6, '0')
/** Bound to session and card, so that a code is useless elsewhere; keyed, so that six digits cannot be looked up in a table. */
export const codeHashOf = (secret: Secret, about: { sessionId: string; cardKey: Buffer; code: string }) =>
  hmac(secret, 'code', about.sessionId, about.cardKey.toString('hex'), about.code)
export const isEqual = (a: Buffer, b: Buffer) => a.length === b.length && timingSafeEqual(a, b)

export const newToken = () => `ct_${randomBytes(32).toString('base64url')}`
/** A token has 256 random bits, so a plain hash is enough. */
export const tokenHashOf = (token: string) => createHash('sha256').update(token).digest()

const bullets = '\u2022\u2022'

/** `+64 •• ••• •123`: enough to recognise one's own number. */
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

/** Why a recognised card cannot pay, as far as is known before the charge; the company decides when it is charged. */
export function faultOf(card: KnownCard, due: bigint): Refusal<CardFault | 'CARD_VERIFICATION_REQUIRES_CONTACT_DETAILS'> | undefined {
  if (card.status === 'expired') return refuse('PATRON_CODE_EXPIRED')
  if (card.status === 'inactive') return inactive()
  const { mobile, email } = card.contact
  if (card.codeNeeded && mobile === null && email === null) return refuse('CARD_VERIFICATION_REQUIRES_CONTACT_DETAILS')
  return card.available < due ? refuse('INSUFFICIENT_ASSET_VALUE') : undefined
}

/** `returned`: the card was charged for a request that no longer accepts it, and the money is refunded. `lapsed`: a scanned card was never charged. */
export type Failure = Decline | 'returned' | 'lapsed'

const refusals: Readonly<Record<Exclude<Failure, 'lapsed'>, () => Refusal<CardFault | 'PAYMENT_DECLINED'>>> = {
  insufficient: () => refuse('INSUFFICIENT_ASSET_VALUE'),
  expired: () => refuse('PATRON_CODE_EXPIRED'),
  inactive,
  declined: () => refuse('PAYMENT_DECLINED', { reason: 'declined' }),
  returned: () => refuse('PAYMENT_DECLINED', { reason: 'returned' }),
}
export const refusalOfFailure = (failure: Exclude<Failure, 'lapsed'>) => refusals[failure]()

/** Why a request whose card was scanned is cancelled when the company does not charge it. */
export const cancellationOfDecline = {
  insufficient: 'PAYMENT_DECLINED',
  expired: 'PATRON_CODE_EXPIRED',
  inactive: 'INACTIVE_ASSET',
  declined: 'PAYMENT_DECLINED',
} as const satisfies Record<Decline, (typeof cancellationReasons)[number]>

const second = 1000

/** Every second at first, because a customer is waiting, then exponential up to an hour, without a limit on attempts. */
export function backoffMs(attempts: number): number {
  return attempts < 10 ? second : Math.min(2 ** (attempts - 9) * second, 3_600_000)
}
