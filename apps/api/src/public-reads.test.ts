import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { schemaFolder } from '@nikau/runtime'
import { fakeClock, testDatabase } from '@nikau/testing'
import { expect, test } from 'vitest'
import { assetDeps, createHolder, createIssuerWithCollection, createShop, runningApi } from './fixtures.ts'
import { createSender, newNumber } from './modules/asset-transfers/fixtures.ts'
import { seedMerchants } from './modules/merchants/index.ts'

const database = await testDatabase()
const clock = fakeClock(new Date().toISOString())
const api = await runningApi(database, { clock })
const deps = assetDeps(database, clock)

test('a visitor without a session reads the six summaries, and nothing behind them [SESS-09]', async () => {
  const wallets = JSON.parse(readFileSync(join(schemaFolder, 'seeds', 'wallets.json'), 'utf8')) as never
  await seedMerchants(database.owner.db, { merchants: [], wallets })
  const shop = await createShop(api, database)
  const mia = await createSender(api, database)
  const holder = await createHolder(database, deps)
  const request = await shop.createRequest(1500)
  const token = await (await createIssuerWithCollection(deps)).issue(holder.accountId)
  const transfer = (await mia.send(newNumber(), 500)).body
  const connection = (await api.post('/api/connections', { merchantId: shop.merchantId }, shop.till)).body
  const reads: [path: string, contains: object][] = [
    [`/api/payment-requests/${request.id}/summary`, { id: request.id, value: { amount: '1500', currency: 'NZD' }, merchantName: 'Kauri Cafe', status: 'new' }],
    [`/api/assets/${token.id}/summary`, { id: token.id, description: 'One flat white', liveness: 'main' }],
    [`/api/asset-transfers/${transfer.id}/summary`, { id: transfer.id, senderName: 'Mia T.', status: 'created' }],
    [`/api/connections/${connection.id}/summary`, { id: connection.id, merchantId: shop.merchantId, status: 'created' }],
    [`/api/merchants/${shop.merchantId}/summary`, { id: shop.merchantId, name: 'Kauri Cafe', test: true }],
  ]
  for (const [path, contains] of reads) expect([path, await api.get(path)]).toMatchObject([path, { status: 200, body: contains }])
  const supported = await api.get(`/api/merchants/${shop.merchantId}/supported-wallets`)
  expect(supported.status).toBe(200)
  expect(supported.body).toEqual(expect.arrayContaining([expect.objectContaining({ assetTypes: expect.arrayContaining([{ id: 'nikau.nzd.test' }]) })]))
  const closed = [`/api/payment-requests/${request.id}`, `/api/assets/${token.id}`, `/api/asset-transfers/${transfer.id}`, `/api/merchants/${shop.merchantId}`]
  for (const path of closed) expect([path, (await api.get(path)).status]).toEqual([path, 401])
  const names = JSON.stringify(await Promise.all(reads.map(async ([path]) => (await api.get(path)).body)))
  for (const secret of [mia.phone, mia.accountId, holder.accountId]) expect(names).not.toContain(secret)
})
