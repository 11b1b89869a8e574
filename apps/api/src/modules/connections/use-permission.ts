import { effect, type Effect, type Ledger, type NewAccount, type Operation } from '@nikau/ledger'
import type { Cents } from '@nikau/money'
import { intervalOf } from '@nikau/nz/nz-time'
import type { Clock, Db } from '@nikau/runtime'
import type { MerchantKey } from '../../http/bind.ts'
import { inTransaction, type Refusal, refuse } from '../../http/refusal.ts'
import { counterOf, limitsOf } from './rules.ts'
import { type AuthorisedRow, selectAuthorised, selectConnection } from './store.ts'
import { permissionUsed, tokensAllowed } from './store-uses.ts'

/**
 * The customer that a shop's payment request is bound to. A connection that is not authorised, has ended or is paused is answered like
 * an unknown one: the shop does not learn which.
 */
export async function connectedCustomer(
  db: Db,
  key: MerchantKey,
  of: { connectionId: string; merchantId: string },
): Promise<{ accountId: string } | Refusal<'CONNECTION_NOT_FOUND' | 'CONNECTION_MERCHANT_MISMATCH' | 'CONNECTION_CREATED_BY_MISMATCH'>> {
  const row = await selectConnection(db, of.connectionId)
  if (!row) return refuse('CONNECTION_NOT_FOUND')
  if (row.createdByAccountId !== key.accountId) return refuse('CONNECTION_CREATED_BY_MISMATCH')
  if (row.merchantId !== of.merchantId) return refuse('CONNECTION_MERCHANT_MISMATCH')
  return row.status === 'authorized' && row.pausedAt === null ? { accountId: row.accountId! } : refuse('CONNECTION_NOT_FOUND')
}

/** Who a payment without approval is made for; undefined while the shop has to ask. */
export async function permittedPayer(db: Db, connectionId: string): Promise<Pick<AuthorisedRow, 'accountId' | 'personId' | 'tokensFirst'> | undefined> {
  const row = await selectAuthorised(db, connectionId)
  return row && row.pausedAt === null && limitsOf(row) ? row : undefined
}

/** What a payment without approval adds to its posting. */
export interface PlannedUse {
  operations: Operation[]
  effect: Effect
}

/**
 * Plans the use of a permission, and opens its counter of the month. `amount` is from the wallet, `tokens` what tokens cover of the
 * request so far and now. Undefined if the customer has to be asked for it.
 */
export async function planPermissionUse(
  { db, ledger, clock }: { db: Db; ledger: Ledger; clock: Clock },
  use: { connectionId: string; paymentRequestId: string; amount: Cents; tokens: Cents; completes: boolean },
): Promise<PlannedUse | undefined> {
  const { connectionId, paymentRequestId, amount, tokens } = use
  const row = await selectAuthorised(db, connectionId)
  const limits = row && row.pausedAt === null ? limitsOf(row) : undefined
  if (!limits || amount > limits.each || (tokens > 0n && !row!.tokensFirst)) return undefined
  if (amount === 0n && !use.completes) return { operations: [], effect: effect(tokensAllowed, { connectionId }) }
  const month = intervalOf(clock.now(), 'monthly')
  const counter = counterOf(connectionId, month)
  if (amount > 0n) await inTransaction(db, (tx) => ledger.openAccount(tx, permissionCounter(counter, connectionId, limits.total)))
  return {
    operations: amount > 0n ? [{ op: 'use', account: counter, amount }] : [],
    effect: effect(permissionUsed, { connectionId, paymentRequestId, month, amount, tokens, limitMonth: limits.total }),
  }
}

export function permissionCounter(id: string, connectionId: string, ceiling: bigint): NewAccount {
  return { id, unit: 'allowance', kind: 'permission', counter: true, owner: connectionId, floor: 0n, ceiling }
}

export const isPermissionCounter = (account: string | undefined) => account?.startsWith('permission:') === true
