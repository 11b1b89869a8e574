import { createAccessToken, testDatabase } from '@nikau/testing'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createPayer, createShop, runningApi } from '../../../fixtures.ts'

const database = await testDatabase()
const api = await runningApi(database, { env: { STEP_UP_PAYMENT_LIMIT: '1000' } })
const shop = await createShop(api, database)
const payer = await createPayer(api, database, 100_000)

/** The payer with a sign-in of ten minutes ago. */
const oldToken = await createAccessToken(database, payer.personId, undefined, { signedInAt: new Date(Date.now() - 600_000) })
const old = { authorization: `Bearer ${oldToken}` }
const pay = (id: string, headers: Record<string, string>, more: object = {}) =>
  api.post(`/api/payment-requests/${id}/pay`, { assetType: 'nikau.nzd.test', assetId: payer.walletId, ...more }, headers)
const events = async () =>
  (
    await sql<{ detail: object }>`select detail from security_event where person_id = ${payer.personId} and kind = 'large-payment' order by id`.execute(
      database.db,
    )
  ).rows

test('a payment over the limit needs a recent sign-in, and is recorded; one at the limit does not and is not [SEC-4]', async () => {
  const [atLimit, over] = [await shop.createRequest(1000), await shop.createRequest(1001)]
  expect((await pay(atLimit.id, old)).status).toBe(200)
  expect(await events()).toEqual([])
  const refused = await pay(over.id, old)
  expect(refused).toMatchObject({ status: 403, body: { message: 'SIGN_IN_AGAIN', signIn: { acr: 'code', maxAge: 300 } } })
  expect((await api.get(`/api/payment-requests/${over.id}`, shop.till)).body.status).toBe('new')
  expect((await pay(over.id, payer.headers)).status).toBe(200)
  expect(await events()).toEqual([{ detail: { amount: '1001', merchant: 'Kauri Cafe', liveness: 'test' } }])
})

test('parts of one request count together [SEC-4]', async () => {
  const { id } = await shop.createRequest(1500)
  expect((await pay(id, old, { mode: 'multi-asset-payment', amount: '900' })).status).toBe(200)
  expect((await pay(id, old, { mode: 'multi-asset-payment', amount: '600' })).body.message).toBe('SIGN_IN_AGAIN')
})

test('a repeated call gets its payment back without a new sign-in, and a till is not asked [SEC-4]', async () => {
  const { id } = await shop.createRequest(2000)
  const first = await pay(id, payer.headers, { idempotencyKey: 'k1' })
  expect(await pay(id, old, { idempotencyKey: 'k1' })).toMatchObject({ status: 200, body: { id: first.body.id } })
  const cash = await shop.createRequest(5000)
  expect((await api.post(`/api/payment-requests/${cash.id}/pay`, { assetType: 'external.test', transactionId: 't' }, shop.till)).status).toBe(200)
})

test('changes of API keys are recorded for every owner, with address and device [SEC-10]', async () => {
  const url = `/api/accounts/${shop.accountId}/api-keys`
  const headers = { ...shop.owner.headers, 'user-agent': 'Mozilla/5.0 (Macintosh) Firefox/130.0' }
  await api.post(url, { name: 'second', role: 'merchant-terminal' }, headers)
  await api.put(`${url}/second`, { enabled: false }, headers)
  const { rows } = await sql<{ kind: string; device: string; address: string; name: string }>`
    select kind, device, address, detail ->> 'name' as name from security_event where person_id = ${shop.owner.personId} and detail ->> 'name' = 'second' order by id`.execute(
    database.db,
  )
  expect(rows).toEqual(['api-key-created', 'api-key-changed'].map((kind) => ({ kind, device: 'Firefox on Mac', address: '127.0.0.1', name: 'second' })))
})
