import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { id, timestamp } from './wire.ts'

/** `merchant-terminal` takes payments; `account-owner` has all rights of the owner. */
export const keyRole = z.enum(['merchant-terminal', 'account-owner'])
export type KeyRole = z.output<typeof keyRole>

export const apiKey = z.object({
  name: z.string(),
  role: keyRole,
  enabled: z.boolean(),
  /** Starts at 1 and increases with each change. */
  version: z.int(),
  createdAt: timestamp,
  createdBy: z.string(),
})
export type ApiKey = z.output<typeof apiKey>

const keyName = z.string().check(z.regex(/^[A-Za-z0-9]{1,64}$/, 'must be letters and digits'))

export const createApiKey = endpoint({
  method: 'POST',
  path: '/api/accounts/:accountId/api-keys',
  access: 'person-or-key',
  summary: 'Create an API key. The secret is returned once, in this answer',
  params: z.object({ accountId: id }),
  body: z.strictObject({ name: keyName, role: keyRole }),
  answer: z.extend(apiKey, { secret: z.string() }),
  refusals: { FORBIDDEN: 403, API_KEY_ALREADY_EXISTS: 403, API_KEY_LIMIT_EXCEEDED: 403 },
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
