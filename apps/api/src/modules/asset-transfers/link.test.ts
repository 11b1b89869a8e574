import { assertLedgerInvariants } from '@nikau/ledger'
import { systemClock } from '@nikau/runtime'
import { fakeClock, testDatabase } from '@nikau/testing'
import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { runningApi } from '../../fixtures.ts'
import { createSender, createWorker, escrowOf, keyOf, messagesOf, newNumber, signUp } from './fixtures.ts'

const database = await testDatabase()
const { db } = database
const clock = fakeClock(new Date().toISOString())
const env = { WEB_ORIGIN: 'https://wallet.example', FIRST_SENDS_PER_DAY: '1000', RATE_LIMIT_SCALE: '100' }
const api = await runningApi(database, { clock, wallClock: systemClock, env })
const worker = createWorker(database, clock)
afterEach(() => assertLedgerInvariants(db))

async function sent(email?: string) {
  const mia = await createSender(api, database, { ...(email && { email }) })
  const to = newNumber()
  const { id } = (await mia.send(to, 5000, { message: 'Happy birthday, Jack' })).body
  return { mia, to, id: id as string, key: await keyOf(database, id) }
}
const summary = async (id: string) => (await api.get(`/api/asset-transfers/${id}/summary`)).body

test('anybody with the link reads the summary, with amount and masked recipient while it waits [API-34, ENT-14, SESS-09, CLAIM-10]', async () => {
  const { mia, to, id } = await sent()
  expect(await summary(id)).toEqual({
    id,
    status: 'created',
    assetId: mia.walletId,
    message: 'Happy birthday, Jack',
    senderName: 'Mia T.',
    createdAt: clock.now().toISOString(),
    url: `https://wallet.example/deimos/transfer/${id}`,
    asset: { category: 'money', description: 'NZD', liveness: 'test' },
    expiresAt: new Date(clock.now().getTime() + 14 * 86_400_000).toISOString(),
    value: '5000',
    recipient: expect.stringMatching(new RegExp(`^022 •.*${to.slice(-2)}$`)),
  })
  await worker.deliver(id)
  expect(await summary(id)).toMatchObject({ status: 'sent', value: '5000' })
  expect(await api.get('/api/asset-transfers/unknown/summary')).toMatchObject({ status: 403, body: { message: 'FORBIDDEN' } })
})

test('once it is final the summary has neither amount nor recipient; name, message and kind of asset stay [CLAIM-10, XFER-04]', async () => {
  const [claimed, cancelled, expired] = [await sent(), await sent(), await sent()]
  const jack = await signUp(api, database, claimed.to)
  await jack.act(claimed.id, 'claim')
  await cancelled.mia.act(cancelled.id, 'cancel')
  clock.advance(14 * 86_400_000)
  for (const [{ id }, status] of [
    [claimed, 'claimed'],
    [cancelled, 'cancelled'],
    [expired, 'expired'],
  ] as const) {
    const shown = await summary(id)
    expect(shown).toMatchObject({ status, senderName: 'Mia T.', message: 'Happy birthday, Jack', asset: { category: 'money' } })
    expect(shown.value).toBeUndefined()
    expect(shown.recipient).toBeUndefined()
  }
})

test('of the sender the summary has the name and nothing else [CLAIM-11]', async () => {
  const email = `p${Date.now()}@example.nz`
  const { mia, id } = await sent(email)
  const text = JSON.stringify(await summary(id))
  for (const secret of [mia.phone, mia.phone.slice(4), email, mia.accountId, mia.personId, 'Tūhoro']) expect(text).not.toContain(secret)
  expect(text).not.toContain('"balance')
})

test('more than 30 reads of a summary a minute from one address are refused [CLAIM-18]', async () => {
  const strict = await runningApi(database, { clock, wallClock: systemClock, env: { ...env, RATE_LIMIT_SCALE: '1' } })
  const { id } = await sent()
  clock.advance(60_000)
  for (let i = 0; i < 30; i++) expect((await strict.get(`/api/asset-transfers/${id}/summary`)).status).toBe(200)
  expect((await strict.get(`/api/asset-transfers/${id}/summary`)).status).toBe(429)
})

test('the key of the link declines and reports its own transfer and nothing else [CLAIM-15]', async () => {
  const [mine, other] = [await sent(), await sent()]
  expect((await api.post(`/api/asset-transfers/${other.id}/decline`, {}, mine.key)).status).toBe(401)
  expect((await api.post(`/api/asset-transfers/${other.id}/report`, { reason: 'scam' }, mine.key)).status).toBe(401)
  expect((await api.post(`/api/asset-transfers/${mine.id}/decline`, {})).status).toBe(401)
  for (const verb of ['claim', 'cancel', 'remind', 'acknowledge'])
    expect((await api.post(`/api/asset-transfers/${mine.id}/${verb}`, {}, mine.key)).status).toBe(401)
  expect((await api.get(`/api/asset-transfers/${mine.id}`, mine.key)).status).toBe(401)
  expect((await api.get('/api/me/claimed-transfers', mine.key)).status).toBe(401)
  expect((await api.post(`/api/asset-transfers/${mine.id}/decline`, {}, mine.key)).status).toBe(200)
})

test('a decline gives amount and quota back at once and tells the sender no reason [CLAIM-16]', async () => {
  const { mia, id, key } = await sent()
  expect(await api.post(`/api/asset-transfers/${id}/decline`, {}, key)).toMatchObject({ status: 200, body: {} })
  expect([await mia.balance(), await mia.used()]).toEqual([10_000, 0])
  expect(await escrowOf(database, id)).toEqual({ balance: 0n, closed: true })
  expect((await mia.transfer(id)).status).toBe('declined')
  expect((await summary(id)).status).toBe('declined')
  const notice = (await messagesOf(database, id)).at(-1)!
  expect(notice).toMatchObject({ purpose: 'transfer-declined', recipient: mia.phone })
  expect(notice.body).toContain('was declined')
  expect((await api.post(`/api/asset-transfers/${id}/decline`, {}, key)).body.message).toBe('INVALID_ASSET_TRANSFER_STATUS')
})

test('the recipient declines with a session too; a stranger and the sender do not [CLAIM-16]', async () => {
  const { mia, to, id } = await sent()
  const [jack, stranger] = [await signUp(api, database, to), await signUp(api, database, newNumber())]
  for (const who of [mia, stranger])
    for (const verb of ['decline', 'report']) {
      const { body } = await who.act(id, verb, verb === 'report' ? { reason: 'scam' } : {})
      expect(body.message).toBe('FORBIDDEN')
    }
  expect((await jack.act(id, 'decline')).status).toBe(200)
})

test('a report declines, bars the sender from this alias and raises a case; the sender hears only "declined" [CLAIM-17]', async () => {
  const { mia, to, id, key } = await sent()
  expect((await api.post(`/api/asset-transfers/${id}/report`, { reason: 'nonsense' }, key)).status).toBe(400)
  expect(await api.post(`/api/asset-transfers/${id}/report`, { reason: 'scam' }, key)).toMatchObject({ status: 200, body: {} })
  expect((await mia.transfer(id)).status).toBe('declined')
  expect(await mia.balance()).toBe(10_000)
  const { rows } = await sql<{ refs: object }>`select refs from operator_exception where kind = 'asset-transfer-reported' and ref = ${id}`.execute(db)
  expect(rows).toEqual([{ refs: { assetTransferId: id, senderAccountId: mia.accountId, reason: 'scam' } }])
  const notice = (await messagesOf(database, id)).at(-1)!
  expect(notice.purpose).toBe('transfer-declined')
  expect(notice.body).not.toMatch(/report|scam/i)
  expect((await mia.send(to, 100)).body.message).toBe('RECIPIENT_UNAVAILABLE')
  expect((await mia.send(newNumber(), 100)).status).toBe(200)
  const aroha = await createSender(api, database)
  expect((await aroha.send(to, 100)).status).toBe(200)
})

test('what the recipient has can still be reported: they keep it, and the sender is barred [CLAIM-17]', async () => {
  const mia = await createSender(api, database)
  const jack = await createSender(api, database, { money: 0 })
  const { id } = (await mia.send(jack.phone, 100)).body
  expect((await jack.act(id, 'report', { reason: 'abusive' })).status).toBe(200)
  expect((await jack.act(id, 'decline')).body.message).toBe('INVALID_ASSET_TRANSFER_STATUS')
  expect(await jack.balance()).toBe(100)
  expect((await mia.send(jack.phone, 100)).body.message).toBe('RECIPIENT_UNAVAILABLE')
})

test('the sender lists what was sent, newest first, in pages; waiting ones alone on request [CLAIM-04]', async () => {
  const mia = await createSender(api, database)
  const ids: string[] = []
  for (let i = 0; i < 52; i++) {
    ids.unshift((await mia.send(newNumber(), 1)).body.id)
    clock.advance(1)
  }
  await mia.act(ids[0]!, 'cancel')
  const page = async (query = '') => (await api.get(`/api/accounts/${mia.accountId}/asset-transfers${query}`, mia.headers)).body
  const first = await page()
  expect(first.items.map(({ id }: { id: string }) => id)).toEqual(ids.slice(0, 50))
  const second = await page(`?pageKey=${first.nextPageKey}`)
  expect(second.items.map(({ id }: { id: string }) => id)).toEqual(ids.slice(50))
  expect(second.nextPageKey).toBeUndefined()
  expect((await page('?waiting=true')).items[0].id).toBe(ids[1])
  const jack = await createSender(api, database, { money: 0 })
  expect((await api.get(`/api/accounts/${mia.accountId}/asset-transfers`, jack.headers)).body.message).toBe('FORBIDDEN')
}, 60_000)

test('a transfer is read by its sender and its recipient alone, with a timeline [CLAIM-03, CLAIM-04]', async () => {
  const { mia, to, id } = await sent()
  const at = clock.now()
  const due = (ms: number) => new Date(at.getTime() + ms).toISOString()
  expect(await mia.transfer(id)).toMatchObject({
    status: 'created',
    recipient: to,
    value: '5000',
    message: 'Happy birthday, Jack',
    timeline: [
      { key: 'asked', at: due(0) },
      { key: 'sent', at: due(0) },
      { key: 'delivered', due: due(1_800_000) },
      { key: 'reminded', due: due(7 * 86_400_000) },
      { key: 'returned', due: due(14 * 86_400_000) },
    ],
  })
  const stranger = await signUp(api, database, newNumber())
  for (const path of [id, 'unknown']) expect((await api.get(`/api/asset-transfers/${path}`, stranger.headers)).body.message).toBe('FORBIDDEN')
  const jack = await signUp(api, database, to)
  await jack.act(id, 'claim')
  expect((await api.get(`/api/asset-transfers/${id}`, jack.headers)).body).toMatchObject({ direction: 'received', status: 'claimed' })
})
