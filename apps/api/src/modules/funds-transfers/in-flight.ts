import type { Liveness } from '@nikau/contract/amounts'
import type { Ledger, NewAccount, Operation } from '@nikau/ledger'
import type { Cents } from '@nikau/money'
import type { Tx } from '@nikau/runtime'
import { inFlightLimits } from './rules.ts'

/** The bank clearing account. Test money has its own, without a real bank. */
export function bankClearingAccount(liveness: Liveness): NewAccount {
  return { id: liveness === 'main' ? 'bank' : 'bank:test', unit: `nzd.${liveness}`, kind: 'bank clearing' }
}

/** Withdrawals that have left the wallet and are not settled at the bank. */
export function payoutsAccount(liveness: Liveness): NewAccount {
  return { id: `payouts:nzd.${liveness}`, unit: `nzd.${liveness}`, kind: 'payouts', floor: 0n }
}

/** Top-ups that settled before their bank account was verified. */
export function unverifiedAccount(bankAccountId: string, liveness: Liveness): NewAccount {
  return { id: `unverified:${bankAccountId}`, unit: `nzd.${liveness}`, kind: 'unverified', owner: bankAccountId, floor: 0n }
}

/** The counters of a bank account's unsettled top-ups: amount and number. */
export function inFlightCounters(bankAccountId: string) {
  return { amount: `inflight:${bankAccountId}`, count: `inflight:${bankAccountId}:count` }
}

export async function openInFlight(tx: Tx, ledger: Ledger, bankAccountId: string, verified: boolean): Promise<void> {
  const { amount, count } = inFlightCounters(bankAccountId)
  const common = { unit: 'allowance', kind: 'inflight', counter: true, owner: bankAccountId, floor: 0n }
  await ledger.openAccounts(tx, [
    { ...common, id: amount, ceiling: verified ? inFlightLimits.verified : inFlightLimits.unverified },
    { ...common, id: count, ceiling: inFlightLimits.count },
  ])
}

/** Applies the higher limit of a verified bank account. Without any top-up yet there is no counter to change. */
export async function raiseInFlightLimit(tx: Tx, ledger: Ledger, bankAccountId: string): Promise<void> {
  const refused = await ledger.changeLimits(tx, inFlightCounters(bankAccountId).amount, { floor: 0n, ceiling: inFlightLimits.verified })
  if (refused && refused !== 'unknown_account') throw new Error(`in-flight limit not changed: ${refused}`)
}

export function countInFlight(bankAccountId: string, amount: Cents): Operation[] {
  const counters = inFlightCounters(bankAccountId)
  return [
    { op: 'use', account: counters.amount, amount },
    { op: 'use', account: counters.count, amount: 1n },
  ]
}

export function releaseInFlight(bankAccountId: string, amount: Cents): Operation[] {
  const counters = inFlightCounters(bankAccountId)
  return [
    { op: 'unuse', account: counters.amount, amount },
    { op: 'unuse', account: counters.count, amount: 1n },
  ]
}
