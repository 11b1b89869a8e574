import { assertLedgerInvariants } from '@nikau/ledger'
import { systemClock } from '@nikau/runtime'
import { testDatabase } from '@nikau/testing'
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { createBankedPerson } from '../../fixtures.ts'
import { startByName, stopByName } from '../controls/index.ts'
import { startPayByBank } from './fixtures.ts'

const database = await testDatabase()
const harness = await startPayByBank(database)
const { api, banks } = harness

type Person = Awaited<ReturnType<typeof createBankedPerson>>
const createMia = () => createBankedPerson(api, database, { liveness: 'test', directDebit: false })

afterEach(async () => {
  await assertLedgerInvariants(database.db)
  for (const view of ['bank_top_up_matches_its_transfer', 'bank_clearing_is_explained', 'transfer_moves_its_amount_once', 'in_flight_is_counted']) {
    const { rows } = await sql`select * from ${sql.table(`invariant_${view}`)}`.execute(database.db)
    if (rows.length > 0) throw new Error(`${view}: ${JSON.stringify(rows, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value))}`)
  }
})

const start = async (mia: Person, amount: number, more: object = {}) => {
  const body = { walletId: mia.walletId, bank: 'asb', amount: String(amount), idempotencyKey: randomUUID(), ...more }
  const created = await api.post('/api/bank-topups', body, mia.headers)
  return { ...created, id: String(created.body.id), cookie: String(created.headers['set-cookie']).split(';')[0]! }
}
type Started = Awaited<ReturnType<typeof start>>

const complete = (mia: Person, { id, cookie }: Pick<Started, 'id' | 'cookie'>, answer: { code?: string | undefined; idToken?: string | undefined }) =>
  api.post(`/api/bank-topups/${id}/complete`, { code: answer.code, idToken: answer.idToken }, { ...mia.headers, cookie })
const get = async (mia: Person, id: string) => (await api.get(`/api/bank-topups/${id}`, mia.headers)).body
const transfers = async (mia: Person) => (await api.get('/api/topups', mia.headers)).body
const transactions = async (mia: Person) => (await api.get(`/api/wallets/${mia.walletId}/transactions`, mia.headers)).body.items
const until = (mia: Person, id: string, status: string) => vi.waitFor(async () => expect((await get(mia, id)).status).toBe(status), { timeout: 30_000 })
/** Starts and approves a top-up, and returns with the bank's answer until the outcome is certain. */
async function topUp(mia: Person, amount: number, more: object = {}) {
  const started = await start(mia, amount, more)
  const answer = await harness.approve(started.body.authorizationUrl)
  for (;;) {
    const done = await complete(mia, started, answer)
    if (done.body.status !== 'authorized') return { ...started, answer, done }
  }
}

test('a person tops up by bank approval: the money is in the wallet once the bank has paid, and counts as a top-up', async () => {
  const mia = await createMia()
  const started = await start(mia, 5000)
  expect(started).toMatchObject({
    status: 200,
    body: { id: expect.stringMatching(/^tu-\w{22}$/), authorizationUrl: expect.stringContaining('/asb/authorise?') },
  })
  expect(await get(mia, started.id)).toMatchObject({ status: 'created', bank: 'asb', amount: '5000', walletId: mia.walletId, liveness: 'test' })
  expect([await transfers(mia), await mia.balance(), await mia.used('topup')]).toEqual([[], 0, 0])

  const answer = await harness.approve(started.body.authorizationUrl)
  expect(await complete(mia, started, answer)).toMatchObject({ status: 200, body: { id: started.id, status: 'paid' } })
  expect([await mia.balance(), await mia.used('topup')]).toEqual([5000, 5000])
  expect(await transfers(mia)).toMatchObject([{ id: started.id, type: 'topup', status: 'done', bank: 'asb', abortable: false, held: false }])
  expect((await transfers(mia))[0].timeline.map((step: { key: string }) => step.key)).toEqual(['requested', 'sent', 'done'])
  expect(await transactions(mia)).toMatchObject([{ value: '5000', topupId: started.id, srcParty: 'ASB' }])
  expect(await harness.paymentsAtBank(started.id)).toMatchObject([{ cents: 5000 }])
})

test('the owner reads whose account paid; it is stored sealed [SEC-11]', async () => {
  const mia = await createMia()
  const { id } = await topUp(mia, 4100)
  const { payer } = await get(mia, id)
  expect(payer).toEqual({ name: expect.stringMatching(/\w/), number: expect.stringMatching(/^12-••••-••••\d{3}-\d{2}$/) })
  const { rows } = await sql<{ text: string }>`select p::text as text from pay_by_bank_payment p where id = ${id}`.execute(database.db)
  expect(rows[0]!.text).not.toContain(payer.name)
})

test('doubled returns, polls and runs of the job credit once, and a crash between the bank and the credit loses nothing', async () => {
  const mia = await createMia()
  const started = await start(mia, 2100)
  const answer = await harness.approve(started.body.authorizationUrl)
  await harness.stopWorker()
  const returns = Array.from({ length: 8 }, () => complete(mia, started, answer))
  await until(mia, started.id, 'authorized')
  // A code is exchanged once. From here on a worker that died leaves the row as it is now, and six others run at the same time.
  await banks.control('faults', { bank: 'asb', at: 'payments', kind: 'down', times: 1 })
  await harness.advanceAt(started.id, systemClock)
  await Promise.all(Array.from({ length: 6 }, () => harness.advanceAt(started.id, systemClock)))
  harness.startWorker()
  await Promise.all(returns)
  await until(mia, started.id, 'paid')
  await Promise.all(Array.from({ length: 4 }, () => harness.advanceAt(started.id, systemClock)))
  expect((await complete(mia, started, answer)).body.status).toBe('paid')
  expect([await mia.balance(), await mia.used('topup')]).toEqual([2100, 2100])
  expect(await transactions(mia)).toHaveLength(1)
  expect(await harness.paymentsAtBank(started.id)).toHaveLength(1)
})

test('while the bank has not decided the top-up is pending and nothing is credited; the job credits it later', async () => {
  const mia = await createMia()
  await banks.settings({ pendingMs: 3_600_000 })
  const started = await start(mia, 3068) // pending for a while
  const answer = await harness.approve(started.body.authorizationUrl)
  const first = complete(mia, started, answer)
  await vi.waitFor(async () => expect(await harness.paymentsAtBank(started.id)).toHaveLength(1), { timeout: 30_000 })
  expect(await transfers(mia)).toMatchObject([{ id: started.id, status: 'requested', timeline: [{ key: 'requested' }, { key: 'sent' }, { key: 'done' }] }])
  expect([await mia.balance(), await mia.used('topup')]).toEqual([0, 3068])
  await harness.advanceBankHour()
  await first
  await until(mia, started.id, 'paid')
  expect(await mia.balance()).toBe(3068)
  await banks.settings({ pendingMs: 600 })
})

test('a declined top-up credits nothing and gives the quota back; its transfer says so', async () => {
  const mia = await createMia()
  const { id, done } = await topUp(mia, 2567) // the bank refuses the payment
  expect(done).toMatchObject({ status: 200, body: { status: 'failed', failure: 'declined' } })
  expect([await mia.balance(), await mia.used('topup')]).toEqual([0, 0])
  expect(await mia.transfer(id)).toMatchObject({ status: 'failed', failure: 'declined' })
})

test('one that is not approved is cancelled and leaves no transfer; a late code completes nothing', async () => {
  const mia = await createMia()
  const started = await start(mia, 800)
  expect((await api.post(`/api/bank-topups/${started.id}/cancel`, {}, mia.headers)).body).toMatchObject({ status: 'failed', failure: 'cancelled' })
  expect((await complete(mia, started, { code: 'late' })).body).toMatchObject({ status: 'failed', failure: 'cancelled' })
  expect(await transfers(mia)).toEqual([])
})

test('only its owner sees or completes it, in the browser that started it; as a payment of a request it does not exist', async () => {
  const [mia, tane] = [await createMia(), await createMia()]
  const started = await start(mia, 1500)
  const answer = await harness.approve(started.body.authorizationUrl)
  for (const path of ['', '/complete', '/cancel']) {
    const call = (id: string) =>
      path === ''
        ? api.get(`/api/bank-topups/${id}`, tane.headers)
        : api.post(`/api/bank-topups/${id}${path}`, path === '/cancel' ? {} : { code: 'x' }, tane.headers)
    const [theirs, unknown] = [await call(started.id), await call('tu-unknown')]
    expect([theirs.status, theirs.body]).toEqual([403, unknown.body])
  }
  expect((await complete(mia, { ...started, cookie: 'a=b' }, answer)).body).toMatchObject({ message: 'PAYMENT_DECLINED', reason: 'other-browser' })
  for (const call of [
    api.get(`/api/one-off-payments/${started.id}`),
    api.post(`/api/one-off-payments/${started.id}/cancel`, {}),
    api.post(`/api/one-off-payments/${started.id}/pay`, { code: answer.code, idToken: answer.idToken }, { cookie: started.cookie }),
  ])
    expect((await call).body.message).toBe('ONE_OFF_PAYMENT_NOT_FOUND')
  expect((await get(mia, started.id)).status).toBe('created')
})

test('quotas hold at the start and at the approval; a frozen wallet still takes money', async () => {
  const mia = await createMia()
  expect((await start(mia, 100_001)).body).toMatchObject({ message: 'QUOTA_EXCEEDED', quotas: [{ type: 'topup', period: 'monthly' }] })
  const [first, second] = [await start(mia, 60_000), await start(mia, 60_000)]
  const answers = [await harness.approve(first.body.authorizationUrl), await harness.approve(second.body.authorizationUrl)]
  expect((await api.post(`/api/accounts/${mia.accountId}/freeze`, {}, mia.headers)).status).toBe(200)
  expect((await complete(mia, first, answers[0]!)).body.status).toBe('paid')
  expect((await complete(mia, second, answers[1]!)).body.message).toBe('QUOTA_EXCEEDED')
  expect([await mia.balance(), await harness.paymentsAtBank(second.id)]).toEqual([60_000, []])
})

test('a repeated start returns the same top-up; its key is for one amount and bank', async () => {
  const mia = await createMia()
  const key = { idempotencyKey: randomUUID() }
  const both = await Promise.all([start(mia, 900, key), start(mia, 900, key)])
  expect(both[0].body).toEqual(both[1].body)
  for (const more of [{ amount: '901' }, { bank: 'bnz' }]) expect((await start(mia, 900, { ...key, ...more })).status).toBe(422)
  const merchantsWallet = { walletId: harness.shop.settlementWallet }
  expect((await start(mia, 900, merchantsWallet)).body.message).toBe('FORBIDDEN')
})

test('a payment that cannot be decided becomes an exception for an operator, with the wallet to look up', async () => {
  const mia = await createMia()
  const started = await start(mia, 1200)
  await sql`update asset set status = 'archived' where id = ${mia.walletId}`.execute(database.owner.db)
  expect((await start(mia, 900)).body.message).toBe('INVALID_WALLET_TYPE')
  await sql`update asset set status = 'active' where id = ${mia.walletId}`.execute(database.owner.db)
  const answer = await harness.approve(started.body.authorizationUrl)
  await harness.stopWorker()
  const paying = complete(mia, started, answer)
  await until(mia, started.id, 'authorized')
  await banks.control('faults', { bank: 'asb', at: 'payments', kind: 'down', times: 1 })
  await harness.advanceAt(started.id, { now: () => new Date(Date.now() + 3_600_000) })
  expect(await harness.exceptions(started.id)).toMatchObject([{ kind: 'bank-payment-unconfirmed', amount: 1200n, closed: false }])
  const { rows } = await sql<{ refs: object }>`select refs from operator_exception where ref = ${started.id}`.execute(database.db)
  expect(rows[0]!.refs).toMatchObject({ fundsTransferId: started.id, walletId: mia.walletId })
  await sql`update pay_by_bank_payment set next_attempt_at = now() where id = ${started.id}`.execute(database.db)
  await harness.advanceAt(started.id, systemClock)
  harness.startWorker()
  await paying
  await until(mia, started.id, 'paid')
  expect(await harness.exceptions(started.id)).toMatchObject([{ kind: 'bank-payment-unconfirmed', closed: true }])
})

test('a bank that is stopped begins no top-up and no payment; the other banks do, and what has begun ends [DESK-92]', async () => {
  const mia = await createMia()
  const key = randomUUID()
  const begun = await start(mia, 1500, { idempotencyKey: key })
  const by = { operator: null, proposalId: null, reason: 'ASB answers 503', at: new Date() }
  await database.db.transaction().execute((tx) => stopByName(tx, { ...by, name: 'bank-asb' }))
  onTestFinished(() => database.db.transaction().execute((tx) => startByName(tx, { ...by, name: 'bank-asb' })))
  expect(await start(mia, 1500)).toMatchObject({ status: 403, body: { message: 'PAUSED' } })
  const request = await harness.shop.createRequest(2500, { expirySeconds: 600 })
  const pay = (bank: string) => api.post('/api/one-off-payments', { paymentRequestId: request.id, bank, idempotencyKey: randomUUID() })
  expect(await pay('asb')).toMatchObject({ status: 403, body: { message: 'PAUSED' } })
  expect((await pay('bnz')).status).toBe(200)
  expect((await start(mia, 1500, { idempotencyKey: key })).id).toBe(begun.id)
  expect(await complete(mia, begun, await harness.approve(begun.body.authorizationUrl))).toMatchObject({ status: 200, body: { id: begun.id } })
  await until(mia, begun.id, 'paid')
})
