import { getMerchantSummary, searchMerchants } from '@nikau/contract'
import { expect, test, vi } from 'vitest'
import { call } from './call.ts'
import { deployed } from './config.ts'

test('all calls use the configured base URL [API-01]', async () => {
  const urls: string[] = []
  vi.stubGlobal('fetch', async (url: string) => {
    urls.push(url)
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
  expect(urls).toEqual([
    'https://api.example/v1/api/merchants/search?name=Te+Aro',
    'https://api.example/v1/api/merchants/m1/summary',
    '/api/merchants/m1/summary',
  ])
})
