import { cents } from '@nikau/money'
import * as z from 'zod/mini'
import { amountToMove, liveness, requiredIdempotencyKey } from './amounts.ts'
import { endpoint } from './endpoint.ts'
import { oneOffBanks } from './one-off-banks.ts'
import { id, timestamp, money } from './wire.ts'

/** Top-ups and withdrawals: transfers between a wallet and its owner's bank account. */

/** `created`: accepted. `requested`: sent to the bank. `done` and `failed` are final, unless the bank reverses a top-up later. */
export const fundsTransferStatus = z.enum(['created', 'requested', 'done', 'failed'])

/** The first seven come from the bank. */
export const fundsTransferFailure = z.enum([
  'insufficient-funds',
  'no-authority',
  'authority-cancelled',
  'account-closed',
  'account-transferred',
  'stopped-by-payer',
  'payer-deceased',
  'aborted',
  /** Of a top-up by bank approval. `returned`: the wallet could not take the money, which goes back. */
  'declined',
  'expired',
  'bank-unavailable',
  'returned',
])
export type FundsTransferFailure = z.output<typeof fundsTransferFailure>

/** What may be on its way by direct debit from one bank account. */
export const pendingTopUpLimits = { verified: cents(100_000n), unverified: cents(10_000n) }

export const stepKey = z.enum(['requested', 'sent', 'at-bank', 'held', 'done', 'failed', 'reversed'])
export type StepKey = z.output<typeof stepKey>

/** A step of the timeline. `at` is when it happened; `by` is when a future step is expected. */
export const transferStep = z.object({ key: stepKey, at: z.optional(timestamp), by: z.optional(z.iso.date()) })
export type TransferStep = z.output<typeof transferStep>

export const fundsTransfer = z.object({
  id,
  type: z.enum(['topup', 'withdrawal']),
  accountId: id,
  walletId: id,
  assetId: id,
  /** The linked account. A top-up by bank approval has none, but the bank. */
  bankAuthorityId: z.optional(id),
  bankAccountId: z.optional(id),
  bank: z.optional(z.enum(oneOffBanks)),
  amount: money,
  status: fundsTransferStatus,
  failure: z.optional(fundsTransferFailure),
  liveness,
  createdAt: timestamp,
  updatedAt: timestamp,
  /** The business day by which the money arrives. */
  arrivesBy: z.iso.date(),
  /** It can still be cancelled, because it has not been sent to the bank. */
  abortable: z.boolean(),
  /** Settled, but held until the bank account is verified. */
  held: z.boolean(),
  timeline: z.array(transferStep),
})
export type FundsTransfer = z.output<typeof fundsTransfer>

const transferBody = z.strictObject({ bankAuthorityId: id, walletId: id, amount: amountToMove, idempotencyKey: requiredIdempotencyKey })

const transferRefusals = {
  FORBIDDEN: 403,
  BANK_AUTHORITY_WALLET_MISMATCH: 403,
  INVALID_WALLET_TYPE: 403,
  QUOTA_EXCEEDED: 403,
  PAUSED: 403,
  IDEMPOTENT_OPERATION_FAILED: 422,
} as const

export const createTopUp = endpoint({
  method: 'POST',
  path: '/api/topups',
  access: 'person',
  summary: 'Create a top-up by direct debit. The wallet is credited once the bank settles it',
  body: transferBody,
  answer: fundsTransfer,
  refusals: {
    ...transferRefusals,
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
  summary: 'Create a withdrawal to a linked bank account. The wallet is debited immediately',
  body: transferBody,
  answer: fundsTransfer,
  refusals: {
    ...transferRefusals,
    ACCOUNT_FROZEN: 403,
    INSUFFICIENT_WALLET_BALANCE: 403,
    BANK_ACCOUNT_TYPE_NOT_CONFIGURED_FOR_WITHDRAWAL: 403,
    WITHDRAWAL_MINIMUM_UNVERIFIED: 403,
    WITHDRAWAL_LIMIT_UNVERIFIED: 403,
    NEW_PAYEE_LIMIT_EXCEEDED: 403,
  },
  stepUp: 'always',
})

/** The body of a WITHDRAWAL_MINIMUM_UNVERIFIED error. */
export const minimumRefusal = z.object({ minimum: money })
/** The body of a NEW_PAYEE_LIMIT_EXCEEDED error: what can still be withdrawn to new bank accounts before the wait ends. */
export const newPayeeRefusal = z.object({ available: money, until: timestamp })

/** The body of an INSUFFICIENT_WALLET_BALANCE error. */
export const balanceRefusal = z.object({ available: money })

export const listTopUps = endpoint({
  method: 'GET',
  path: '/api/topups',
  access: 'person',
  summary: 'List top-ups of all accounts of the caller, newest first',
  answer: z.array(fundsTransfer),
  refusals: {},
})

export const listAccountTopUps = endpoint({
  method: 'GET',
  path: '/api/accounts/:accountId/topups',
  access: 'person',
  summary: 'List top-ups of an account, newest first',
  params: z.object({ accountId: id }),
  answer: z.array(fundsTransfer),
  refusals: { FORBIDDEN: 403 },
})

export const listAccountWithdrawals = endpoint({
  method: 'GET',
  path: '/api/accounts/:accountId/withdrawals',
  access: 'person',
  summary: 'List withdrawals of an account, newest first',
  params: z.object({ accountId: id }),
  answer: z.object({ items: z.array(fundsTransfer) }),
  refusals: { FORBIDDEN: 403 },
})

export const getFundsTransfer = endpoint({
  method: 'GET',
  path: '/api/funds-transfers/:id',
  access: 'person',
  summary: 'Get a top-up or withdrawal with its timeline',
  params: z.object({ id }),
  answer: fundsTransfer,
  refusals: { FORBIDDEN: 403 },
})

export const abortFundsTransfer = endpoint({
  method: 'POST',
  path: '/api/funds-transfers/:id/abort',
  access: 'person',
  summary: 'Cancel a top-up that has not been sent to the bank',
  params: z.object({ id }),
  answer: z.object({}),
  refusals: { FORBIDDEN: 403, ABORT_WITHDRAWAL_NOT_SUPPORTED: 403, FUNDS_TRANSFER_ALREADY_COMPLETE: 403 },
})
