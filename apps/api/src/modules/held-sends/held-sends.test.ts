import { cents } from '@nikau/money'
import { createPerson, fakeClock, silent, testDatabase } from '@nikau/testing'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { runningApi } from '../../fixtures.ts'
import { createSender, freeNumber } from './fixtures.ts'
import { useHeldSend } from './index.ts'
import { askDue, forgetUnanswered } from './jobs.ts'

const database = await testDatabase()
const { db } = database
const clock = fakeClock(new Date().toISOString())
const api = await runningApi(database, { clock, wallClock: { now: () => new Date() }, env: { RATE_LIMIT_SCALE: '1000' } })
const jobs = { db: database.openAs('nikau_worker').db, clock, webOrigin: 'https://wallet.example', log: silent }
const hourMs = 3_600_000
const dayMs = 24 * hourMs
const later = (ms: number) => new Date(clock.now().getTime() + ms).toISOString()
const messagesTo = async (recipient: string, purpose: string) =>
  (await sql<{ body: string }>`select body from message where recipient = ${recipient} and purpose = ${purpose} order by queued_at`.execute(db)).rows.map(
    ({ body }) => body,
  )

test('a held send has its times, holds no money and is listed for its sender alone [GUARD-06]', async () => {
  const [mia, other] = [await createSender(api, database), await createSender(api, database)]
  await api.post(`/api/wallets/${mia.walletId}/topup`, { amount: '50000', idempotencyKey: 't' }, mia.headers)
  const dean = await createSender(api, database, { givenName: 'Dean', familyName: 'Mills' })
  const held = await mia.hold(dean.phone, { message: 'Deposit', purpose: 'met-online' })
  expect(held).toMatchObject({
    status: 200,
    body: {
      status: 'waiting',
      assetId: mia.walletId,
      recipientAlias: dean.phone,
      recipientName: 'Dean M.',
      firstTime: true,
      value: '45000',
      message: 'Deposit',
      purpose: 'met-online',
      createdAt: later(0),
      decideAt: later(dayMs),
      forgottenAt: later(4 * dayMs),
      opinions: [],
    },
  })
  expect(await mia.get(`/api/assets/${mia.walletId}`)).toMatchObject({ body: { balance: '50000', availableBalance: '50000' } })
  expect((await mia.get('/api/held-sends')).body.items).toEqual([held.body])
  expect((await mia.get(`/api/held-sends/${held.body.id}`)).body).toEqual(held.body)
  expect((await other.get('/api/held-sends')).body.items).toEqual([])
  for (const answer of [other.get(`/api/held-sends/${held.body.id}`), other.delete(`/api/held-sends/${held.body.id}`), other.get('/api/held-sends/none')])
    expect((await answer).body).toMatchObject({ statusCode: 403, message: 'FORBIDDEN' })
  expect((await other.hold(dean.phone, { assetId: mia.walletId })).body.message).toBe('FORBIDDEN')
  clock.advance(5 * dayMs)
  expect(await mia.get(`/api/assets/${mia.walletId}`)).toMatchObject({ body: { balance: '50000' } })
})

test('at its time the sender is asked once, and three days later it is forgotten, whether or not the job has run [GUARD-06]', async () => {
  const mia = await createSender(api, database)
  const { id } = (await mia.hold(freeNumber())).body
  const status = async () => (await mia.get(`/api/held-sends/${id}`)).body.status
  clock.advance(dayMs - 1)
  expect(await askDue(jobs)).toBe(0)
  expect(await status()).toBe('waiting')
  clock.advance(1)
  expect(await status()).toBe('due')
  expect(await askDue(jobs)).toBe(1)
  expect(await askDue(jobs)).toBe(0)
  const messages = await messagesTo(mia.phone, 'held-send')
  expect(messages).toEqual([expect.stringContaining(`Do you still want to send $450.00? Nothing has left your wallet.`)])
  expect(messages[0]).toContain(`https://wallet.example/deimos/send/held/${id}`)
  clock.advance(3 * dayMs)
  expect(await status()).toBe('forgotten')
  expect((await mia.get('/api/held-sends')).body.items).toEqual([])
  expect((await mia.delete(`/api/held-sends/${id}`)).body.message).toBe('FORBIDDEN')
  expect(await forgetUnanswered(jobs)).toBeGreaterThanOrEqual(1)
  expect(await status()).toBe('forgotten')
})

test('a cancelled send is not asked about and cannot be sent; cancelling twice changes nothing [GUARD-06]', async () => {
  const mia = await createSender(api, database)
  const alias = freeNumber()
  const { id } = (await mia.hold(alias)).body
  expect((await mia.delete(`/api/held-sends/${id}`)).status).toBe(200)
  expect((await mia.delete(`/api/held-sends/${id}`)).status).toBe(200)
  expect((await mia.get(`/api/held-sends/${id}`)).body.status).toBe('cancelled')
  clock.advance(dayMs)
  await askDue(jobs)
  expect(await messagesTo(mia.phone, 'held-send')).toEqual([])
  const use = { heldSendId: id as string, personId: mia.personId, accountId: mia.accountId, alias, value: cents(45_000), mustBeDue: true, at: clock.now() }
  expect(await db.transaction().execute((tx) => useHeldSend(tx, use))).toBeUndefined()
})

test('a held send allows its own send, once, and not before its time [GUARD-05, GUARD-06]', async () => {
  const mia = await createSender(api, database)
  const alias = freeNumber()
  const { id } = (await mia.hold(alias)).body
  const use = (change: object = {}) =>
    db.transaction().execute((tx) =>
      useHeldSend(tx, {
        heldSendId: id,
        personId: mia.personId,
        accountId: mia.accountId,
        alias,
        value: cents(45_000),
        mustBeDue: true,
        at: clock.now(),
        ...change,
      }),
    )
  clock.advance(dayMs - 1)
  expect(await use()).toBe('waiting')
  clock.advance(1)
  const other = await createSender(api, database)
  for (const change of [
    { value: cents(45_001) },
    { alias: freeNumber() },
    { personId: other.personId },
    { accountId: other.accountId },
    { heldSendId: 'none' },
  ])
    expect(await use(change)).toBeUndefined()
  expect((await Promise.all([use(), use(), use()])).filter((result) => result === 'due')).toHaveLength(1)
  expect((await mia.get(`/api/held-sends/${id}`)).body.status).toBe('sent')
  expect(await use()).toBeUndefined()
})

test('the same send waits once, and ten at most [GUARD-06]', async () => {
  const mia = await createSender(api, database)
  const alias = freeNumber()
  const answers = await Promise.all([mia.hold(alias), mia.hold(alias), mia.hold(alias)])
  expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
  for (let n = 1; n < 10; n++) expect((await mia.hold(alias, { value: String(100 + n) })).status).toBe(200)
  expect(await mia.hold(alias, { value: '999' })).toMatchObject({ status: 403, body: { message: 'HELD_SEND_LIMIT_REACHED' } })
  expect((await mia.delete(`/api/held-sends/${answers[0].body.id}`)).status).toBe(200)
  expect((await mia.hold(alias, { value: '999' })).status).toBe(200)
})

test('held sends to new aliases count with the checks of a day [GUARD-01]', async () => {
  const mia = await createSender(api, database)
  for (let n = 0; n < 19; n++) await api.post('/api/asset-transfers/check', { recipientAlias: freeNumber() }, mia.headers)
  expect((await mia.hold(freeNumber())).status).toBe(200)
  expect(await mia.hold(freeNumber())).toMatchObject({ status: 429, body: { message: 'FIRST_SEND_LIMIT_REACHED' } })
})

test('a person who hides their name is a number to the sender [GUARD-03]', async () => {
  const [mia, dean] = [await createSender(api, database), await createSender(api, database, { givenName: 'Dean' })]
  await api.put('/api/me/shown-name', { chosen: null, visible: false }, dean.headers)
  expect((await mia.hold(dean.phone)).body).not.toHaveProperty('recipientName')
})

test('the question goes by email if the address is verified', async () => {
  const person = await createPerson(database, { givenName: 'Ana', email: 'ana@example.nz', emailVerified: true })
  const account = (await api.post('/api/accounts', { name: 'Ana', type: 'individual' }, person.headers)).body
  const wallet = (await api.post('/api/wallet-assets', { accountId: account.id, ledgerId: 'nikau.nzd.test' }, person.headers)).body
  const held = { assetId: wallet.id, recipientAlias: freeNumber(), value: '20000', purpose: 'bill' }
  await api.post('/api/held-sends', held, person.headers)
  clock.advance(dayMs)
  await askDue(jobs)
  expect(await messagesTo('ana@example.nz', 'held-send')).toEqual([expect.stringContaining('If you don’t answer, it is forgotten on')])
  expect(await messagesTo(person.phone, 'held-send')).toEqual([])
})
