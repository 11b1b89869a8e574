import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { id, money } from './wire.ts'

export const quotaType = z.enum(['topup', 'spend'])
export type QuotaType = z.output<typeof quotaType>

export const quotaPeriod = z.enum(['monthly', 'yearly'])
export type QuotaPeriod = z.output<typeof quotaPeriod>

/** A cap on what an account moves in a calendar month or year of Pacific/Auckland. `interval` is `2026-11` or `2026`. */
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
  summary: "The account's quotas of the current month and year",
  params: z.object({ accountId: id }),
  answer: z.array(quota),
  refusals: { FORBIDDEN: 403 },
})

/** What a QUOTA_EXCEEDED answer carries: the quotas that would be exceeded, with the usage they would have had. */
export const quotaRefusal = z.object({ quotas: z.array(quota) })
export type QuotaRefusal = z.output<typeof quotaRefusal>
