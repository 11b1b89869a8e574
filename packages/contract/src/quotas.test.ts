import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { listQuotas, quota, quotaRefusal } from './quotas.ts'

const wire = { type: 'spend', assetType: 'nikau.nzd.main', period: 'monthly', interval: '2026-11', limit: '100000', usage: '2500' }

describe('quotas on the wire', () => {
  test('are a plain list for members of the account', () => {
    expect(listQuotas).toMatchObject({ method: 'GET', path: '/api/accounts/:accountId/quotas', access: 'person', refusals: { FORBIDDEN: 403 } })
    expect(z.decode(listQuotas.answer, [wire] as never)).toHaveLength(1)
  })

  test('have limit, interval, period, usage, type and asset type, and nothing daily [ENT-19]', () => {
    const decoded = z.decode(quota, wire as never)
    expect(decoded).toEqual({ ...wire, limit: 100000n, usage: 2500n })
    expect(z.encode(quota, decoded)).toEqual(wire)
    expect(z.safeDecode(quota, { ...wire, period: 'daily' } as never).success).toBe(false)
    expect(z.safeDecode(quota, { ...wire, type: 'send' } as never).success).toBe(false)
  })

  test('a refusal body may carry other fields', () => {
    const body = { statusCode: 403, error: 'Forbidden', message: 'QUOTA_EXCEEDED', quotas: [wire] }
    expect(z.decode(quotaRefusal, body as never)).toEqual({ quotas: [{ ...wire, limit: 100000n, usage: 2500n }] })
  })
})
