import { randomInt } from 'node:crypto'
import { type Cents, cents, min } from '@nikau/money'
import { intervalOf } from '@nikau/nz/nz-time'
import { z } from 'zod'

/** Of every code. Offline codes follow each other. */
export const lifeMs = 5 * 60_000

/** From configuration; amounts in cents. */
export const tillRules = z.strictObject({
  /** The highest that a person may let tills take in a day without approval. */
  highestWithoutApproval: z
    .int()
    .positive()
    .default(10_000)
    .transform((value) => cents(value)),
  /** Codes of an offline set. */
  offlineCodes: z.int().positive().max(48).default(12),
  /** How much longer than shown an offline code pays: clocks differ, and a scan takes a moment. */
  offlineGraceSeconds: z.int().nonnegative().default(30),
})
export type TillRules = z.output<typeof tillRules>

const prefix = '999000'
/** As many barcodes as nine random digits make. The prefix and the check digit are no secret. */
const barcodes = 1_000_000_000

/**
 * The chance that one of so many guesses in a row is a live code, if so many are live: each guess takes another barcode. The limits on
 * guesses make it small (docs/decisions/0143-guessing-patron-codes.md).
 */
export function guessChance({ guesses, liveCodes }: { guesses: number; liveCodes: number }): number {
  return -Math.expm1(guesses * Math.log1p(-liveCodes / barcodes))
}

/** Six digits that tell a till whose code it is, nine random ones, and the check digit. */
export function newBarcode(): string {
  const digits = prefix + String(randomInt(barcodes)).padStart(9, '0')
  return digits + String((10 - (luhnSum(`${digits}0`) % 10)) % 10)
}

/** Whether a scanned barcode has the form of a patron code, as opposed to a loyalty card's. */
export function isPatronBarcode(barcode: string): boolean {
  return barcode.length === 16 && barcode.startsWith(prefix)
}

export function passesLuhn(digits: string): boolean {
  return luhnSum(digits) % 10 === 0
}

/** When each code of a set starts and ends. */
export function offlineTimes(from: Date, count: number): { startsAt: Date; expiresAt: Date }[] {
  const at = (place: number) => new Date(from.getTime() + place * lifeMs)
  return Array.from({ length: count }, (_, place) => ({ startsAt: at(place), expiresAt: at(place + 1) }))
}

/** The counter of what tills take without approval on the day of an instant in Pacific/Auckland. Test and live money count apart. */
export function dayCounterOf(accountId: string, assetType: string, at: Date): string {
  return `without-approval:${accountId}:${assetType}:${intervalOf(at, 'daily')}`
}

export const setCounterOf = (setId: string) => `offline-codes:${setId}`

export interface TillSetting {
  noSignal: boolean
  withoutApproval: Cents | null
}

export const nothingAllowed: TillSetting = { noSignal: false, withoutApproval: null }

/** What tills may take on a day. A highest that was lowered since the person chose holds at once. */
export function dayLimitOf({ withoutApproval }: TillSetting, { highestWithoutApproval }: TillRules): Cents | null {
  return withoutApproval === null ? null : min(withoutApproval, highestWithoutApproval)
}

/** Whether tills could take more than before. */
export function allowsMore(before: TillSetting, after: TillSetting): boolean {
  return (after.noSignal && !before.noSignal) || (after.withoutApproval ?? 0n) > (before.withoutApproval ?? 0n)
}

/** Where the database tells every process that a till has scanned a code. The payload is a random id of each. */
export const scanChannel = 'patron_code_scanned'

export interface Scan {
  personId: string
  paymentRequestId: string
}

export const payloadOf = ({ personId, paymentRequestId }: Scan) => `${personId} ${paymentRequestId}`

export function scanOf(payload: string): Scan {
  const [personId = '', paymentRequestId = ''] = payload.split(' ')
  return { personId, paymentRequestId }
}

/** Every second digit from the right is doubled, and the digits of all results are added. */
function luhnSum(digits: string): number {
  return Array.from(digits, Number)
    .toReversed()
    .reduce((total, digit, position) => {
      const value = digit * (position % 2 === 1 ? 2 : 1)
      return total + (value > 9 ? value - 9 : value)
    }, 0)
}
