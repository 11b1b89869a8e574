import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { id, timestamp } from './wire.ts'

/** Grants by which a merchant lets the API keys of another org, such as a till vendor, act on its payment requests. */

export const integratorPermissions = ['create', 'cancel', 'capture', 'refund', 'record-external-payment'] as const
/**
 * `create` also accepts conditions; `cancel` also declines them and voids requests that are not paid; `capture` confirms and releases
 * pre-authorisations; `refund` also voids paid requests; `record-external-payment` records cash and terminal payments.
 */
export const integratorPermission = z.enum(integratorPermissions)
export type IntegratorPermission = z.output<typeof integratorPermission>

export const integratorGrant = z.object({
  merchantId: id,
  integratorAccountId: id,
  integratorName: z.string(),
  permissions: z.array(integratorPermission),
  createdAt: timestamp,
  createdBy: z.string(),
  revokedAt: z.optional(timestamp),
})
export type IntegratorGrant = z.output<typeof integratorGrant>

const grantParams = z.object({ merchantId: id, integratorAccountId: id })

export const listIntegratorGrants = endpoint({
  method: 'GET',
  path: '/api/merchants/:merchantId/integrators',
  access: 'person',
  summary: 'List the integrators that may act for a merchant',
  params: z.object({ merchantId: id }),
  answer: z.array(integratorGrant),
  refusals: { FORBIDDEN: 403 },
})

export const saveIntegratorGrant = endpoint({
  method: 'PUT',
  path: '/api/merchants/:merchantId/integrators/:integratorAccountId',
  access: 'person',
  summary: 'Let the API keys of another org act for a merchant. Replaces the permissions of an existing grant',
  params: grantParams,
  body: z.strictObject({ permissions: z.array(integratorPermission).check(z.minLength(1), z.maxLength(integratorPermissions.length)) }),
  answer: integratorGrant,
  refusals: { FORBIDDEN: 403, INTEGRATOR_NOT_FOUND: 403, INTEGRATOR_LIMIT_EXCEEDED: 403 },
  stepUp: 'always',
  perMinute: 30,
})

export const revokeIntegratorGrant = endpoint({
  method: 'DELETE',
  path: '/api/merchants/:merchantId/integrators/:integratorAccountId',
  access: 'person',
  summary: 'Revoke the grant of an integrator at once',
  params: grantParams,
  answer: integratorGrant,
  refusals: { FORBIDDEN: 403, INTEGRATOR_NOT_FOUND: 403 },
})
