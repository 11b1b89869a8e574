import type { OneOffBank, OneOffPayment } from '@nikau/contract/one-off-payments'

/** What is to be done next; the table's own comment tells the story. */
export type Step = 'consent' | 'approval' | 'exchange' | 'initiate' | 'watch' | 'lost' | 'paid' | 'failed'
export type Failure = NonNullable<OneOffPayment['failure']>

/** What a customer reads of each step. */
export const statusOfStep: Readonly<Record<Step, OneOffPayment['status']>> = {
  consent: 'created',
  approval: 'created',
  exchange: 'authorized',
  initiate: 'authorized',
  watch: 'authorized',
  lost: 'authorized',
  paid: 'paid',
  failed: 'failed',
}

/** As a receipt names the bank. */
export const bankNames: Readonly<Record<OneOffBank, string>> = { bnz: 'BNZ', asb: 'ASB', westpac: 'Westpac' }

/** The account in the books that stands for what a bank owes us for payments that it has made. */
export const clearingOf = (bank: string, unit: string) => ({ id: `pay-by-bank:${bank}:${unit}`, unit, kind: 'bank clearing' })

const second = 1000
const minute = 60 * second
const hour = 60 * minute

/** A code is good for about a minute; a bank that cannot exchange it in ten has let it lapse. */
export const codeLifeMs = 10 * minute

/** Within this a bank that does not take a code means the code; later it has lapsed before we came to use it. */
export const freshCodeMs = 45 * second

/** How long to wait before a step is tried again: soon at first, for a customer is waiting, and ever more seldom, but for ever. */
export function pauseMs(tries: number): number {
  if (tries < 10) return second
  return Math.min(2 ** (tries - 9) * second, hour)
}

/** How soon after it was booked a payment is looked at again: at once where the bank's last word is still to come. */
export const afterPaidMs = (isLastWord: boolean) => (isLastWord ? minute : second)

/** A bank may take back its word: when a payment that was called paid is looked at again. */
export const lookBackMs: readonly number[] = [minute, hour, 24 * hour]
