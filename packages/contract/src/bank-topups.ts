import * as z from 'zod/mini'
import { amountToMove, liveness, requiredIdempotencyKey } from './amounts.ts'
import { endpoint } from './endpoint.ts'
import { bankAnswer, oneOffBank, oneOffFailure, oneOffStatus } from './one-off-payments.ts'
import { id, money, timestamp } from './wire.ts'

/** Top-ups that the owner approves at their bank: paid by bank, and in the wallet as soon as the bank says that it has paid. */

/** Once it is approved it is a funds transfer with the same id too. */
export const bankTopUp = z.object({
  id,
  walletId: id,
  bank: oneOffBank,
  amount: money,
  /** As of a payment by bank; `paid`: the money is in the wallet. */
  status: oneOffStatus,
  failure: z.optional(oneOffFailure),
  liveness,
  createdAt: timestamp,
  expiresAt: timestamp,
  /** The account that paid, where the bank tells it: its holder, and its number with most digits hidden. */
  payer: z.optional(z.object({ name: z.string(), number: z.string() })),
})
export type BankTopUp = z.output<typeof bankTopUp>

export const createBankTopUp = endpoint({
  method: 'POST',
  path: '/api/bank-topups',
  access: 'person',
  summary: 'Start a top-up by bank approval. The browser opens the returned authorizationUrl',
  body: z.strictObject({ walletId: id, bank: oneOffBank, amount: amountToMove, idempotencyKey: requiredIdempotencyKey }),
  answer: z.object({ id, authorizationUrl: z.string() }),
  refusals: { FORBIDDEN: 403, INVALID_WALLET_TYPE: 403, QUOTA_EXCEEDED: 403, PAUSED: 403, BANK_UNAVAILABLE: 503, IDEMPOTENT_OPERATION_FAILED: 422 },
  perMinute: 30,
})

export const getBankTopUp = endpoint({
  method: 'GET',
  path: '/api/bank-topups/:id',
  access: 'person',
  summary: 'Get a top-up by bank approval. Its id is the OAuth state returned by the bank',
  params: z.object({ id }),
  answer: bankTopUp,
  refusals: { FORBIDDEN: 403 },
})

export const completeBankTopUp = endpoint({
  method: 'POST',
  path: '/api/bank-topups/:id/complete',
  access: 'person',
  summary: 'Complete a top-up with the authorisation code of the bank. Repeating the call returns the first result and never charges twice',
  params: z.object({ id }),
  body: bankAnswer,
  answer: bankTopUp,
  refusals: {
    FORBIDDEN: 403,
    /** The code does not belong to this top-up, or this is not the browser that started it (`reason: other-browser`). Nothing was charged. */
    PAYMENT_DECLINED: 403,
    /** Other top-ups were faster. Nothing was charged. */
    QUOTA_EXCEEDED: 403,
  },
})

export const cancelBankTopUp = endpoint({
  method: 'POST',
  path: '/api/bank-topups/:id/cancel',
  access: 'person',
  summary: 'Cancel a top-up that its owner did not approve at the bank',
  params: z.object({ id }),
  answer: bankTopUp,
  refusals: { FORBIDDEN: 403 },
})
