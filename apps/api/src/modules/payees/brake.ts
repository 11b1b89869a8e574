import type { Brake, BrakeReason } from '@nikau/contract/payees'
import { type Cents, cents } from '@nikau/money'
import { z } from 'zod'

/** The rules of the scam brake, which asks what a send is for (docs/decisions/0134). */

const amount = (byDefault: number) =>
  z
    .int()
    .positive()
    .default(byDefault)
    .transform((value) => cents(value))

/** Amounts in cents. */
export const brakeLimits = z
  .strictObject({
    /** A first send of so much is asked about. */
    firstLarge: amount(20_000),
    /** So are first sends that come to so much within 24 hours, this one included. */
    firstsPerDay: amount(50_000),
    /** From here on a send is large: asked about on a new device, and when it is many times the sender's largest of some days. */
    large: amount(20_000),
    unusualTimes: z.int().min(2).default(5),
    unusualDays: z.int().positive().max(90).default(90),
    newDeviceHours: z.int().nonnegative().default(24),
  })
  .prefault({})
export type BrakeLimits = z.output<typeof brakeLimits>

/** What the brake looks at. */
export interface SendFacts {
  /** The account has sent to this alias before. */
  known: boolean
  /** Zero for a token, and while no amount is typed. */
  value: Cents
  message: string
  /** First sends of the last 24 hours without this one. */
  firstsToday: Cents
  /** Undefined if nothing was sent in the days that count. */
  largest: Cents | undefined
  newDevice: boolean
}

/**
 * What scammers have their victims write, or write in the name of a relative. Each is a phrase of at least two parts: "gift card" or
 * "crypto" alone is what friends write too.
 */
const scamPatterns: readonly RegExp[] = [
  // Payment by the code of a gift card: "gift card code", "Steam card numbers"
  /\b(gift|steam|itunes|google play|apple|prezzy) ?cards?\b.{0,20}\b(codes?|numbers?|pins?)\b/,
  /\b(codes?|numbers?|pins?) (of|from|on) the\b.{0,20}\bcards?\b/,
  // Somebody else works the phone or the computer
  /\b(anydesk|any desk|teamviewer|team viewer|ultraviewer)\b/,
  /\bremote (access|support|desktop)\b/,
  // Investments that cannot lose
  /\b(crypto|bitcoin|btc|ethereum|usdt|forex|trading|investment) ?(wallet|account|platform|deposit|returns?|profits?)\b/,
  /\b(guaranteed|double your) (returns?|profits?|money)\b/,
  // "Move your money to keep it safe"
  /\b(safe|secure|holding) (account|wallet)\b/,
  // A parcel, a refund or a prize that costs a fee first
  /\b(customs|courier|parcel|delivery|release|clearance) (fee|charge|duty)\b/,
  /\b(tax|ird) (refund|rebate)\b/,
  /\b(lottery|prize|inheritance)\b.{0,20}\b(fee|tax|release|claim)\b/,
  // A relative with a new phone, or in trouble
  /\b(hi|hey|hello) (mum|mom|dad|nan|koro|kui)\b.{0,40}\bnew (number|phone)\b/,
  /\b(new|broken|lost) (number|phone)\b.{0,40}\b(mum|mom|dad)\b/,
  /\b(bail|visa|unlock|verification|activation) (money|fee)\b/,
]

export function hasScamWords(message: string): boolean {
  const text = message
    .normalize('NFKD')
    .replaceAll(/\p{M}|\p{Cf}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
  return scamPatterns.some((pattern) => pattern.test(text))
}

/** Why the brake asks, in the order in which a screen says it. Empty: it does not ask. */
export function reasonsToAsk(send: SendFacts, limits: BrakeLimits): BrakeReason[] {
  const isFirst = !send.known
  const isLarge = send.value >= limits.large
  const applies: Record<BrakeReason, boolean> = {
    'first-large': isFirst && send.value >= limits.firstLarge,
    'first-many': isFirst && send.firstsToday + send.value >= limits.firstsPerDay,
    'new-device': send.newDevice && (isFirst || isLarge),
    'unusual-amount': isLarge && send.largest !== undefined && send.value >= send.largest * BigInt(limits.unusualTimes),
    'scam-words': hasScamWords(send.message),
  }
  return (Object.keys(applies) as BrakeReason[]).filter((reason) => applies[reason])
}

/** Whether a send needs a confirmation of the recipient, or a purpose as well. */
export function brakeOf(send: SendFacts, limits: BrakeLimits): { brake: Brake; reasons: BrakeReason[] } {
  const reasons = reasonsToAsk(send, limits)
  if (reasons.length > 0) return { brake: 'ask', reasons }
  return { brake: send.known ? 'none' : 'confirm', reasons }
}
