import type { LoweredBecause, OwnLimitName } from '@nikau/contract/own-limits'
import { type Cents, cents, min } from '@nikau/money'
import { intervalOf } from '@nikau/nz/nz-time'
import { z } from 'zod'

const amount = (byDefault: number) =>
  z
    .int()
    .nonnegative()
    .default(byDefault)
    .transform((value) => cents(value))

/** From configuration; amounts in cents. */
export const ownLimitRules = z.strictObject({
  /** How long a rise waits. */
  riseHours: z.int().nonnegative().default(24),
  /** The limit for people not sent to before after a new device or email address, and for how long. */
  loweredTo: amount(20_000),
  loweredHours: z.int().nonnegative().default(24),
  /** What codes of one set pay together without signal: at first, and at most. */
  noSignalFirst: amount(6000),
  noSignalHighest: amount(20_000),
})
export type OwnLimitRules = z.output<typeof ownLimitRules>

export interface OwnLimitRow {
  name: OwnLimitName
  /** Null: no limit. */
  cents: Cents | null
  /** What it becomes at `nextAt`. */
  nextCents: Cents | null
  nextAt: Date | null
}

export type LimitState = Omit<OwnLimitRow, 'name'>

const unlimited: LimitState = { cents: null, nextCents: null, nextAt: null }

/** The limits that are counted over a day. */
export type DailyLimit = 'one-day' | 'new-people'

/** The counter of a limit on one ledger on the day of an instant in Pacific/Auckland. Test and live money count apart. */
export function counterOf(accountId: string, name: DailyLimit, assetType: string, at: Date): string {
  return `${counterPrefix}${accountId}:${name === 'one-day' ? 'day' : name}:${assetType}:${intervalOf(at, 'daily')}`
}

const counterPrefix = 'own-limit:'

/** Undefined for accounts that are no counter of an own limit. */
export function limitOfCounter(ledgerAccount: string | undefined): DailyLimit | undefined {
  if (!ledgerAccount?.startsWith(counterPrefix)) return undefined
  return ledgerAccount.split(':')[2] === 'day' ? 'one-day' : 'new-people'
}

export function stateOf(rows: readonly OwnLimitRow[], name: OwnLimitName, at: Date): LimitState {
  const row = rows.find((candidate) => candidate.name === name) ?? unlimited
  return row.nextAt && row.nextAt <= at ? { ...unlimited, cents: row.nextCents } : { cents: row.cents, nextCents: row.nextCents, nextAt: row.nextAt }
}

/** There is always a limit for payments without signal: without one of one's own, the first. */
export function limitOr(name: OwnLimitName, own: Cents | null, rules: OwnLimitRules): Cents | null {
  return name === 'no-signal' && own === null ? min(rules.noSignalFirst, rules.noSignalHighest) : own
}

/** The state of a limit with the one that holds where none was set. */
export function limitStateOf(rows: readonly OwnLimitRow[], name: OwnLimitName, at: Date, rules: OwnLimitRules): LimitState {
  const state = stateOf(rows, name, at)
  return { ...state, cents: limitOr(name, state.cents, rules), nextCents: state.nextAt ? limitOr(name, state.nextCents, rules) : null }
}

export interface Lowering {
  until: Date
  because: LoweredBecause
}

/** What limits sends to people not sent to before: the own limit, or less after a new device or email address. */
export function newPeopleLimit(own: Cents | null, lowering: Lowering | undefined, rules: OwnLimitRules): Cents | null {
  if (!lowering) return own
  return own !== null && own < rules.loweredTo ? own : rules.loweredTo
}

const hourMs = 3_600_000

/** Lower takes effect at once and takes a rise back; higher waits. Repeating a rise does not start its wait again. */
export function changeLimit(state: LimitState, to: Cents | null, at: Date, rules: OwnLimitRules): LimitState & { change: 'raised' | 'lowered' | 'none' } {
  const isHigher = state.cents !== null && (to === null || to > state.cents)
  if (!isHigher) return { ...unlimited, cents: to, change: to === state.cents && !state.nextAt ? 'none' : 'lowered' }
  if (state.nextAt && state.nextCents === to) return { ...state, change: 'none' }
  return { cents: state.cents, nextCents: to, nextAt: new Date(at.getTime() + rules.riseHours * hourMs), change: 'raised' }
}
