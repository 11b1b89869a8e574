import * as z from 'zod/mini'
import { amountToMove, idempotencyKey, liveness } from './amounts.ts'
import { endpoint } from './endpoint.ts'
import { id, moment, money } from './wire.ts'

/** Money between a wallet and a bank account of its owner. */

/** `created`: accepted here. `requested`: with the bank. `done` and `failed`: the last word, unless the bank takes money back later. */
export const fundsTransferStatus = z.enum(['created', 'requested', 'done', 'failed'])

/** Why a transfer failed. The first seven are the bank's. */
export const fundsTransferFailure = z.enum([
  'insufficient-funds',
  'no-authority',
  'authority-cancelled',
  'account-closed',
  'account-transferred',
  'stopped-by-payer',
  'payer-deceased',
  'aborted',
])
export type FundsTransferFailure = z.output<typeof fundsTransferFailure>

export const stepKey = z.enum(['asked', 'sent', 'at-bank', 'held', 'done', 'failed', 'reversed'])
export type StepKey = z.output<typeof stepKey>

/** One step of the way. What is to come has a date as well: the day by which it happens. */
export const transferStep = z.object({ key: stepKey, at: z.optional(moment), by: z.optional(z.iso.date()) })
export type TransferStep = z.output<typeof transferStep>

export const fundsTransfer = z.object({
  id,
  type: z.enum(['topup', 'withdrawal']),
  accountId: id,
  walletId: id,
  assetId: id,
  bankAuthorityId: id,
  bankAccountId: id,
  amount: money,
  status: fundsTransferStatus,
  failure: z.optional(fundsTransferFailure),
  liveness,
  createdAt: moment,
  updatedAt: moment,
  /** The day by which the money is there, by the banks' calendar. */
  arrivesBy: z.iso.date(),
  /** Whether it can still be taken back: not sent to the bank yet. */
  abortable: z.boolean(),
  /** Settled, and held until the bank account is verified. */
  held: z.boolean(),
  timeline: z.array(transferStep),
})
export type FundsTransfer = z.output<typeof fundsTransfer>

/** Older names of two fields: either pair may be given. */
const move = z.strictObject({ bankAuthorityId: id, walletId: id, amount: amountToMove, idempotencyKey })

const refused = {
  FORBIDDEN: 403,
  BANK_AUTHORITY_WALLET_MISMATCH: 403,
  INVALID_WALLET_TYPE: 403,
  QUOTA_EXCEEDED: 403,
  IDEMPOTENT_OPERATION_FAILED: 422,
} as const

export const createTopUp = endpoint({
  method: 'POST',
  path: '/api/topups',
  access: 'person',
  summary: 'Asks the bank for money by direct debit; the wallet is credited when the bank has settled it',
  body: move,
  answer: fundsTransfer,
  refusals: {
    ...refused,
    DIRECT_DEBIT_NOT_AUTHORIZED: 403,
    BANK_ACCOUNT_TYPE_NOT_CONFIGURED_FOR_TOPUP: 403,
    MAX_INFLIGHT_TOPUPS_EXCEEDED: 403,
    MAX_INFLIGHT_TOPUP_AMOUNT_EXCEEDED: 403,
  },
})

export const createWithdrawal = endpoint({
  method: 'POST',
  path: '/api/withdrawals',
  access: 'person',
  summary: 'Pays money out to a linked bank account; it leaves the wallet at once',
  body: move,
  answer: fundsTransfer,
  refusals: { ...refused, INSUFFICIENT_WALLET_BALANCE: 403, BANK_ACCOUNT_TYPE_NOT_CONFIGURED_FOR_WITHDRAWAL: 403 },
})

/** What an INSUFFICIENT_WALLET_BALANCE answer carries. */
export const balanceRefusal = z.object({ available: money })

export const listTopUps = endpoint({
  method: 'GET',
  path: '/api/topups',
  access: 'person',
  summary: 'The top-ups of all the accounts of the caller, newest first',
  answer: z.array(fundsTransfer),
  refusals: {},
})

export const listAccountTopUps = endpoint({
  method: 'GET',
  path: '/api/accounts/:accountId/topups',
  access: 'person',
  summary: 'The top-ups of an account, newest first',
  params: z.object({ accountId: id }),
  answer: z.array(fundsTransfer),
  refusals: { FORBIDDEN: 403 },
})

export const listAccountWithdrawals = endpoint({
  method: 'GET',
  path: '/api/accounts/:accountId/withdrawals',
  access: 'person',
  summary: 'The withdrawals of an account, newest first',
  params: z.object({ accountId: id }),
  answer: z.object({ items: z.array(fundsTransfer) }),
  refusals: { FORBIDDEN: 403 },
})

export const getFundsTransfer = endpoint({
  method: 'GET',
  path: '/api/funds-transfers/:id',
  access: 'person',
  summary: 'One top-up or withdrawal with its timeline',
  params: z.object({ id }),
  answer: fundsTransfer,
  refusals: { FORBIDDEN: 403 },
})

export const abortFundsTransfer = endpoint({
  method: 'POST',
  path: '/api/funds-transfers/:id/abort',
  access: 'person',
  summary: 'Takes back a top-up that has not gone to the bank',
  params: z.object({ id }),
  answer: z.object({}),
  refusals: { FORBIDDEN: 403, ABORT_WITHDRAWAL_NOT_SUPPORTED: 403, FUNDS_TRANSFER_ALREADY_COMPLETE: 403 },
})
