import { type OneOffBank, oneOffBankNames } from '@nikau/contract/one-off-banks'
import { oneOffFamily, type OneOffPayment } from '@nikau/contract/one-off-payments'

/** What happens next; db/migrations/0061_pay_by_bank.sql describes each step. */
export type Step = 'consent' | 'approval' | 'exchange' | 'initiate' | 'watch' | 'indeterminate' | 'paid' | 'failed'
export type Failure = NonNullable<OneOffPayment['failure']>

/** The API status of each step. */
export const statusOfStep: Readonly<Record<Step, OneOffPayment['status']>> = {
  consent: 'created',
  approval: 'created',
  exchange: 'authorized',
  initiate: 'authorized',
  watch: 'authorized',
  indeterminate: 'authorized',
  paid: 'paid',
  failed: 'failed',
}

export const bankNames = oneOffBankNames

export const assetTypeOf = (bank: OneOffBank, test: boolean) => `${oneOffFamily[bank]}.${test ? 'test' : 'main'}`

export const unitOf = ({ test }: { test: boolean }) => (test ? 'nzd.test' : 'nzd.main')

/** The ledger account for what a bank owes us for payments it has made. */
export const clearingAccount = (bank: string, unit: string) => ({ id: `pay-by-bank:${bank}:${unit}`, unit, kind: 'bank clearing' })

/** Holds what has to go back to payers until it is on its way. */
export const returnsAccount = (unit: string) => ({ id: `surplus:${unit}`, unit, kind: 'surplus', floor: 0n })

const second = 1000
const minute = 60 * second
const hour = 60 * minute

/** How long the owner of a top-up has to approve it. */
export const topUpTtlMs = 30 * minute

/** Payments started for one request, or top-ups of one account, in the window; each costs a consent at the bank. */
export const maxStarts = 20
export const startWindowMs = hour

/** Returns whose code or id token does not belong to the payment. */
export const maxRefusedReturns = 10

/** Codes are valid for about a minute; after ten an exchange cannot succeed. */
export const codeTtlMs = 10 * minute

/** A refusal within this time is about the code itself; later the code may just have expired. */
export const freshCodeMs = 45 * second

/** Every second at first, because a customer is waiting, then exponential up to an hour, without a limit on attempts. */
export function backoffMs(attempts: number): number {
  if (attempts < 10) return second
  return Math.min(2 ** (attempts - 9) * second, hour)
}

/** The delay before the first recheck of a paid payment: short while the bank's status is not final. */
export const recheckDelayMs = (isFinal: boolean) => (isFinal ? minute : second)

/** When a paid payment is rechecked, counted from its authorisation, because a bank may still reject it. */
export const recheckAfterMs: readonly number[] = [minute, hour, 24 * hour]
