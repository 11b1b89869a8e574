import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { id, money } from './wire.ts'

export const quotaType = z.enum(['topup', 'spend'])
export type QuotaType = z.output<typeof quotaType>

export const quotaPeriod = z.enum(['monthly', 'yearly'])
export type QuotaPeriod = z.output<typeof quotaPeriod>

/** A limit per calendar month or year in Pacific/Auckland. `interval` is `2026-11` or `2026`. */
export const quota = z.object({
  type: quotaType,
  assetType: z.string(),
  period: quotaPeriod,
  interval: z.string().check(z.regex(/^\d{4}(-\d{2})?$/)),
  limit: money,
  usage: money,
})
export type Quota = z.output<typeof quota>

export const listQuotas = endpoint({
  method: 'GET',
  path: '/api/accounts/:accountId/quotas',
  access: 'person',
  summary: 'List quotas of an account for the current month and year',
  params: z.object({ accountId: id }),
  answer: z.array(quota),
  refusals: { FORBIDDEN: 403 },
})

/** The body of a QUOTA_EXCEEDED error: the exceeded quotas with the usage they would have had. */
export const quotaRefusal = z.object({ quotas: z.array(quota) })
export type QuotaRefusal = z.output<typeof quotaRefusal>
