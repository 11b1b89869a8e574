import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { id, page, pageKey, timestamp } from './wire.ts'

/** Why nothing leaves an account: its owner or the operator froze it. */
export const freeze = z.object({
  by: z.enum(['person', 'operator']),
  since: timestamp,
  /** Only of a freeze by the operator. */
  reason: z.optional(z.string()),
})
export type Freeze = z.output<typeof freeze>

export const accountSafety = z.object({ frozen: z.nullable(freeze) })
export type AccountSafety = z.output<typeof accountSafety>

const params = z.object({ accountId: id })

export const getAccountSafety = endpoint({
  method: 'GET',
  path: '/api/accounts/:accountId/safety',
  access: 'person',
  summary: 'Get whether the account is frozen, by whom and since when',
  params,
  answer: accountSafety,
  refusals: { FORBIDDEN: 403 },
})

export const freezeAccount = endpoint({
  method: 'POST',
  path: '/api/accounts/:accountId/freeze',
  access: 'person',
  summary: 'Freeze an account: nothing leaves it until it is unfrozen. Repeating it changes nothing',
  params,
  answer: accountSafety,
  refusals: { FORBIDDEN: 403 },
})

export const unfreezeAccount = endpoint({
  method: 'POST',
  path: '/api/accounts/:accountId/unfreeze',
  access: 'person',
  summary: 'Lift the freeze of an account. A freeze by the operator can be lifted by the operator only',
  params,
  answer: accountSafety,
  refusals: { FORBIDDEN: 403, FROZEN_BY_OPERATOR: 403 },
  stepUp: 'always',
})

/** The body of a FROZEN_BY_OPERATOR error. */
export const operatorFreezeRefusal = z.object({ since: timestamp, reason: z.string() })

/** Something that happened to the security of a person's account. */
export const securityEvent = z.object({
  id: z.string(),
  /** Such as `signed-in` or `withdrawal-made`; new kinds may be added. */
  kind: z.string(),
  at: timestamp,
  /** How the person was authenticated. */
  method: z.optional(z.string()),
  /** Such as "Chrome on Android". */
  device: z.optional(z.string()),
  detail: z.record(z.string(), z.string()),
})
export type SecurityEvent = z.output<typeof securityEvent>

export const listSecurityEvents = endpoint({
  method: 'GET',
  path: '/api/me/security-events',
  access: 'person',
  summary: 'List security events of the caller, newest first',
  query: z.strictObject({ pageKey }),
  answer: page(securityEvent),
  refusals: {},
  paged: true,
})
