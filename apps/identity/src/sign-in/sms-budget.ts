import type { Log } from '@nikau/runtime'
import { z } from 'zod'
import type { SignInMetrics } from '../metrics.ts'
import { type ExceededLimit, exceededLimits, type LimitDeps, type LimitedAttempt } from './limit.ts'
import { type Channel, type Limit, limits } from './rules.ts'

const hour = 3_600_000
const perHourAndDay = (hourly: number, daily: number) =>
  z.strictObject({ hour: z.int().positive().default(hourly), day: z.int().positive().default(daily) }).prefault({})

/**
 * How many messages may be sent (SMS_BUDGETS). To one number and from one source: all channels. To the numbers that begin with the
 * same seven digits and in total: SMS only, because those cost money, also after a sign-in. `reserve` is the part of the total that
 * only known devices may use.
 */
export const smsBudgets = z.strictObject({
  number: perHourAndDay(8, 20),
  source: perHourAndDay(60, 600),
  prefix: perHourAndDay(60, 300),
  total: perHourAndDay(1000, 5000),
  reserve: z.number().min(0).max(0.9).default(0.25),
})

export type SmsBudgets = z.output<typeof smsBudgets>

export interface SmsBudgetDeps extends LimitDeps {
  budgets: SmsBudgets
  log: Log
  signInMetrics: Pick<SignInMetrics, 'smsBudgetExhausted'>
}

export interface Recipient {
  phone: string
  channel: Channel
  /** Where the request comes from. */
  source: string
  /** Set if the person of the number has signed in in this browser before. */
  knownDevice: string | undefined
}

/** What a message counts against. From a known device that is its own allowance and the whole total. */
export function messageAttempts(budgets: SmsBudgets, to: Recipient): LimitedAttempt[] {
  const total = { limits: limitsOf('total', budgets.total, to.knownDevice ? 1 : 1 - budgets.reserve), subject: '' }
  if (to.knownDevice) return [{ limits: limits.sendFromDevice, subject: to.knownDevice }, ...(to.channel === 'sms' ? [total] : [])]
  const prefix = { limits: limitsOf('prefix', budgets.prefix), subject: to.phone.slice(1, 8) }
  return [...restorableSends(budgets, to), ...(to.channel === 'sms' ? [prefix, total] : [])]
}

/** What a sign-in restores: messages that were no abuse. Prefix and total count what is spent. */
export function restorableSends(budgets: SmsBudgets, to: Pick<Recipient, 'phone' | 'source'>): [LimitedAttempt, LimitedAttempt] {
  return [
    { limits: limitsOf('number', budgets.number), subject: to.phone },
    { limits: limitsOf('source', budgets.source), subject: to.source },
  ]
}

function limitsOf(name: keyof SmsBudgets, budget: { hour: number; day: number }, share = 1): Limit[] {
  return [
    { name: `send-${name}-hour`, hits: Math.floor(budget.hour * share), per: hour },
    { name: `send-${name}-day`, hits: Math.floor(budget.day * share), per: 24 * hour },
  ]
}

/** The budget that an exceeded limit belongs to, if it is one that protects the SMS bill and not one number or source. */
export function exhaustedBudget({ limit }: ExceededLimit): 'prefix' | 'total' | undefined {
  return (['prefix', 'total'] as const).find((name) => limit.name.startsWith(`send-${name}-`))
}

/** Raises the alarm: a metric for every refused message, and an error in the log once per budget and window over all instances. */
export async function reportExhausted(deps: SmsBudgetDeps, exceeded: ExceededLimit[]): Promise<void> {
  for (const over of exceeded) {
    const budget = exhaustedBudget(over)
    if (!budget) continue
    deps.signInMetrics.smsBudgetExhausted(budget)
    const { limit, subject, until } = over
    const once = { name: `alarm-${limit.name}`, hits: 1, per: Math.max(1, until.getTime() - deps.clock.now().getTime()) }
    const repeated = await exceededLimits(deps, [{ limits: [once], subject }])
    if (repeated.length === 0) deps.log.error({ budget: limit.name, prefix: subject || undefined, allowed: limit.hits, until }, 'SMS budget exhausted')
  }
}
