import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { type KeyScope, keyScopes } from './roles.ts'
import { id, timestamp } from './wire.ts'

/** `merchant-terminal` takes payments; `account-owner` has all rights of the owner. */
export const keyRole = z.enum(['merchant-terminal', 'account-owner'])
export type KeyRole = z.output<typeof keyRole>

/** Which money a key reaches. */
export const keyLiveness = z.enum(['test', 'live'])
export type KeyLiveness = z.output<typeof keyLiveness>

const keyScope = z.enum(keyScopes as readonly [KeyScope, ...KeyScope[]])

export const apiKey = z.object({
  name: z.string(),
  /** Absent for a key that was made with scopes. */
  role: z.optional(keyRole),
  /** What it may do; of a key with a role, what the role stands for. */
  scopes: z.array(keyScope),
  /** Absent for a key that reaches test and live money. */
  liveness: z.optional(keyLiveness),
  /** Addresses and networks that it is accepted from. Empty: any. */
  allowedAddresses: z.array(z.string()),
  /** The start and the end of the secret. Absent for keys made before there were prefixes. */
  prefix: z.optional(z.string()),
  lastFour: z.optional(z.string()),
  /** Right to the minute. Absent: not used yet. */
  lastUsedAt: z.optional(timestamp),
  expiresAt: z.optional(timestamp),
  /** Until when the secret before the last roll works. */
  previousUntil: z.optional(timestamp),
  enabled: z.boolean(),
  /** Starts at 1 and increases with each change. */
  version: z.int(),
  createdAt: timestamp,
  createdBy: z.string(),
})
export type ApiKey = z.output<typeof apiKey>

const keyName = z.string().check(z.regex(/^[A-Za-z0-9]{1,64}$/, 'must be letters and digits'))
const withSecret = z.extend(apiKey, { secret: z.string() })

/** An address or a network, such as `203.0.113.7` or `2001:db8::/32`. */
const network = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()], 'must be an IP address or a network')

export const createApiKey = endpoint({
  method: 'POST',
  path: '/api/accounts/:accountId/api-keys',
  access: 'person-or-key',
  summary: 'Create an API key with scopes, or with a role. The secret is returned once, in this answer',
  params: z.object({ accountId: id }),
  body: z
    .strictObject({
      name: keyName,
      role: z.optional(keyRole),
      scopes: z.optional(z.array(keyScope).check(z.minLength(1), z.maxLength(keyScopes.length))),
      liveness: z.optional(keyLiveness),
      allowedAddresses: z.optional(z.array(network).check(z.maxLength(20))),
      expiresAt: z.optional(timestamp),
    })
    .check(z.refine((body) => (body.role === undefined) !== (body.scopes === undefined), { message: 'either role or scopes is required' })),
  answer: withSecret,
  refusals: { FORBIDDEN: 403, API_KEY_ALREADY_EXISTS: 403, API_KEY_LIMIT_EXCEEDED: 403, LIVENESS_MISMATCH: 403, EXPIRY_IN_PAST: 403 },
  stepUp: 'always',
  perMinute: 30,
})

export const listApiKeys = endpoint({
  method: 'GET',
  path: '/api/accounts/:accountId/api-keys',
  access: 'person-or-key',
  summary: 'List API keys, without their secrets',
  params: z.object({ accountId: id }),
  answer: z.array(apiKey),
  refusals: { FORBIDDEN: 403 },
})

export const updateApiKey = endpoint({
  method: 'PUT',
  path: '/api/accounts/:accountId/api-keys/:name',
  access: 'person-or-key',
  summary: 'Enable or disable an API key. A disabled key is refused immediately',
  params: z.object({ accountId: id, name: keyName }),
  body: z.strictObject({ enabled: z.boolean() }),
  answer: apiKey,
  refusals: { FORBIDDEN: 403 },
  stepUp: 'always',
})

/** A week, in hours. */
export const maxOverlapHours = 168

export const rollApiKey = endpoint({
  method: 'POST',
  path: '/api/accounts/:accountId/api-keys/:name/roll',
  access: 'person-or-key',
  summary: 'Give an API key a new secret, which is returned once. The old one works for the hours given, at most 7 days; one from an earlier roll ends at once',
  params: z.object({ accountId: id, name: keyName }),
  body: z.strictObject({ overlapHours: z.int().check(z.minimum(0), z.maximum(maxOverlapHours)) }),
  answer: withSecret,
  refusals: { FORBIDDEN: 403 },
  stepUp: 'always',
  perMinute: 30,
})
