import * as z from 'zod/mini'
import { flagNames } from '../flags.ts'
import { oneOffBanks } from '../one-off-banks.ts'
import { page, pageKey, timestamp } from '../wire.ts'
import { deskEndpoint } from './endpoint.ts'
import { actRefusals } from './proposals.ts'
import { deskRole, operatorName } from './roles.ts'

/** What operators stop. `bank-…` is paying and topping up by approval at that bank. */
export const stopNames = [
  'top-ups',
  'withdrawals',
  'windows',
  ...oneOffBanks.map((bank) => `bank-${bank}` as const),
  'farm-card',
  'sends-to-new-people',
] as const
export const stopName = z.enum(stopNames)
export type StopName = z.output<typeof stopName>

export const flagName = z.enum(flagNames)

/** A value with the time that it is or was in force. */
export const controlValue = z.object({
  /** `stop:top-ups`, `flag:showWithdraw`. */
  control: z.string(),
  /** `stopped` or `running`, `on` or `off`. */
  value: z.string(),
  from: timestamp,
  /** Absent while it is in force. */
  until: z.optional(timestamp),
  /** Absent when a check of the books did it by itself. */
  proposer: z.optional(operatorName),
  approvers: z.array(operatorName),
  reason: z.string(),
})
export type ControlValue = z.output<typeof controlValue>

export const stop = z.object({
  name: stopName,
  stopped: z.boolean(),
  /** Absent for one that was never stopped. */
  last: z.optional(controlValue),
  /** The act that starts it again, and the roles of those who have to agree, in order. Absent while it runs. */
  start: z.optional(z.object({ act: z.string(), needs: z.array(z.array(deskRole)), proposalId: z.optional(z.string()) })),
})
export type Stop = z.output<typeof stop>

export const flag = z.object({
  name: flagName,
  on: z.boolean(),
  /** Absent while it has the value of the configuration. */
  last: z.optional(controlValue),
})
export type Flag = z.output<typeof flag>

const readers = ['operations', 'finance', 'finance-lead', 'risk', 'compliance', 'auditor'] as const
/** Says why, and is kept with the value. The server refuses a call without it. */
const reason = z.optional(z.string().check(z.trim(), z.maxLength(2000)))
/** Chosen for one call and kept across retries. */
const key = z.uuid()

export const controlRefusals = { ...actRefusals, REASON_REQUIRED: 400 } as const

export const listStops = deskEndpoint({
  access: 'operator',
  roles: readers,
  method: 'GET',
  path: '/api/desk/stops',
  summary: 'List what can be stopped, and what is',
  audit: 'looked',
  answer: z.object({ stops: z.array(stop), now: timestamp }),
  refusals: {},
})

export const stopNow = deskEndpoint({
  access: 'operator',
  roles: ['operations', 'finance', 'finance-lead', 'risk', 'compliance'],
  method: 'POST',
  path: '/api/desk/stops/:name',
  summary: 'Stop something at once. New acts are refused with PAUSED, and what has begun ends. Starting again is a proposal',
  params: z.object({ name: stopName }),
  body: z.strictObject({ reason, key }),
  subject: 'stop:{name}',
  audit: 'acted',
  answer: stop,
  refusals: controlRefusals,
})

export const listFlags = deskEndpoint({
  access: 'operator',
  roles: readers,
  method: 'GET',
  path: '/api/desk/flags',
  summary: 'List the flags of the app with their defaults',
  audit: 'looked',
  answer: z.object({ flags: z.array(flag), now: timestamp }),
  refusals: {},
})

export const setFlag = deskEndpoint({
  access: 'operator',
  roles: ['operations', 'risk', 'compliance'],
  method: 'PUT',
  path: '/api/desk/flags/:name',
  summary: 'Change the default of a flag: what the app shows, and nothing else',
  params: z.object({ name: flagName }),
  body: z.strictObject({ on: z.boolean(), reason, key }),
  subject: 'flag:{name}',
  audit: 'acted',
  answer: flag,
  refusals: controlRefusals,
})

export const listControlValues = deskEndpoint({
  access: 'operator',
  roles: readers,
  method: 'GET',
  path: '/api/desk/control-values',
  summary: 'List the values of stops, flags and limits, the newest first; with `at`, those in force at that moment',
  query: z.object({
    /** The beginning of their names, such as `stop:` or `flag:showWithdraw`. */
    control: z.optional(z.string().check(z.regex(/^(stop|flag|limit):[A-Za-z0-9.:-]{0,150}$/))),
    at: z.optional(timestamp),
    pageKey,
  }),
  audit: 'looked',
  answer: page(controlValue),
  refusals: {},
})
