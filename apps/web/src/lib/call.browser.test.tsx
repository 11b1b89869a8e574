import { getMerchantSummary, searchMerchants } from '@nikau/contract'
import { expect, test, vi } from 'vitest'
import { call } from './call.ts'
import { deployed } from './config.ts'

test('every call path is relative to the one configured base [API-01]', async () => {
  const asked: string[] = []
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(address)
    return Response.json({ items: [], id: 'm1', name: 'Corner Loaf', test: false })
  })
  deployed.apiBase = 'https://api.example/v1'
  try {
    await call(searchMerchants, { query: { name: 'Te Aro' } })
    await call(getMerchantSummary, { params: { id: 'm1' } })
    deployed.apiBase = ''
    await call(getMerchantSummary, { params: { id: 'm1' } })
  } finally {
    deployed.apiBase = ''
    vi.unstubAllGlobals()
  }
  expect(asked).toEqual([
    'https://api.example/v1/api/merchants/search?name=Te+Aro',
    'https://api.example/v1/api/merchants/m1/summary',
    '/api/merchants/m1/summary',
  ])
})
