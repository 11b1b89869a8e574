import type { AnswerOf } from '@nikau/contract'
import type { getPayout, listNextPayouts, listPayoutLines, listPayouts, Payout, PayoutLine } from '@nikau/contract/payouts'
import { cents, zero } from '@nikau/money'
import { addDays, calendarDate, instantAt } from '@nikau/nz/nz-time'
import { payoutDayOf } from '@nikau/nz/payout-days'
import type { Clock, Db } from '@nikau/runtime'
import type { Actor } from '../../http/bind.ts'
import { decodeNumberKey, defaultPageSize, toPage } from '../../http/pagination.ts'
import { type Refusal, refuse } from '../../http/refusal.ts'
import { mayActFor } from '../accounts/index.ts'
import { gatheredSums, type PayoutSums } from './rules.ts'
import {
  type LineSource,
  type OwnTokensRow,
  type PayoutRow,
  type PostingRow,
  selectOwnTokens,
  selectPayout,
  selectPayouts,
  selectPostings,
} from './store-read.ts'
import { selectWalletsOfAccount } from './store-run.ts'

/** An account has one settlement wallet of live money; more would be shown up to here. */
const maxWallets = 100

type Answer<Value> = Promise<Value | Refusal<'FORBIDDEN'>>

export async function listOfAccount(db: Db, actor: Actor, accountId: string, pageKey: string | undefined): Answer<AnswerOf<typeof listPayouts>> {
  if (!(await mayActFor(db, actor, accountId, 'payouts:read'))) return refuse('FORBIDDEN')
  const rows = await selectPayouts(db, accountId, { before: pageKey, limit: defaultPageSize })
  return toPage(rows, defaultPageSize, presentPayout, ({ id }) => id)
}

/** What has gathered so far, and the first day on which what is paid now can go out. */
export async function listNext({ db, clock }: { db: Db; clock: Clock }, actor: Actor, accountId: string): Answer<AnswerOf<typeof listNextPayouts>> {
  if (!(await mayActFor(db, actor, accountId, 'payouts:read'))) return refuse('FORBIDDEN')
  const today = calendarDate(clock.now())
  const tomorrow = addDays(today, 1)
  const wallets = await selectWalletsOfAccount(db, { accountId, limit: maxWallets, day: tomorrow, midnight: instantAt(tomorrow), now: clock.now() })
  return wallets.map((wallet) => ({
    walletId: wallet.walletId,
    day: payoutDayOf(today, wallet.schedule),
    soFar: cents(wallet.available),
    onHold: wallet.isHeld,
    ...presentSums(gatheredSums(wallet)),
  }))
}

export async function getOne(db: Db, actor: Actor, id: string): Answer<AnswerOf<typeof getPayout>> {
  const row = await payoutFor(db, actor, id)
  return row ? presentPayout(row) : refuse('FORBIDDEN')
}

export async function listLines(db: Db, actor: Actor, id: string, pageKey: string | undefined): Answer<AnswerOf<typeof listPayoutLines>> {
  const row = await payoutFor(db, actor, id)
  return row ? await linesOf(db, row, pageKey) : refuse('FORBIDDEN')
}

/** The payout, for an owner of its account. An unknown one is refused in the same way. */
export async function payoutFor(db: Db, actor: Actor, id: string): Promise<PayoutRow | undefined> {
  const row = await selectPayout(db, id)
  return row && (await mayActFor(db, actor, row.accountId, 'payouts:read')) ? row : undefined
}

/**
 * A page of lines. The first begins with what was carried in, the last ends with what is carried out; own tokens follow the postings. A
 * key up to `toVersion` is the version of a posting, a higher one counts own tokens.
 */
export async function linesOf(db: Db, payout: PayoutRow, pageKey: string | undefined, limit = defaultPageSize): Promise<AnswerOf<typeof listPayoutLines>> {
  const key = decodeNumberKey(pageKey) ?? 0n
  const isFirst = key <= payout.fromVersion
  const { rows, more: morePostings } = await selectPostings(db, payout, { after: isFirst ? payout.fromVersion : key, limit })
  const tokensRead = !isFirst && key > payout.toVersion ? key - payout.toVersion : 0n
  const tokens = morePostings ? undefined : await selectOwnTokens(db, payout, { after: payout.ownTokensFrom + tokensRead, limit: limit - rows.length })
  const more = morePostings || tokens!.more
  const lastToken = tokens?.rows.at(-1)?.version ?? payout.ownTokensFrom + tokensRead
  const nextPageKey = morePostings ? rows.at(-1)!.version : payout.toVersion + lastToken - payout.ownTokensFrom
  const carriedIn = isFirst && payout.carriedIn !== 0n ? [carried('carried-in', payout.carriedIn)] : []
  const carriedOut = !more && payout.carriedOut !== 0n ? [carried('carried-out', -payout.carriedOut)] : []
  const items = [...carriedIn, ...rows.map(presentPosting), ...(tokens?.rows ?? []).map(presentOwnTokens), ...carriedOut]
  return { items, ...(more && { nextPageKey: String(nextPageKey) }) }
}

function carried(kind: 'carried-in' | 'carried-out', amount: bigint): PayoutLine {
  return { kind, amount: cents(amount), fee: zero, gst: zero, net: cents(amount) }
}

function presentSource({ paymentRequestId, shortCode, externalRef, items, paidWith }: LineSource) {
  return {
    ...(paymentRequestId !== null && { paymentRequestId }),
    ...(shortCode !== null && { shortCode }),
    ...(externalRef !== null && { externalRef }),
    ...(items !== null && { items }),
    ...(paidWith !== null && { paidWith }),
  }
}

function presentOwnTokens({ at, amount, ...source }: OwnTokensRow): PayoutLine {
  return { kind: 'own-token', at, amount: cents(amount), ownTokens: cents(amount), fee: zero, gst: zero, net: zero, ...presentSource(source) }
}

function presentPosting({ at, net, fee, gst, adjustment, ...source }: PostingRow): PayoutLine {
  const amount = net + fee + gst
  return {
    kind: adjustment !== null ? 'adjustment' : amount < 0n ? 'refund' : 'payment',
    at,
    amount: cents(amount),
    fee: cents(fee),
    gst: cents(gst),
    net: cents(net),
    ...presentSource(source),
    ...(adjustment !== null && { adjustment }),
  }
}

function presentSums({ payments, refunds, ownTokens, fees, gst, adjustments, carriedIn }: Omit<PayoutSums, 'carriedOut' | 'net'>) {
  return {
    payments: cents(payments),
    refunds: cents(refunds),
    ownTokens: cents(ownTokens),
    fees: cents(fees),
    gst: cents(gst),
    adjustments: cents(adjustments),
    carriedIn: cents(carriedIn),
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
    ...presentSums(row),
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
