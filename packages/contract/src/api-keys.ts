import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { id, moment } from './wire.ts'

/** What a merchant's machine may be: one that takes payments, or one that may do whatever the owner may. */
export const keyRole = z.enum(['merchant-terminal', 'account-owner'])
export type KeyRole = z.output<typeof keyRole>

export const apiKey = z.object({
  name: z.string(),
  role: keyRole,
  enabled: z.boolean(),
  /** Counts the changes, from 1. */
  version: z.int(),
  createdAt: moment,
  createdBy: z.string(),
})
export type ApiKey = z.output<typeof apiKey>

const keyName = z.string().check(z.regex(/^[A-Za-z0-9]{1,64}$/, 'must be letters and digits'))

export const createApiKey = endpoint({
  method: 'POST',
  path: '/api/accounts/:accountId/api-keys',
  access: 'person-or-key',
  summary: 'Makes a key for a machine of the account. The secret is in this answer and nowhere else',
  params: z.object({ accountId: id }),
  body: z.strictObject({ name: keyName, role: keyRole }),
  answer: z.extend(apiKey, { secret: z.string() }),
  refusals: { FORBIDDEN: 403, API_KEY_ALREADY_EXISTS: 403, API_KEY_LIMIT_EXCEEDED: 403 },
  perMinute: 30,
})

export const listApiKeys = endpoint({
  method: 'GET',
  path: '/api/accounts/:accountId/api-keys',
  access: 'person-or-key',
  summary: "The account's keys, without their secrets",
  params: z.object({ accountId: id }),
  answer: z.array(apiKey),
  refusals: { FORBIDDEN: 403 },
})

export const updateApiKey = endpoint({
  method: 'PUT',
  path: '/api/accounts/:accountId/api-keys/:name',
  access: 'person-or-key',
  summary: 'Switches a key off or on again; a key that is off is refused at once',
  params: z.object({ accountId: id, name: keyName }),
  body: z.strictObject({ enabled: z.boolean() }),
  answer: apiKey,
  refusals: { FORBIDDEN: 403 },
})
