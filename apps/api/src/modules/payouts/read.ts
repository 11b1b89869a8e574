import type { AnswerOf } from '@nikau/contract'
import type { getPayout, listNextPayouts, listPayoutLines, listPayouts, Payout, PayoutLine } from '@nikau/contract/payouts'
import { cents } from '@nikau/money'
import { addDays, calendarDate } from '@nikau/nz/nz-time'
import type { Clock, Db } from '@nikau/runtime'
import type { Person } from '../../http/bind.ts'
import { decodeNumberKey, defaultPageSize, toPage } from '../../http/pagination.ts'
import { type Refusal, refuse } from '../../http/refusal.ts'
import { mayActFor } from '../accounts/index.ts'
import { payoutDayOf } from './rules.ts'
import { type PayoutRow, type PostingRow, selectPayable, selectPayout, selectPayouts, selectPostings } from './store-read.ts'

type Answer<Value> = Promise<Value | Refusal<'FORBIDDEN'>>

export async function listOfAccount(db: Db, person: Person, accountId: string, pageKey: string | undefined): Answer<AnswerOf<typeof listPayouts>> {
  if (!(await mayActFor(db, person, accountId))) return refuse('FORBIDDEN')
  const rows = await selectPayouts(db, accountId, { before: pageKey, limit: defaultPageSize })
  return toPage(rows, defaultPageSize, presentPayout, ({ id }) => id)
}

/** What has gathered so far, and the first day on which what is paid now can go out. */
export async function listNext({ db, clock }: { db: Db; clock: Clock }, person: Person, accountId: string): Answer<AnswerOf<typeof listNextPayouts>> {
  if (!(await mayActFor(db, person, accountId))) return refuse('FORBIDDEN')
  const today = calendarDate(clock.now())
  const wallets = await selectPayable(db, accountId, addDays(today, 1))
  return wallets.map(({ walletId, available, onHold, schedule }) => ({ walletId, day: payoutDayOf(today, schedule), soFar: cents(available), onHold }))
}

export async function getOne(db: Db, person: Person, id: string): Answer<AnswerOf<typeof getPayout>> {
  const row = await payoutFor(db, person, id)
  return row ? presentPayout(row) : refuse('FORBIDDEN')
}

export async function listLines(db: Db, person: Person, id: string, pageKey: string | undefined): Answer<AnswerOf<typeof listPayoutLines>> {
  const row = await payoutFor(db, person, id)
  return row ? await linesOf(db, row, pageKey) : refuse('FORBIDDEN')
}

/** The payout, for an owner of its account. An unknown one is refused in the same way. */
export async function payoutFor(db: Db, person: Person, id: string): Promise<PayoutRow | undefined> {
  const row = await selectPayout(db, id)
  return row && (await mayActFor(db, person, row.accountId)) ? row : undefined
}

/** A page of lines. The first begins with what was carried in, the last ends with what is carried out. */
export async function linesOf(db: Db, payout: PayoutRow, pageKey: string | undefined, limit = defaultPageSize): Promise<AnswerOf<typeof listPayoutLines>> {
  const key = decodeNumberKey(pageKey) ?? 0n
  const isFirst = key <= payout.fromVersion
  const { rows, more } = await selectPostings(db, payout, { after: isFirst ? payout.fromVersion : key, limit })
  const carriedIn = isFirst && payout.carriedIn !== 0n ? [carried('carried-in', payout.carriedIn)] : []
  const carriedOut = !more && payout.carriedOut !== 0n ? [carried('carried-out', -payout.carriedOut)] : []
  return { items: [...carriedIn, ...rows.map(presentPosting), ...carriedOut], ...(more && { nextPageKey: String(rows.at(-1)!.version) }) }
}

function carried(kind: 'carried-in' | 'carried-out', amount: bigint): PayoutLine {
  return { kind, amount: cents(amount), fee: cents(0n), gst: cents(0n), net: cents(amount) }
}

function presentPosting({ at, net, fee, gst, paymentRequestId, shortCode, externalRef, adjustment }: PostingRow): PayoutLine {
  const amount = net + fee + gst
  return {
    kind: adjustment !== null ? 'adjustment' : amount < 0n ? 'refund' : 'payment',
    at,
    amount: cents(amount),
    fee: cents(fee),
    gst: cents(gst),
    net: cents(net),
    ...(paymentRequestId !== null && { paymentRequestId }),
    ...(shortCode !== null && { shortCode }),
    ...(externalRef !== null && { externalRef }),
    ...(adjustment !== null && { adjustment }),
  }
}

const statuses = { waiting: 'building', sent: 'sent', paid: 'paid', returned: 'sent-back' } as const

export function presentPayout(row: PayoutRow): Payout {
  const { id, walletId, day, firstDay, lastDay, sentAt, paidAt, returnedAt, returnReason, carriedReason, name, number, particulars, code, reference } = row
  return {
    id,
    walletId,
    day,
    firstDay,
    lastDay,
    status: row.status === null ? 'carried' : statuses[row.status],
    payments: cents(row.payments),
    refunds: cents(row.refunds),
    fees: cents(row.fees),
    gst: cents(row.gst),
    adjustments: cents(row.adjustments),
    carriedIn: cents(row.carriedIn),
    carriedOut: cents(row.carriedOut),
    net: cents(row.net),
    ...(carriedReason && { carriedReason }),
    ...(reference !== null && { bank: { name: name!, number: number!, particulars: particulars!, code: code!, reference } }),
    ...(sentAt && { sentAt }),
    ...(paidAt && { paidAt }),
    ...(returnedAt && { returnedAt }),
    ...(returnReason && { returnReason }),
  }
}
