import { randomUUID } from 'node:crypto'
import { createPerson, testDatabase } from '@nikau/testing'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createPayer, createShop, runningApi } from '../../fixtures.ts'
import { pairTill, startTurn } from '../tills/fixtures.ts'

const database = await testDatabase()
const api = await runningApi(database, { env: { RATE_LIMIT_SCALE: '1000', STEP_UP_SECONDS: '8640000' } })

async function exportOf(shop: Awaited<ReturnType<typeof createShop>>) {
  const { body } = await api.app.inject({ url: `/api/merchants/${shop.merchantId}/payments/export`, headers: shop.owner.headers })
  const [names, ...rows] = body.replace('\uFEFF', '').trim().split('\r\n').map((line) => line.split(',')) // prettier-ignore
  return { names: names!, rows: rows.map((row) => Object.fromEntries(row.map((value, place) => [names![place], value])) as Record<string, string>) }
}

test('payments of a staff till name the till and the person, in list, page, export and on the till; nobody else is named [BIZ-20, BIZ-21]', async () => {
  const [shop, payer] = [await createShop(api, database), await createPayer(api, database)]
  const [cashier, stranger] = [await createPerson(database), await createPerson(database)]
  for (const [{ personId }, name] of [
    [cashier, 'Sione'],
    [stranger, 'Stranger'],
  ] as const)
    // prettier-ignore
    await sql`update identity.person set given_name = ${name}, family_name = 'Latu' where id = ${personId}`.execute(database.owner.db)
  await sql`insert into account_member (account_id, person_id, role, added_at) values (${shop.accountId}, ${cashier.personId}, 'cashier', now())`.execute(
    database.owner.db,
  )
  const till = await pairTill(api, shop, 'Front')
  const turn = await startTurn(api, shop, till, cashier)
  const sale = await api.post(
    '/api/payment-requests',
    { configId: shop.configId, value: { amount: '500', currency: 'NZD' }, idempotencyKey: randomUUID() },
    turn,
  )
  const { id } = sale.body
  // A till of another make, and a server that names a till of ours with somebody who never worked there.
  const { id: theirs } = await shop.createRequest(600, { terminalId: 'Lane 4', operatorId: 'Jo' })
  const { id: forged } = await shop.createRequest(700, { terminalId: till.id, operatorId: stranger.personId })
  for (const paid of [id, theirs, forged]) expect((await payer.pay(paid)).status).toBe(200)

  const get = async (path: string) => (await api.get(`/api/merchants/${shop.merchantId}/payments${path}`, shop.owner.headers)).body
  const placesOf = async () => Object.fromEntries((await get('')).items.map((item: { id: string; place: object }) => [item.id, item.place]))
  const named = { kind: 'till', terminalId: till.id, operatorId: cashier.personId, tillName: 'Front', personName: 'Sione' }
  const places = {
    [id]: named,
    [theirs]: { kind: 'till', terminalId: 'Lane 4', operatorId: 'Jo' },
    [forged]: { kind: 'till', terminalId: till.id, operatorId: stranger.personId, tillName: 'Front' },
  }
  expect(await placesOf()).toEqual(places)
  expect((await get(`/${id}`)).place).toEqual(named)
  expect((await api.get(`/api/tills/${till.id}/payments/${id}`, turn)).body.place).toEqual(named)
  const rows = async () => Object.fromEntries((await exportOf(shop)).rows.map((row) => [row['Payment request'], [row.Till, row.Person]]))
  expect(await rows()).toMatchObject({ [id]: ['Front', 'Sione'], [theirs]: ['Lane 4', 'Jo'] })
  expect(JSON.stringify([await get(''), await rows()])).not.toContain('Stranger')

  // Who has left is still named.
  await api.delete(`/api/accounts/${shop.accountId}/members/${cashier.personId}`, shop.owner.headers)
  expect((await get(`/${id}`)).place).toEqual(named)
})

test('every row of an export of test money says TEST, and no row of live money does [BIZ-07]', async () => {
  const [test, live] = [await createShop(api, database), await createShop(api, database, { test: false })]
  for (const shop of [test, live]) {
    const { id } = await shop.createRequest(500)
    const answer = await api.post(
      `/api/payment-requests/${id}/pay`,
      { assetType: `external.${shop === live ? 'main' : 'test'}`, transactionId: 'x' },
      shop.till,
    )
    expect(answer.status).toBe(200)
  }
  const [ofTest, ofLive] = [await exportOf(test), await exportOf(live)]
  expect(ofTest.names.at(-1)).toBe('TEST')
  expect(ofTest.rows.map((row) => row.TEST)).toEqual(['TEST'])
  expect([ofLive.names.includes('TEST'), ofLive.rows.length]).toEqual([false, 1])
  expect(JSON.stringify(ofLive)).not.toContain('TEST')
})

test('the export of a business that is not registered for GST has no column for it, unless it was when it sold [BIZ-70]', async () => {
  const [shop, payer] = [await createShop(api, database), await createPayer(api, database)]
  const register = (number: string | null) => sql`update merchant set gst_number = ${number} where id = ${shop.merchantId}`.execute(database.owner.db)
  const sell = async () => expect((await payer.pay((await shop.createRequest(500)).id)).status).toBe(200)
  const names = async () => (await exportOf(shop)).names
  await register(null)
  await sell()
  expect(await names()).not.toContain('GST in sale')
  await register('140107697')
  expect(await names()).toContain('GST in sale')
  await sell()
  await register(null)
  const { names: after, rows } = await exportOf(shop)
  expect(after).toContain('GST in sale')
  expect(rows.map((row) => row['GST in sale'])).toEqual(['0.65', '0.00'])
})
