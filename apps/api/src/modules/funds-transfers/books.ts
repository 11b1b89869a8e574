import type { Liveness } from '@nikau/contract/amounts'
import type { Ledger, NewAccount, Operation } from '@nikau/ledger'
import type { Cents } from '@nikau/money'
import type { Tx } from '@nikau/runtime'
import { inFlight } from './rules.ts'

/** Our account at the bank as our books see it. Play money has one of its own, behind which there is no bank. */
export function bankOf(liveness: Liveness): NewAccount {
  return { id: liveness === 'main' ? 'bank' : 'bank:test', unit: `nzd.${liveness}`, kind: 'bank clearing' }
}

/** What has left wallets and is on its way to the bank. */
export function payoutsOf(liveness: Liveness): NewAccount {
  return { id: `payouts:nzd.${liveness}`, unit: `nzd.${liveness}`, kind: 'payouts', floor: 0n }
}

/** Top-ups that settled before their bank account was verified. */
export function unverifiedOf(bankAccountId: string, liveness: Liveness): NewAccount {
  return { id: `unverified:${bankAccountId}`, unit: `nzd.${liveness}`, kind: 'unverified', owner: bankAccountId, floor: 0n }
}

/** How much, and how many top-ups, of a bank account are with the bank. */
export function inFlightOf(bankAccountId: string) {
  return { amount: `inflight:${bankAccountId}`, count: `inflight:${bankAccountId}:count` }
}

export async function openInFlight(tx: Tx, ledger: Ledger, bankAccountId: string, verified: boolean): Promise<void> {
  const { amount, count } = inFlightOf(bankAccountId)
  const nature = { unit: 'allowance', kind: 'inflight', counter: true, owner: bankAccountId, floor: 0n }
  await ledger.openAccounts(tx, [
    { ...nature, id: amount, ceiling: verified ? inFlight.verified : inFlight.unverified },
    { ...nature, id: count, ceiling: inFlight.count },
  ])
}

/** From its verification on, more may be with the bank at once. An account that has asked for nothing yet has no counter to change. */
export async function widenInFlight(tx: Tx, ledger: Ledger, bankAccountId: string): Promise<void> {
  const refused = await ledger.changeLimits(tx, inFlightOf(bankAccountId).amount, { floor: 0n, ceiling: inFlight.verified })
  if (refused && refused !== 'unknown_account') throw new Error(`the limit of what is in flight cannot be changed: ${refused}`)
}

export function takeOff(bankAccountId: string, amount: Cents): Operation[] {
  const counters = inFlightOf(bankAccountId)
  return [
    { op: 'use', account: counters.amount, amount },
    { op: 'use', account: counters.count, amount: 1n },
  ]
}

export function land(bankAccountId: string, amount: Cents): Operation[] {
  const counters = inFlightOf(bankAccountId)
  return [
    { op: 'unuse', account: counters.amount, amount },
    { op: 'unuse', account: counters.count, amount: 1n },
  ]
}
