import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { feeMethod } from './fees.ts'
import { fundsTransferFailure } from './funds-transfers.ts'
import { adjustmentWords } from './wallet-activity.ts'
import { file, id, money, page, pageKey, timestamp } from './wire.ts'

/**
 * `building`: waits for the bank file of its day. `sent-back`: the bank returned it, and its amount is payable again. `carried`: nothing is
 * sent, all of it goes into the next payout.
 */
export const payoutStatus = z.enum(['building', 'sent', 'paid', 'sent-back', 'carried'])
export const carriedReason = z.enum(['below-minimum', 'on-hold', 'no-account', 'account-to-confirm', 'below-zero'])
export type CarriedReason = z.output<typeof carriedReason>

const day = z.iso.date()

/** What a payout consists of, before it is known what of it is paid out. */
const gathered = {
  /** Everything that was sold, with what customers paid by the merchant's own tokens. */
  payments: money,
  /** Everything that was refunded, with own tokens that went back to customers. */
  refunds: money,
  /** Tokens that the merchant has issued itself: they bring no money and cost no fee. Less what refunds gave back. */
  ownTokens: money,
  /** Less what refunds gave back. */
  fees: money,
  gst: money,
  /** What we added, less what we took: corrections, goodwill, amounts that were owed. */
  adjustments: money,
  /** What the payout before left, and what banks returned since. */
  carriedIn: money,
}

/**
 * What a settlement wallet had at the end of a day, paid to the merchant's bank.
 * carriedIn + payments − refunds − ownTokens − fees − gst + adjustments = net + carriedOut.
 */
export const payout = z.object({
  id,
  walletId: id,
  /** The business day on which it goes to the bank. */
  day,
  firstDay: day,
  lastDay: day,
  status: payoutStatus,
  carriedReason: z.optional(carriedReason),
  ...gathered,
  carriedOut: money,
  net: money,
  /** Where it goes, with the text on the bank statement. */
  bank: z.optional(z.object({ name: z.string(), number: z.string(), particulars: z.string(), code: z.string(), reference: z.string() })),
  sentAt: z.optional(timestamp),
  paidAt: z.optional(timestamp),
  returnedAt: z.optional(timestamp),
  returnReason: z.optional(fundsTransferFailure),
})
export type Payout = z.output<typeof payout>

/**
 * A payment, refund or adjustment in a payout, or what is carried in and out. amount − ownTokens − fee − gst = net; all lines of a payout
 * add up to its net. `own-token`: what a token of the merchant's own paid, or gave back with a refund; its net is nothing.
 */
export const payoutLine = z.object({
  kind: z.enum(['carried-in', 'payment', 'refund', 'own-token', 'adjustment', 'carried-out']),
  at: z.optional(timestamp),
  paymentRequestId: z.optional(id),
  shortCode: z.optional(z.string()),
  externalRef: z.optional(z.string()),
  /** The names of the line items, as far as they fit. */
  items: z.optional(z.string()),
  /** How the payment request was paid, without what the till took itself. */
  paidWith: z.optional(z.array(z.object({ method: feeMethod, description: z.string() }))),
  /** What an adjustment is for. */
  adjustment: z.optional(z.enum(adjustmentWords)),
  amount: money,
  /** Of an own token. */
  ownTokens: z.optional(money),
  fee: money,
  gst: money,
  net: money,
})
export type PayoutLine = z.output<typeof payoutLine>

/**
 * What is payable from a settlement wallet so far, when it goes to the bank at the earliest, and what it consists of.
 * carriedIn + payments − refunds − ownTokens − fees − gst + adjustments is soFar, and what is held for the moment.
 */
export const nextPayout = z.object({ walletId: id, day, soFar: money, onHold: z.boolean(), ...gathered })
export type NextPayout = z.output<typeof nextPayout>

export const payoutAccount = z.object({
  bankAccountId: id,
  name: z.string(),
  /** Masked. */
  number: z.string(),
  effectiveAt: timestamp,
})

export const payoutAccounts = z.object({
  current: z.optional(payoutAccount),
  /** Chosen, and not in effect yet. It can be cancelled until then. */
  pending: z.optional(payoutAccount),
  /** The bank returned a payout: nothing is sent until an owner confirms the account or chooses another. */
  toConfirm: z.boolean(),
})
export type PayoutAccounts = z.output<typeof payoutAccounts>

export const payoutSchedule = z.union([
  z.strictObject({ kind: z.literal('daily') }),
  /** 1 is Monday. */
  z.strictObject({ kind: z.literal('weekly'), weekday: z.int().check(z.gte(1), z.lte(5)) }),
  /** On the first business day. */
  z.strictObject({ kind: z.literal('monthly') }),
])
export type PayoutSchedule = z.output<typeof payoutSchedule>

export const payoutSchedules = z.object({ current: payoutSchedule, pending: z.optional(z.object({ schedule: payoutSchedule, firstDay: day })) })
export type PayoutSchedules = z.output<typeof payoutSchedules>

const ofAccount = z.object({ accountId: id })

export const listPayouts = endpoint({
  method: 'GET',
  path: '/api/accounts/:accountId/payouts',
  access: 'person-or-key',
  summary: 'List payouts of a merchant account, newest first',
  params: ofAccount,
  query: z.object({ pageKey }),
  answer: page(payout),
  paged: true,
  refusals: { FORBIDDEN: 403 },
})

export const listNextPayouts = endpoint({
  method: 'GET',
  path: '/api/accounts/:accountId/next-payouts',
  access: 'person-or-key',
  summary: 'Get what each settlement wallet has for its next payout so far, and its business day',
  params: ofAccount,
  answer: z.array(nextPayout),
  refusals: { FORBIDDEN: 403 },
})

export const getPayout = endpoint({
  method: 'GET',
  path: '/api/payouts/:id',
  access: 'person-or-key',
  summary: 'Get a payout: its sums, its status and the text on the bank statement',
  params: z.object({ id }),
  answer: payout,
  refusals: { FORBIDDEN: 403 },
})

export const listPayoutLines = endpoint({
  method: 'GET',
  path: '/api/payouts/:id/lines',
  access: 'person-or-key',
  summary: 'List what a payout consists of, oldest first, own tokens last. Every cent of it is in exactly one line',
  params: z.object({ id }),
  query: z.object({ pageKey }),
  answer: page(payoutLine),
  paged: true,
  refusals: { FORBIDDEN: 403 },
})

export const payoutFormats = {
  csv: 'text/csv; charset=utf-8',
  json: 'application/json',
  xero: 'text/csv; charset=utf-8',
  camt: 'application/xml',
} as const
export type PayoutFormat = keyof typeof payoutFormats

export const exportPayout = endpoint({
  method: 'GET',
  path: '/api/payouts/:id/export',
  access: 'person-or-key',
  summary: 'Export the lines of a payout as CSV, JSON, a Xero bank statement or camt.054',
  params: z.object({ id }),
  query: z.strictObject({ format: z.enum(['csv', 'json', 'xero', 'camt']) }),
  answer: file,
  files: [...new Set(Object.values(payoutFormats))],
  /** EXPORT_TOO_LONG: more than 50,000 lines; page through the lines instead. */
  refusals: { FORBIDDEN: 403, EXPORT_TOO_LONG: 403 },
  perMinute: 30,
})

export const getFeeInvoice = endpoint({
  method: 'GET',
  path: '/api/accounts/:accountId/fee-invoices/:month',
  access: 'person',
  summary: 'Get the tax invoice of a month: the fees of its payouts and the GST on them, as PDF',
  params: z.object({ accountId: id, month: z.string().check(z.regex(/^20\d{2}-(0[1-9]|1[0-2])$/, 'must be YYYY-MM')) }),
  answer: file,
  files: ['application/pdf'],
  /** MONTH_NOT_OVER: the invoice is made when the month has ended. */
  refusals: { FORBIDDEN: 403, MONTH_NOT_OVER: 403 },
  perMinute: 10,
})

export const getPayoutAccount = endpoint({
  method: 'GET',
  path: '/api/accounts/:accountId/payout-account',
  access: 'person',
  summary: 'Get the bank account that payouts go to, and a chosen one that is not in effect yet',
  params: ofAccount,
  answer: payoutAccounts,
  refusals: { FORBIDDEN: 403 },
})

export const choosePayoutAccount = endpoint({
  method: 'PUT',
  path: '/api/accounts/:accountId/payout-account',
  access: 'person',
  summary: 'Choose the verified bank account that payouts go to. A change takes effect after two full business days',
  params: ofAccount,
  body: z.strictObject({ bankAccountId: id }),
  answer: payoutAccounts,
  refusals: { FORBIDDEN: 403, BANK_ACCOUNT_NOT_VERIFIED: 403, PAYEE_NAME_MISMATCH: 403, LIVENESS_MISMATCH: 403 },
  stepUp: 'always',
})

export const cancelPayoutAccount = endpoint({
  method: 'DELETE',
  path: '/api/accounts/:accountId/payout-account',
  access: 'person',
  summary: 'Undo a change of the payout account that is not in effect yet',
  params: ofAccount,
  answer: payoutAccounts,
  refusals: { FORBIDDEN: 403, NO_PENDING_CHANGE: 403 },
})

export const confirmPayoutAccount = endpoint({
  method: 'POST',
  path: '/api/accounts/:accountId/payout-account/confirm',
  access: 'person',
  summary: 'Confirm the payout account after the bank returned a payout, so that it is sent again on the next business day',
  params: ofAccount,
  answer: payoutAccounts,
  refusals: { FORBIDDEN: 403, NOTHING_TO_CONFIRM: 403 },
  stepUp: 'always',
})

export const getPayoutSchedule = endpoint({
  method: 'GET',
  path: '/api/accounts/:accountId/payout-schedule',
  access: 'person',
  summary: 'Get when payouts are made, and a change that is still to come',
  params: ofAccount,
  answer: payoutSchedules,
  refusals: { FORBIDDEN: 403 },
})

export const updatePayoutSchedule = endpoint({
  method: 'PUT',
  path: '/api/accounts/:accountId/payout-schedule',
  access: 'person',
  summary: 'Set when payouts are made: daily, weekly or monthly, from tomorrow on',
  params: ofAccount,
  body: payoutSchedule,
  answer: payoutSchedules,
  refusals: { FORBIDDEN: 403 },
})
