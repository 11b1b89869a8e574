import { createHash } from 'node:crypto'
import type { FundsTransferFailure, TransferStep } from '@nikau/contract/funds-transfers'
import { addBusinessDays, bankCutOffHour, countsAsAsked, goesToBankOn, topUpBusinessDays, withdrawalBusinessDays } from '@nikau/contract/business-calendar'
import type { CalendarDate } from '@nikau/contract/nz-time'
import { cents } from '@nikau/money'

export type TransferType = 'topup' | 'withdrawal'

/** From the business day that a transfer is sent on. */
const businessDays: Readonly<Record<TransferType, number>> = { topup: topUpBusinessDays, withdrawal: withdrawalBusinessDays }

/** What may be with the bank at once, for one bank account. */
export const inFlight = { count: 10n, verified: cents(100_000n), unverified: cents(10_000n) }

/** For so long after it was sent, the code of a transfer shows who can read the statement it stands on. */
export const codeLifeMs = 14 * 86_400_000

/** The moments of a transfer. The status says the same in one word. */
export interface Course {
  type: TransferType
  createdAt: Date
  sentAt: Date | null
  settledAt: Date | null
  held: boolean
  doneAt: Date | null
  failedAt: Date | null
  reversedAt: Date | null
}

/** The business day by which the money is there. It counts from when the transfer went to the bank, and until then from when it was asked for. */
export function arrivalOf(transfer: Pick<Course, 'type' | 'createdAt' | 'sentAt'>): CalendarDate {
  return addBusinessDays(sendingDay(transfer), businessDays[transfer.type])
}

function sendingDay({ createdAt, sentAt }: Pick<Course, 'createdAt' | 'sentAt'>): CalendarDate {
  return sentAt ? countsAsAsked(sentAt, bankCutOffHour) : goesToBankOn(createdAt)
}

/**
 * The way of a transfer, the same for screens and letters: what has happened with its moment, what is to come with the day by
 * which it happens: the bank has its days until the last one. What went wrong is the end of it. When a held top-up is done is up
 * to its owner, so that has no day.
 */
export function timelineOf(transfer: Course): TransferStep[] {
  const { createdAt, sentAt, settledAt, held, doneAt, failedAt, reversedAt } = transfer
  const wasHeld = held || (settledAt !== null && doneAt !== null && doneAt > settledAt)
  const past: TransferStep[] = [{ key: 'asked', at: createdAt }]
  if (sentAt) past.push({ key: 'sent', at: sentAt })
  if (settledAt) past.push({ key: 'at-bank', at: settledAt })
  if (settledAt && wasHeld) past.push({ key: 'held', at: settledAt })
  if (doneAt) past.push({ key: 'done', at: doneAt })
  if (reversedAt) return [...past, { key: 'reversed', at: reversedAt }]
  if (failedAt) return [...past, { key: 'failed', at: failedAt }]
  if (doneAt) return past
  if (held) return [...past, { key: 'done' }]
  const by = arrivalOf(transfer)
  const toCome: TransferStep[] = sentAt ? [] : [{ key: 'sent', by: sendingDay(transfer) }]
  return [...past, ...toCome, { key: 'at-bank', by }, { key: 'done', by }]
}

/** What the bank knows a transfer by: 55 bits of its id in letters and digits that survive every bank's file. */
export function referenceOf(type: TransferType, id: string): string {
  const bits = BigInt(`0x${createHash('sha256').update(id).digest('hex').slice(0, 16)}`)
  let text = ''
  for (let place = 0n; place < 11n; place++) text += 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'[Number((bits >> (place * 5n)) & 31n)]
  return (type === 'topup' ? 'T' : 'W') + text
}

/** Four digits out of something random. */
export function codeOf(random: string): string {
  return (createHash('sha256').update(`code:${random}`).digest().readUInt32BE() % 10_000).toString().padStart(4, '0')
}

/** What the bank's word is about to do to a transfer. */
export type News = 'settle' | 'fail' | 'reverse'
export type Verdict = 'applied' | 'repeated' | 'unknown-reference' | 'conflict'

/**
 * Whether the bank's word fits what is known. A word that was heard before is a repetition, however often it comes and whatever
 * came after it. Nothing is true of a transfer that never went to the bank, nothing settles after it failed, and only what has
 * settled can be taken back.
 */
export function verdictOn(news: News, { sentAt, settledAt, failedAt, reversedAt }: Course): Exclude<Verdict, 'unknown-reference'> {
  const heard = { settle: settledAt, fail: failedAt, reverse: reversedAt }[news]
  if (heard) return 'repeated'
  if (!sentAt || failedAt || reversedAt) return 'conflict'
  return news === 'reverse' && !settledAt ? 'conflict' : 'applied'
}

/** In the bank's words, for letters. */
export const failureWords: Readonly<Record<FundsTransferFailure, string>> = {
  'insufficient-funds': 'there was not enough money in the account',
  'no-authority': 'it holds no direct debit authority for us',
  'authority-cancelled': 'the direct debit authority was cancelled',
  'account-closed': 'the account is closed',
  'account-transferred': 'the account has moved to another bank or branch',
  'stopped-by-payer': 'the payment was stopped at the payer’s request',
  'payer-deceased': 'the holder of the account has died',
  aborted: 'you took it back before it was sent',
}
