import { randomUUID } from 'node:crypto'
import { assertLedgerInvariants } from '@nikau/ledger'
import { systemClock } from '@nikau/runtime'
import { createAccessToken, createPerson, fakeClock, testDatabase } from '@nikau/testing'
import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { assetDeps, concurrently, createIssuerWithCollection, retryUnavailable, runningApi } from '../../fixtures.ts'
import { openCreditLine } from '../assets/index.ts'
import { cents } from '@nikau/money'
import { createSender, createWorker, escrowOf, messagesOf, newNumber, signUp } from './fixtures.ts'

const database = await testDatabase()
const { db } = database
const clock = fakeClock(new Date().toISOString())
const env = { RATE_LIMIT_SCALE: '100', WEB_ORIGIN: 'https://wallet.example', FIRST_SENDS_PER_DAY: '5' }
const api = await runningApi(database, { clock, wallClock: systemClock, env })
const deps = assetDeps(database, clock)
const collection = await createIssuerWithCollection(deps, { test: true, name: 'One flat white' })
const worker = createWorker(database, clock)
afterEach(() => assertLedgerInvariants(db))

test('money to a number without an account is created, leaves the wallet for escrow and uses the quota; nobody has more [API-28, XFER-05, CLAIM-02]', async () => {
  const mia = await createSender(api, database)
  const to = newNumber()
  const { status, body } = await mia.send(to, 5000, { walletId: mia.walletId, message: 'Happy birthday, Jack' })
  expect(status).toBe(200)
  expect(body).toMatchObject({
    status: 'created',
    assetId: mia.walletId,
    value: '5000',
    message: 'Happy birthday, Jack',
    senderName: 'Mia T.',
    recipient: to,
    direction: 'sent',
    createdAt: clock.now().toISOString(),
    expiresAt: new Date(clock.now().getTime() + 14 * 86_400_000).toISOString(),
    url: `https://wallet.example/deimos/transfer/${body.id}`,
    asset: { category: 'money', description: 'NZD', liveness: 'test' },
    cancellable: true,
    reminders: { left: 3 },
  })
  expect(body.reference).toMatch(/^NK [0-9A-F]{4} [0-9A-F]{4}$/)
  expect(await mia.balance()).toBe(5000)
  expect(await mia.used()).toBe(5000)
  expect(await escrowOf(database, body.id)).toEqual({ balance: 5000n, closed: false })
  const [line] = await mia.transactions()
  expect(line).toMatchObject({ value: '-5000', assetTransferId: body.id, srcWalletId: mia.walletId })
  expect(line.destParty).toMatch(/^022 .*•/)
  await worker.deliver(body.id)
  expect(await mia.transfer(body.id)).toMatchObject({ status: 'sent' })
  expect(await escrowOf(database, body.id)).toEqual({ balance: 5000n, closed: false })
})

test('a recipient with an account has money at once, in a wallet for the same money that is opened if needed [API-28, XFER-05]', async () => {
  const mia = await createSender(api, database)
  const jack = await signUp(api, database, newNumber())
  await api.post('/api/accounts', { name: 'Jack', type: 'individual' }, jack.headers)
  const { status, body } = await mia.send(jack.phone, 2000, { message: 'Fish and chips' })
  expect(status).toBe(200)
  expect(body).toMatchObject({ status: 'claimed', direction: 'sent', recipientName: 'Jack S.', cancellable: false })
  expect(body.recipient).not.toContain(jack.phone.slice(-6))
  expect(body.timeline.map(({ key }: { key: string }) => key)).toEqual(['asked', 'claimed'])
  expect([await mia.balance(), await jack.balance()]).toEqual([8000, 2000])
  expect(await escrowOf(database, body.id)).toBeUndefined()
  const [wallet] = await jack.assets()
  const received = (await api.get(`/api/wallets/${wallet!.id}/transactions`, jack.headers)).body.items[0]
  expect(received).toMatchObject({ value: '2000', srcParty: 'Mia T.', assetTransferId: body.id })
  expect(received.activityType).toBeUndefined()
  expect(await messagesOf(database, body.id)).toMatchObject([{ purpose: 'transfer-received', recipient: jack.phone }])
  expect(await jack.claimed()).toEqual([])
  expect((await api.get(`/api/asset-transfers/${body.id}`, jack.headers)).body).toMatchObject({ direction: 'received', value: '2000' })
})

test('an email address with an account is a recipient too', async () => {
  const mia = await createSender(api, database)
  const email = `p${randomUUID()}@example.nz`
  const jack = await createSender(api, database, { money: 0, email })
  expect((await mia.send(email, 100)).body).toMatchObject({ status: 'claimed' })
  expect(await jack.balance()).toBe(100)
  expect((await mia.send('P@EXAMPLE.NZ', 100)).status).toBe(400)
})

test('a token is sent without a value, and leaves the list of its sender; it is received with its new owner [SEND-14, API-28]', async () => {
  const mia = await createSender(api, database)
  const jack = await createSender(api, database, { money: 0, givenName: 'Jack' })
  const token = await collection.issue(mia.accountId)
  expect((await mia.send(jack.phone, 100, { assetId: token.id })).status).toBe(400)
  const { status, body } = await mia.send(jack.phone, undefined, { assetId: token.id, walletId: mia.walletId, wrap: 'lilac' })
  expect(status).toBe(200)
  expect(body).toMatchObject({ status: 'claimed', wrap: 'lilac', asset: { category: 'token', description: 'One flat white', issuer: collection.issuer } })
  expect(body.value).toBeUndefined()
  expect((await api.get(`/api/assets/${token.id}`, mia.headers)).status).toBe(403)
  expect((await api.get(`/api/assets/${token.id}`, jack.headers)).body).toMatchObject({ status: 'active', accountId: jack.accountId })
  const activities = async (who: typeof mia) => (await api.get(`/api/accounts/${who.accountId}/token-activities`, who.headers)).body.items
  expect((await activities(mia))[0]).toMatchObject({ action: 'sent' })
  expect(await activities(jack)).toMatchObject([{ action: 'received', party: 'Mia T.' }])
  expect(await mia.used()).toBe(0)
  expect((await mia.send(newNumber(), undefined, { assetId: token.id })).body.message).toBe('FORBIDDEN')
})

test('a token to a number without an account waits in escrow and can neither be used nor sent again [CLAIM-02, CLAIM-19]', async () => {
  const mia = await createSender(api, database)
  const token = await collection.issue(mia.accountId)
  const { body } = await mia.send(newNumber(), undefined, { assetId: token.id, wrap: 'sand', message: 'For you' })
  expect(body).toMatchObject({ status: 'created', wrap: 'sand' })
  expect(await escrowOf(database, body.id)).toEqual({ balance: 1n, closed: false })
  expect((await api.get(`/api/assets/${token.id}`, mia.headers)).body.status).toBe('disabled')
  expect((await api.get(`/api/accounts/${mia.accountId}/assets`, mia.headers)).body.items.map(({ id }: { id: string }) => id)).toEqual([mia.walletId])
  expect((await mia.send(newNumber(), undefined, { assetId: token.id })).body.message).toBe('INACTIVE_ASSET')
  expect((await api.get(`/api/asset-transfers/${body.id}/summary`)).body).toMatchObject({ wrap: 'sand', message: 'For you' })
})

test('only a token is wrapped, money needs a value, and amounts and messages have bounds [CLAIM-19, SEND-14]', async () => {
  const mia = await createSender(api, database)
  const bad = [
    [1000, { wrap: 'lilac' }],
    [undefined, {}],
    [0, {}],
    [100, { message: '' }],
    [100, { message: 'x'.repeat(101) }],
    [100, { recipientAlias: '0211234567' }],
    [100, { recipientAlias: '+6434567890' }],
    [100, { idempotencyKey: undefined }],
  ] as const
  for (const [value, more] of bad) expect((await mia.send(newNumber(), value, more)).status).toBe(400)
  expect(await mia.balance()).toBe(10_000)
})

test('only what a person owns and may spend can be sent', async () => {
  const [mia, other] = [await createSender(api, database), await createSender(api, database)]
  const settlement = (await api.post('/api/wallet-assets', { accountId: mia.accountId, ledgerId: 'nikau.nzd.test', settlement: true }, mia.headers)).body.id
  const line = await openCreditLine(deps, {
    accountId: mia.accountId,
    type: 'farmlands.nzd.test',
    limit: cents(100_000),
    description: 'Farm',
    createdBy: 'test',
  })
  const expired = await collection.issue(mia.accountId, { expiresAt: new Date(clock.now().getTime() + 1000) })
  clock.advance(1000)
  const refused = [
    [{ assetId: other.walletId }, 'FORBIDDEN'],
    [{ assetId: 'unknown' }, 'FORBIDDEN'],
    [{ walletId: other.walletId }, 'FORBIDDEN'],
    [{ walletId: settlement }, 'FORBIDDEN'],
    [{ assetId: settlement }, 'INVALID_ASSET_TYPE'],
    [{ assetId: line.id }, 'INVALID_ASSET_TYPE'],
    [{ assetId: expired.id, value: undefined }, 'INACTIVE_ASSET'],
  ] as const
  for (const [more, code] of refused) expect((await mia.send(newNumber(), 100, more)).body.message).toBe(code)
  await sql`update asset set status = 'disabled' where id = ${mia.walletId}`.execute(db)
  expect((await mia.send(newNumber(), 100)).body.message).toBe('INACTIVE_ASSET')
  expect(await mia.balance()).toBe(10_000)
})

test('nobody sends to themselves, whichever of their aliases it is', async () => {
  const email = `p${randomUUID()}@example.nz`
  const mia = await createSender(api, database, { email })
  for (const alias of [mia.phone, email]) expect((await mia.send(alias, 100)).body.message).toBe('RECIPIENT_IS_SENDER')
})

test('more than the balance is refused with what is available, more than the quota with the quotas', async () => {
  const mia = await createSender(api, database)
  expect(await mia.send(newNumber(), 10_001)).toMatchObject({ status: 403, body: { message: 'INSUFFICIENT_WALLET_BALANCE', available: '10000' } })
  const tight = await runningApi(database, { clock, wallClock: systemClock, env: { ...env, QUOTA_LIMITS: '{"topup":{},"spend":{"monthly":3000}}' } })
  const aroha = await createSender(tight, database)
  expect((await aroha.send(newNumber(), 3000)).status).toBe(200)
  expect((await aroha.send(newNumber(), 1)).body).toMatchObject({ message: 'QUOTA_EXCEEDED', quotas: [{ period: 'monthly', limit: '3000', usage: '3001' }] })
  expect(await aroha.balance()).toBe(7000)
})

test('an own limit is looked at before the quota, and a return gives it back', async () => {
  const tight = await runningApi(database, { clock, wallClock: systemClock, env: { ...env, QUOTA_LIMITS: '{"topup":{},"spend":{"monthly":3000}}' } })
  const mia = await createSender(tight, database)
  await tight.put(`/api/accounts/${mia.accountId}/limits`, { 'one-day': '2000' }, mia.headers)
  const { body } = await mia.send(newNumber(), 2000)
  expect((await mia.send(newNumber(), 3001)).body).toMatchObject({ message: 'OWN_LIMIT_EXCEEDED', limit: 'one-day', left: '0' })
  await mia.act(body.id, 'cancel')
  expect((await mia.send(newNumber(), 2000)).status).toBe(200)
})

test('one number gets five messages a day of a sender and a limited number in all; an account still receives', async () => {
  const strict = await runningApi(database, { clock, wallClock: systemClock, env: { ...env, SEND_MESSAGE_LIMITS: '{"perSender":2,"perRecipient":3}' } })
  const [mia, aroha] = [await createSender(strict, database), await createSender(strict, database)]
  const to = newNumber()
  for (let i = 0; i < 2; i++) await mia.act((await mia.send(to, 1)).body.id, 'cancel')
  expect(await mia.send(to, 1)).toMatchObject({ status: 429, body: { message: 'FIRST_SEND_LIMIT_REACHED', until: expect.any(String) } })
  expect((await aroha.send(to, 1)).status).toBe(200)
  expect((await aroha.send(to, 1)).status).toBe(429)
  expect(await mia.balance()).toBe(10_000)
  const received = []
  for (let i = 0; i < 3; i++) received.push((await mia.send(aroha.phone, 1)).body)
  expect(received.map(({ status }) => status)).toEqual(['claimed', 'claimed', 'claimed'])
  const notices = await Promise.all(received.map(({ id }) => messagesOf(database, id)))
  expect(notices.flat()).toHaveLength(2)
  clock.advance(24 * 3_600_000)
  expect((await mia.send(to, 1)).status).toBe(200)
})

test('a frozen sender sends nothing, a frozen recipient still receives [GUARD-09]', async () => {
  const [mia, jack] = [await createSender(api, database), await createSender(api, database, { money: 0 })]
  for (const who of [mia, jack]) await api.post(`/api/accounts/${who.accountId}/freeze`, {}, who.headers)
  expect((await mia.send(newNumber(), 100)).body.message).toBe('ACCOUNT_FROZEN')
  expect(await mia.balance()).toBe(10_000)
  const aroha = await createSender(api, database)
  expect((await aroha.send(jack.phone, 100)).body.status).toBe('claimed')
  expect(await jack.balance()).toBe(100)
})

test('a repeated key sends once and answers the same; another body under it is refused [API-28]', async () => {
  const mia = await createSender(api, database)
  const [to, idempotencyKey] = [newNumber(), randomUUID()]
  const answers = await concurrently(5, () => mia.send(to, 1000, { idempotencyKey }))
  expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
  expect(await mia.balance()).toBe(9000)
  expect((await mia.send(to, 1001, { idempotencyKey })).body.message).toBe('IDEMPOTENT_OPERATION_FAILED')
})

test('concurrent sends never take more than there is', async () => {
  const [mia, jack] = [await createSender(api, database, { money: 1000 }), await createSender(api, database, { money: 1000 })]
  const sendTo = (from: typeof mia, to: string) => {
    const idempotencyKey = randomUUID()
    return retryUnavailable(() => from.send(to, 300, { idempotencyKey }))
  }
  const answers = await Promise.all(Array.from({ length: 16 }, (_, i) => (i % 2 === 0 ? sendTo(mia, jack.phone) : sendTo(jack, mia.phone))))
  for (const { status, body } of answers) expect(`${status} ${body.message ?? ''}`).toMatch(/^200 $|INSUFFICIENT_WALLET_BALANCE/)
  expect((await mia.balance()) + (await jack.balance())).toBe(2000)
})

test('a send over the step-up limit needs a recent sign-in, and is a security event', async () => {
  const strict = await runningApi(database, { clock, wallClock: systemClock, env: { ...env, STEP_UP_PAYMENT_LIMIT: '1000' } })
  const mia = await createSender(strict, database)
  const old = await createAccessToken(database, mia.personId, undefined, { signedInAt: new Date(Date.now() - 600_000) })
  const send = (value: string, token: string) =>
    strict.post(
      '/api/asset-transfers',
      { assetId: mia.walletId, recipientAlias: newNumber(), value, idempotencyKey: randomUUID() },
      { authorization: `Bearer ${token}` },
    )
  expect((await send('1000', old)).status).toBe(200)
  expect(await send('1001', old)).toMatchObject({ status: 403, body: { message: 'SIGN_IN_AGAIN' } })
  expect((await send('1001', mia.token)).status).toBe(200)
  const { rows } = await sql<{ detail: object }>`select detail from security_event where person_id = ${mia.personId} and kind = 'large-send'`.execute(db)
  expect(rows).toMatchObject([{ detail: { amount: '$10.01' } }])
})

test('the limit of first sends holds for sends too', async () => {
  const mia = await createSender(api, database)
  const known = newNumber()
  expect((await mia.send(known, 1)).status).toBe(200)
  for (let i = 1; i < 5; i++) expect((await mia.send(newNumber(), 1)).status).toBe(200)
  expect(await mia.send(newNumber(), 1)).toMatchObject({ status: 429, body: { message: 'FIRST_SEND_LIMIT_REACHED' } })
  expect((await mia.send(known, 1)).status).toBe(200)
})

test('with the guard a large first send needs its purpose, and one that a caller asked for waits a day; no money moves before [GUARD-04, GUARD-05]', async () => {
  const guarded = await runningApi(database, { clock, wallClock: systemClock, env: { ...env, WEB_CONFIG: '{"people":{"guard":true}}' } })
  const mia = await createSender(guarded, database, { money: 60_000 })
  const to = newNumber()
  expect((await mia.send(to, 20_000)).body.message).toBe('PURPOSE_REQUIRED')
  expect((await mia.send(to, 20_000, { purpose: 'told-to' })).body.message).toBe('COOLING_OFF')
  const held = await guarded.post('/api/held-sends', { assetId: mia.walletId, recipientAlias: to, value: '20000', purpose: 'told-to' }, mia.headers)
  const toldTo = () => mia.send(to, 20_000, { purpose: 'told-to', heldSendId: held.body.id })
  expect((await toldTo()).body.message).toBe('COOLING_OFF')
  expect(await mia.balance()).toBe(60_000)
  clock.advance(24 * 3_600_000)
  expect((await mia.send(newNumber(), 20_000, { purpose: 'told-to', heldSendId: held.body.id })).body.message).toBe('FORBIDDEN')
  expect((await toldTo()).status).toBe(200)
  expect((await mia.send(newNumber(), 20_000, { purpose: 'met-online' })).status).toBe(200)
  expect(await mia.balance()).toBe(20_000)
  const free = await createSender(api, database, { money: 60_000 })
  expect((await free.send(newNumber(), 20_000)).status).toBe(200)
})

test('the message says who, how much, until when and that it is free, with a link that has a key; never the words of the sender [CLAIM-15]', async () => {
  const mia = await createSender(api, database)
  const sms = (await mia.send(newNumber(), 5000, { message: 'Call 0800 000 000 now' })).body
  const [text] = await messagesOf(database, sms.id)
  expect(text).toMatchObject({ channel: 'sms', purpose: 'transfer-invitation' })
  expect(text!.body).toMatch(new RegExp(`Mia T\\. sent you \\$50\\.00 of test money .*free.*https://wallet.example/deimos/transfer/${sms.id}#[\\w-]{22} `))
  expect(text!.body).not.toContain('0800')
  const email = (await mia.send(`jack${Date.now()}@example.nz`, 100)).body
  const [mail] = await messagesOf(database, email.id)
  expect(mail).toMatchObject({ channel: 'email', subject: 'Mia T. sent you $1.00 of test money' })
  expect(mail!.body).toContain(`/deimos/transfer/${email.id}#`)
})

test('a name that could be a link or a number does not go into a message', async () => {
  const mia = await createSender(api, database, { givenName: 'win.example/now' })
  const { body } = await mia.send(newNumber(), 100)
  const [text] = await messagesOf(database, body.id)
  expect(text!.body).toMatch(/^Someone sent you/)
})

test('nobody sends from an account that they do not own', async () => {
  const mia = await createSender(api, database)
  const stranger = await createPerson(database)
  const body = { assetId: mia.walletId, recipientAlias: newNumber(), value: '100', idempotencyKey: randomUUID() }
  expect((await api.post('/api/asset-transfers', body, stranger.headers)).body.message).toBe('FORBIDDEN')
  expect((await api.post('/api/asset-transfers', body)).status).toBe(401)
})
