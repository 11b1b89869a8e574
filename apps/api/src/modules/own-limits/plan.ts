import { ownLimitRefusal } from '@nikau/contract/own-limits'
import { balance, type Ledger, type Operation, type Outcome } from '@nikau/ledger'
import { type Cents, cents } from '@nikau/money'
import type { Db, Tx } from '@nikau/runtime'
import * as z from 'zod/mini'
import { inTransaction, type Refusal, refuse } from '../../http/refusal.ts'
import { setCeiling } from './counters.ts'
import { counterOf, type DailyLimit, limitOfCounter, type Lowering, newPeopleLimit, type OwnLimitRow, type OwnLimitRules, stateOf } from './rules.ts'
import { selectCountersUsedBy, selectLastChange, selectOwnLimits } from './store.ts'

export interface OwnLimitDeps {
  ledger: Ledger
  ownLimits: OwnLimitRules
  /** The screens that show limits are on. Without them a new device lowers nothing. */
  guard: boolean
}

interface Spending {
  accountId: string
  assetType: string
  amount: Cents
  at: Date
}

/**
 * Plans what a payment or send uses of the account's own limits, and opens the counters. Add the operations to the same group as the
 * money, before the quota's: the ledger then refuses an own limit before a quota, and of two concurrent ones that together exceed it
 * the second. `firstTime`: a send to a person not sent to before.
 */
export async function planOwnLimits(
  tx: Tx,
  deps: OwnLimitDeps,
  spending: Spending & { use: 'payment' | 'send'; firstTime: boolean },
): Promise<{ operations: Operation[] } | Refusal<'OWN_LIMIT_EXCEEDED'>> {
  const { accountId, assetType, amount, at } = spending
  const rows = await selectOwnLimits(tx, accountId)
  const tooLarge = refusalOfOne(rows, spending)
  if (tooLarge) return tooLarge
  const limits: [DailyLimit, Cents | null][] = [['one-day', stateOf(rows, 'one-day', at).cents]]
  if (spending.use === 'send' && spending.firstTime) {
    const lowering = await loweringOf(tx, deps, accountId, at)
    limits.push(['new-people', newPeopleLimit(stateOf(rows, 'new-people', at).cents, lowering, deps.ownLimits)])
  }
  const operations: Operation[] = []
  for (const [name, limit] of limits) {
    if (limit === null) continue
    const account = counterOf(accountId, name, assetType, at)
    await setCeiling(tx, deps.ledger, { id: account, accountId, limit })
    operations.push({ op: 'use', account, amount })
  }
  return { operations }
}

/** An account's limits as the payment read them with its wallet, and the ceiling of today's counter. */
export interface PaymentLimits {
  limits: OwnLimitRow[]
  dayCeiling: Cents | null
}

/** From JSON, which has no dates and no bigints. */
export function paymentLimitsFrom(json: unknown): PaymentLimits {
  const read = json as {
    limits: { name: OwnLimitRow['name']; cents: number | null; nextCents: number | null; nextAt: string | null }[]
    dayCeiling: number | null
  }
  const centsOf = (value: number | null) => (value === null ? null : cents(value))
  return {
    limits: read.limits.map((row) => ({
      name: row.name,
      cents: centsOf(row.cents),
      nextCents: centsOf(row.nextCents),
      nextAt: row.nextAt === null ? null : new Date(row.nextAt),
    })),
    dayCeiling: centsOf(read.dayCeiling),
  }
}

/** The same for a payment that is posted in a batch. `paidBefore`: earlier parts of it, so that one payment is not made in small ones. */
export async function planPaymentLimits(
  deps: Pick<OwnLimitDeps, 'ledger'> & { db: Db },
  { limits, dayCeiling }: PaymentLimits,
  payment: Spending & { paidBefore: Cents },
): Promise<Operation[] | Refusal<'OWN_LIMIT_EXCEEDED'>> {
  const { accountId, assetType, amount, at } = payment
  const tooLarge = refusalOfOne(limits, payment, payment.paidBefore)
  if (tooLarge) return tooLarge
  const limit = stateOf(limits, 'one-day', at).cents
  if (limit === null) return []
  const account = counterOf(accountId, 'one-day', assetType, at)
  if (dayCeiling !== limit) await inTransaction(deps.db, (tx) => setCeiling(tx, deps.ledger, { id: account, accountId, limit }))
  return [{ op: 'use', account, amount }]
}

function refusalOfOne(rows: readonly OwnLimitRow[], { amount, at }: Spending, before: Cents = cents(0n)): Refusal<'OWN_LIMIT_EXCEEDED'> | undefined {
  const limit = stateOf(rows, 'one-payment', at).cents
  return limit !== null && before + amount > limit ? exceeded('one-payment', limit - before) : undefined
}

function exceeded(limit: z.output<typeof ownLimitRefusal>['limit'], left: bigint): Refusal<'OWN_LIMIT_EXCEEDED'> {
  return refuse('OWN_LIMIT_EXCEEDED', z.encode(ownLimitRefusal, { limit, left: cents(left > 0n ? left : 0n) }))
}

/** The refusal for a group that the ledger refused because of an own limit; undefined if it was refused for another reason. */
export async function ownLimitExceeded(db: Db, outcome: Outcome): Promise<Refusal<'OWN_LIMIT_EXCEEDED'> | undefined> {
  if (outcome.outcome !== 'refused' || outcome.code !== 'over_ceiling') return undefined
  const name = limitOfCounter(outcome.account)
  if (!name) return undefined
  const counter = (await balance(db, outcome.account!))!
  return exceeded(name, counter.ceiling! - counter.posted)
}

/** What a refund or return gives back: the counters that the original posting used, on its day. */
export async function restoreOwnLimits(db: Db, posting: bigint, amount: Cents): Promise<Operation[]> {
  return (await selectCountersUsedBy(db, posting)).map((account) => ({ op: 'unuse', account, amount }))
}

const hourMs = 3_600_000

/** The last new device or email address of an owner lowers what goes to people not sent to before. */
export async function loweringOf(db: Db, { guard, ownLimits }: Omit<OwnLimitDeps, 'ledger'>, accountId: string, at: Date): Promise<Lowering | undefined> {
  if (!guard) return undefined
  const lasts = ownLimits.loweredHours * hourMs
  const change = await selectLastChange(db, accountId, new Date(at.getTime() - lasts))
  return change && { until: new Date(change.at.getTime() + lasts), because: change.kind === 'email-changed' ? 'new-email' : 'new-device' }
}
