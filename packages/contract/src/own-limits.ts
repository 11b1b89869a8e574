import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { id, money, timestamp } from './wire.ts'

/** The limits that people set for their own account, below the quotas. Money to one's own bank account does not count. */

/**
 * `one-payment`: one payment or send. `one-day`: all of a day in Pacific/Auckland. `new-people`: of these, the sends to people not
 * sent to before. `no-signal`: payments by codes that need no connection.
 */
export const ownLimitName = z.enum(['one-payment', 'one-day', 'new-people', 'no-signal'])
export type OwnLimitName = z.output<typeof ownLimitName>

/** Why less than the own limit is in force for a while. */
export const loweredBecause = z.enum(['new-device', 'new-email'])
export type LoweredBecause = z.output<typeof loweredBecause>

export const ownLimit = z.object({
  name: ownLimitName,
  /** Absent: no limit of one's own. */
  limit: z.optional(money),
  /** The highest that can be set. */
  highest: money,
  /** Today's use, for limits of a day. */
  usage: z.optional(money),
  /** What the limit becomes, unless it is taken back before. Without `limit`: the own limit ends. */
  rise: z.optional(z.object({ limit: z.optional(money), at: timestamp })),
  /** In force instead, until then. */
  lowered: z.optional(z.object({ limit: money, until: timestamp, because: loweredBecause })),
})
export type OwnLimit = z.output<typeof ownLimit>

/** `riseHours`: how long a higher limit waits. */
export const ownLimits = z.object({ limits: z.array(ownLimit), riseHours: z.int() })
export type OwnLimits = z.output<typeof ownLimits>

const params = z.object({ accountId: id })
const newLimit = z.optional(z.nullable(money.check(z.refine((value) => typeof value === 'bigint' && value >= 0n, 'must not be negative'))))

export const getOwnLimits = endpoint({
  method: 'GET',
  path: '/api/accounts/:accountId/limits',
  access: 'person',
  summary: 'Get the limits that the person has set for an account, with today’s use',
  params,
  answer: ownLimits,
  refusals: { FORBIDDEN: 403 },
})

export const updateOwnLimits = endpoint({
  method: 'PUT',
  path: '/api/accounts/:accountId/limits',
  access: 'person',
  summary: 'Set own limits. Lower takes effect at once; higher takes a recent sign-in and 24 hours. To take a rise back, set the present limit',
  params,
  /** A name left out stays as it is; null ends the limit. */
  body: z.strictObject({ 'one-payment': newLimit, 'one-day': newLimit, 'new-people': newLimit, 'no-signal': newLimit }),
  answer: ownLimits,
  refusals: { FORBIDDEN: 403, OWN_LIMIT_TOO_HIGH: 403 },
  stepUp: 'conditional',
})

/** The body of an OWN_LIMIT_EXCEEDED error. */
export const ownLimitRefusal = z.object({ limit: ownLimitName, left: money })
export type OwnLimitRefusal = z.output<typeof ownLimitRefusal>

/** The body of an OWN_LIMIT_TOO_HIGH error. */
export const ownLimitTooHigh = z.object({ limit: ownLimitName, highest: money })
