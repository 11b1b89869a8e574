import * as z from 'zod/mini'
import type { AccountType } from './accounts.ts'
import { amountToMove, idempotencyKey } from './amounts.ts'
import { asset } from './assets.ts'
import { endpoint } from './endpoint.ts'
import { decimal, id, moment, money, page, pageKey } from './wire.ts'

/** A money wallet, as far as screens that only move money need to know it. Every asset of category money is one. */
export const wallet = z.object({ id, balance: money, settlement: z.boolean() })
export type Wallet = z.output<typeof wallet>

export const createWallet = endpoint({
  method: 'POST',
  path: '/api/wallet-assets',
  access: 'person',
  summary: 'Opens a money wallet for an account',
  body: z.strictObject({
    accountId: id,
    ledgerId: z.enum(['nikau.nzd.main', 'nikau.nzd.test']),
    settlement: z.optional(z.boolean()),
  }),
  answer: asset,
  refusals: { FORBIDDEN: 403, ACCOUNT_MAX_WALLETS_REACHED: 403, LIVENESS_MISMATCH: 403 },
})

/** An org only ever has settlement wallets; a person has one only when they ask for it. */
export function opensAsSettlement(owner: AccountType, asked: boolean | undefined): boolean {
  return owner === 'org' || asked === true
}

/** A completed movement on a wallet. `amount` is its size, `value` the same with the sign this wallet sees. */
export const walletTransaction = z.object({
  activityNumber: z.int(),
  amount: money,
  value: money,
  createdAt: moment,
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
  summary: 'Completed movements on a wallet, newest first',
  params: z.object({ walletId: id }),
  query: z.strictObject({
    pageKey,
    paginationLimit: z.optional(decimal.check(z.multipleOf(1), z.gte(1), z.lte(100))),
    /** Only what came in, or only what went out. */
    direction: z.optional(z.enum(['in', 'out'])),
    /** Found in the name of the other side; case and macrons do not matter. */
    text: z.optional(z.string().check(z.trim(), z.maxLength(80))),
    /** The exact size of the movement, in cents, whatever its sign. */
    amount: z.optional(amountToMove),
  }),
  answer: page(walletTransaction),
  refusals: { FORBIDDEN: 403 },
  paged: true,
})

/** Each movement has a number of its own on its wallet, under which its receipt is found for ever. */
export const getWalletTransaction = endpoint({
  method: 'GET',
  path: '/api/wallets/:walletId/transactions/:activityNumber',
  access: 'person',
  summary: 'One completed movement on a wallet',
  params: z.object({ walletId: id, activityNumber: z.string().check(z.regex(/^\d{1,15}$/, 'is not the number of a movement')) }),
  answer: walletTransaction,
  refusals: { FORBIDDEN: 403 },
})

export const topUpTestWallet = endpoint({
  method: 'POST',
  path: '/api/wallets/:walletId/topup',
  access: 'person',
  summary: 'Puts play money into a test wallet, at once; answers the wallet as it then is',
  params: z.object({ walletId: id }),
  body: z.strictObject({
    amount: amountToMove,
    /** The same wallet again: the top-up screen names it in the body as well as in the path. */
    assetId: z.optional(id),
    idempotencyKey,
  }),
  answer: asset,
  /** INVALID_WALLET_TYPE: real money never comes from nowhere, and a settlement wallet only takes payments. */
  refusals: { FORBIDDEN: 403, INVALID_WALLET_TYPE: 403, QUOTA_EXCEEDED: 403, IDEMPOTENT_OPERATION_FAILED: 422 },
})
