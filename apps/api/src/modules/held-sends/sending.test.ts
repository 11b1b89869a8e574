import { assertLedgerInvariants } from '@nikau/ledger'
import { fakeClock, testDatabase } from '@nikau/testing'
import { afterEach, expect, test } from 'vitest'
import { runningApi } from '../../fixtures.ts'
import { createSender, freeNumber } from './fixtures.ts'

// The brake and held sends on the call that sends (API-28).

const database = await testDatabase()
const clock = fakeClock(new Date().toISOString())
const quota = { monthly: 100_000_000, yearly: 100_000_000 }
const env = { RATE_LIMIT_SCALE: '1000', STEP_UP_PAYMENT_LIMIT: '10000000', QUOTA_LIMITS: JSON.stringify({ topup: quota, spend: quota }) }
const options = { clock, wallClock: { now: () => new Date() } }
const api = await runningApi(database, { ...options, env: { ...env, WEB_CONFIG: '{"people":{"guard":true}}' } })
const unguarded = await runningApi(database, { ...options, env })
afterEach(() => assertLedgerInvariants(database.db))
const dayMs = 86_400_000

async function createRichSender(of = api) {
  const mia = await createSender(of, database)
  await mia.topUp(900_000)
  return mia
}

test('a first send of $200.00 without a purpose is refused and moves nothing; with one it is made [GUARD-04]', async () => {
  const mia = await createRichSender()
  const alias = freeNumber()
  expect(await mia.send(alias, 20_000)).toMatchObject({ status: 403, body: { message: 'PURPOSE_REQUIRED' } })
  expect(await mia.balance()).toBe(900_000)
  expect((await mia.get(`/api/accounts/${mia.accountId}/payees`)).body.items).toEqual([])
  expect((await mia.send(alias, 19_999)).status).toBe(200)
  expect((await mia.send(freeNumber(), 20_000, { purpose: 'family-or-friends' })).status).toBe(200)
  expect(await mia.balance()).toBe(900_000 - 39_999)
  // A contact and a usual amount are not asked about.
  expect((await mia.send(alias, 30_000)).status).toBe(200)
})

test('first sends that come to $500.00 in 24 hours need a purpose, simultaneous ones too [GUARD-04]', async () => {
  const mia = await createRichSender()
  const answers = await Promise.all(Array.from({ length: 6 }, () => mia.send(freeNumber(), 15_000)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(3)
  expect(answers.filter(({ body }) => body.message === 'PURPOSE_REQUIRED')).toHaveLength(3)
  expect(await mia.balance()).toBe(900_000 - 45_000)
  expect((await mia.send(freeNumber(), 15_000, { purpose: 'bill' })).status).toBe(200)
  clock.advance(dayMs)
  expect((await mia.send(freeNumber(), 15_000)).status).toBe(200)
})

test('without the area nothing is held back [GUARD-04]', async () => {
  const mia = await createRichSender(unguarded)
  expect((await mia.send(freeNumber(), 60_000)).status).toBe(200)
})

test('told to send: only after a day of waiting, once; other purposes at once [GUARD-05]', async () => {
  const mia = await createRichSender()
  const alias = freeNumber()
  const tell = (more: object = {}) => mia.send(alias, 45_000, { purpose: 'told-to', ...more })
  expect(await tell()).toMatchObject({ status: 403, body: { message: 'COOLING_OFF' } })
  const { id: heldSendId } = (await mia.hold(alias)).body
  clock.advance(dayMs - 1)
  expect((await tell({ heldSendId })).body.message).toBe('COOLING_OFF')
  expect(await mia.balance()).toBe(900_000)
  clock.advance(1)
  for (const [to, value] of [
    [alias, 45_001],
    [freeNumber(), 45_000],
  ] as const)
    expect((await mia.send(to, value, { purpose: 'told-to', heldSendId })).body.message).toBe('FORBIDDEN')
  const answers = await Promise.all([tell({ heldSendId }), tell({ heldSendId }), tell({ heldSendId })])
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(answers.filter(({ body }) => body.message === 'FORBIDDEN')).toHaveLength(2)
  expect(await mia.balance()).toBe(900_000 - 45_000)
  expect((await mia.get(`/api/held-sends/${heldSendId}`)).body.status).toBe('sent')
  // They are a contact now, and the amount is usual: whoever is told to send waits again.
  expect((await tell()).body.message).toBe('COOLING_OFF')
  for (const purpose of ['investment', 'met-online']) expect((await mia.send(freeNumber(), 45_000, { purpose })).status).toBe(200)
})

test('when its time has come all checks are made anew, and a refused send leaves it due [GUARD-06]', async () => {
  const mia = await createSender(api, database)
  await mia.topUp(40_000)
  const alias = freeNumber()
  const { id: heldSendId } = (await mia.hold(alias)).body
  clock.advance(dayMs)
  const tell = () => mia.send(alias, 45_000, { purpose: 'told-to', heldSendId })
  expect((await tell()).body.message).toBe('INSUFFICIENT_WALLET_BALANCE')
  expect((await mia.get(`/api/held-sends/${heldSendId}`)).body.status).toBe('due')
  await mia.topUp(5000)
  await mia.post(`/api/accounts/${mia.accountId}/freeze`)
  expect((await tell()).body.message).toBe('ACCOUNT_FROZEN')
  await mia.post(`/api/accounts/${mia.accountId}/unfreeze`)
  expect((await tell()).status).toBe(200)
  expect(await mia.balance()).toBe(0)
})

test('a send that may be made at once settles the one that waited, so that nobody is asked about it again [GUARD-06]', async () => {
  const mia = await createRichSender()
  const alias = freeNumber()
  const { id: heldSendId } = (await mia.hold(alias, { purpose: 'met-online' })).body
  expect((await mia.send(alias, 45_000, { purpose: 'met-online', heldSendId })).status).toBe(200)
  expect((await mia.get(`/api/held-sends/${heldSendId}`)).body.status).toBe('sent')
})

test('who receives at once is a contact with their shown name; who hides it has none [GUARD-03]', async () => {
  const mia = await createRichSender()
  const [aroha, hidden] = [await createSender(api, database, { givenName: 'Aroha', familyName: 'Ngata' }), await createSender(api, database)]
  await api.put('/api/me/shown-name', { chosen: null, visible: false }, hidden.headers)
  const shownSend = await mia.send(aroha.phone, 1000)
  clock.advance(1000)
  const hiddenSend = await mia.send(hidden.phone, 1000)
  expect(shownSend.body).toMatchObject({ status: 'claimed', recipientName: 'Aroha N.' })
  expect(hiddenSend.body).toMatchObject({ status: 'claimed', recipient: `021 ••• ••${hidden.phone.slice(-2)}` })
  expect(hiddenSend.body).not.toHaveProperty('recipientName')
  const { items } = (await mia.get(`/api/accounts/${mia.accountId}/payees`)).body
  expect(items.map(({ alias, name }: { alias: string; name?: string }) => [alias, name])).toEqual([
    [hidden.phone, undefined],
    [aroha.phone, 'Aroha N.'],
  ])
})
