import * as z from 'zod/mini'
import type { AccountType } from './accounts.ts'
import { amountToMove, requiredIdempotencyKey } from './amounts.ts'
import { asset } from './assets.ts'
import { endpoint } from './endpoint.ts'
import { decimal, id, timestamp, money, page, pageKey } from './wire.ts'

export const createWallet = endpoint({
  method: 'POST',
  path: '/api/wallet-assets',
  access: 'person',
  summary: 'Create a money wallet for an account',
  body: z.strictObject({
    accountId: id,
    ledgerId: z.enum(['nikau.nzd.main', 'nikau.nzd.test']),
    settlement: z.optional(z.boolean()),
  }),
  answer: asset,
  refusals: { FORBIDDEN: 403, ACCOUNT_MAX_WALLETS_REACHED: 403, LIVENESS_MISMATCH: 403 },
})

/** Every wallet of an org is a settlement wallet; a person's only on request. */
export function isSettlementWallet(owner: AccountType, requested: boolean | undefined): boolean {
  return owner === 'org' || requested === true
}

/** A completed transaction of a wallet. `value` is `amount` with the sign from this wallet's side. */
export const walletTransaction = z.object({
  activityNumber: z.int(),
  amount: money,
  value: money,
  createdAt: timestamp,
  activityType: z.optional(z.string()),
  srcWalletId: z.optional(id),
  destWalletId: z.optional(id),
  srcParty: z.optional(z.string()),
  destParty: z.optional(z.string()),
  paymentRequestId: z.optional(id),
  topupId: z.optional(id),
  assetTransferId: z.optional(id),
  withdrawalId: z.optional(id),
  status: z.optional(z.string()),
})
export type WalletTransaction = z.output<typeof walletTransaction>

export const listWalletTransactions = endpoint({
  method: 'GET',
  path: '/api/wallets/:walletId/transactions',
  access: 'person',
  summary: 'List completed transactions of a wallet, newest first',
  params: z.object({ walletId: id }),
  query: z.strictObject({
    pageKey,
    paginationLimit: z.optional(decimal.check(z.multipleOf(1), z.gte(1), z.lte(100))),
    direction: z.optional(z.enum(['in', 'out'])),
    /** Searches the name of the other party, ignoring case and macrons. */
    text: z.optional(z.string().check(z.trim(), z.maxLength(80))),
    /** The exact amount in cents, incoming or outgoing. */
    amount: z.optional(amountToMove),
  }),
  answer: page(walletTransaction),
  refusals: { FORBIDDEN: 403 },
  paged: true,
})

/** The activity number identifies a transaction within its wallet and never changes. */
export const getWalletTransaction = endpoint({
  method: 'GET',
  path: '/api/wallets/:walletId/transactions/:activityNumber',
  access: 'person',
  summary: 'Get a completed transaction of a wallet',
  params: z.object({ walletId: id, activityNumber: z.string().check(z.regex(/^\d{1,15}$/, 'must be an activity number')) }),
  answer: walletTransaction,
  refusals: { FORBIDDEN: 403 },
})

export const topUpTestWallet = endpoint({
  method: 'POST',
  path: '/api/wallets/:walletId/topup',
  access: 'person',
  summary: 'Add test money to a test wallet. Returns the updated wallet',
  params: z.object({ walletId: id }),
  body: z.strictObject({
    amount: amountToMove,
    /** The same wallet as in the path; the top-up screen sends both. */
    assetId: z.optional(id),
    idempotencyKey: requiredIdempotencyKey,
  }),
  answer: asset,
  /** INVALID_WALLET_TYPE: the wallet is real money or a settlement wallet. */
  refusals: { FORBIDDEN: 403, INVALID_WALLET_TYPE: 403, QUOTA_EXCEEDED: 403, IDEMPOTENT_OPERATION_FAILED: 422 },
})
