import { randomUUID } from 'node:crypto'
import { assertLedgerInvariants } from '@nikau/ledger'
import { fakeClock, createPerson, testDatabase } from '@nikau/testing'
import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { concurrently, bankNumber, createBank, createBankedPerson, runningApi } from '../../fixtures.ts'

const database = await testDatabase()
const { db } = database
const clock = fakeClock(new Date().toISOString())
const api = await runningApi(database, { clock, env: { DIRECT_DEBIT_CODE: '0123456', RATE_LIMIT_SCALE: '100' } })
const bank = createBank(database, clock)
afterEach(() => assertLedgerInvariants(db))

type Banked = Awaited<ReturnType<typeof createBankedPerson>>

async function addMoney(amount: number): Promise<Banked> {
  const mia = await createBankedPerson(api, database, { liveness: 'test', directDebit: false })
  await api.post(`/api/wallets/${mia.walletId}/topup`, { idempotencyKey: randomUUID(), amount: String(amount) }, mia.headers)
  return mia
}
const messagesTo = async (email: string) =>
  (
    await sql<{ purpose: string; subject: string; body: string }>`
    select purpose, subject, body from message where recipient = ${email} and purpose <> 'security-notice'`.execute(db)
  ).rows
const verifyNow = (id: string) => sql`update bank_account set verified_at = now(), status = 'active' where id = ${id}`.execute(db)

test('a created top-up has every field, under both old and new names [API-26, ENT-03]', async () => {
  const mia = await createBankedPerson(api, database)
  const { status, body } = await mia.topUp(5000)
  expect(status).toBe(200)
  expect(body).toMatchObject({
    type: 'topup',
    accountId: mia.accountId,
    walletId: mia.walletId,
    assetId: mia.walletId,
    bankAuthorityId: mia.bankAccountId,
    bankAccountId: mia.bankAccountId,
    amount: '5000',
    status: 'created',
    liveness: 'main',
    createdAt: clock.now().toISOString(),
    updatedAt: clock.now().toISOString(),
    abortable: true,
    held: false,
  })
  expect(body.failure).toBeUndefined()
  expect(body.timeline[0]).toEqual({ key: 'requested', at: clock.now().toISOString() })
  expect(body.timeline.at(-1)).toEqual({ key: 'done', by: body.arrivesBy })
  expect(await mia.transfer(body.id)).toEqual(body)
  expect(await mia.balance()).toBe(0)
})

test('the email on creation is the direct debit notice: amount, day, masked account and authorisation code', async () => {
  const mia = await createBankedPerson(api, database, { number: '12-3140-0171323-00' })
  const { body } = await mia.topUp(5000)
  const [notification] = await messagesTo(mia.email)
  expect(notification!.purpose).toBe('topup-notice')
  for (const part of ['notice of the direct debit', '$50.00', '12-••••-••••323-00', 'Authorisation code: 0123456', 'Debited on: ', 'by '])
    expect(notification!.body).toContain(part)
  expect(notification!.body).toContain('until then the money is held for you')
  expect(notification!.body).not.toContain('0171323')
  expect(notification!.body).not.toMatch(new RegExp(`\\b${await bank.codeOf(body.id)}\\b`))
})

test('until the email address is verified, the direct debit notice goes by SMS with the same facts [SEC-8]', async () => {
  const mia = await createBankedPerson(api, database, { number: '12-3140-0171323-00' })
  await sql`update identity.person set email_verified = false where id = ${mia.personId}`.execute(database.owner.db)
  const { body } = await mia.topUp(5000)
  expect(await messagesTo(mia.email)).toEqual([])
  const [notification] = await messagesTo(mia.phone)
  expect(notification!.purpose).toBe('topup-notice')
  for (const part of ['Direct debit of $50.00 on ', 'from 12-••••-••••323-00', 'authorisation code 0123456', `reference ${await bank.referenceOf(body.id)}`])
    expect(notification!.body).toContain(part)
})

test('lists are newest first: top-ups of a person, top-ups and withdrawals of an account [API-22]', async () => {
  const mia = await addMoney(5000)
  const other = await createBankedPerson(api, database)
  await other.topUp(100)
  await api.post(`/api/bank-accounts/${mia.bankAccountId}/direct-debit-authorities`, mia.authority, mia.headers)
  const made = []
  for (const amount of [100, 200]) {
    made.unshift((await mia.topUp(amount)).body)
    clock.advance(1000)
  }
  const out = (await mia.withdraw(300)).body
  expect((await api.get('/api/topups', mia.headers)).body).toEqual(made)
  expect((await api.get(`/api/accounts/${mia.accountId}/topups`, mia.headers)).body).toEqual(made)
  expect((await api.get(`/api/accounts/${mia.accountId}/withdrawals`, mia.headers)).body).toEqual({ items: [out] })
  expect((await mia.bankAccount()).recentTopups).toEqual(made)
})

test('a top-up needs direct debit, and a bank account and wallet with the same owner and liveness', async () => {
  const mia = await createBankedPerson(api, database, { directDebit: false })
  expect(await mia.topUp(100)).toMatchObject({ status: 403, body: { message: 'DIRECT_DEBIT_NOT_AUTHORIZED' } })
  const test = await api.post('/api/wallet-assets', { accountId: mia.accountId, ledgerId: 'nikau.nzd.test' }, mia.headers)
  expect((await mia.topUp(100, { walletId: test.body.id })).body.message).toBe('INVALID_WALLET_TYPE')
  const settlement = await api.post('/api/wallet-assets', { accountId: mia.accountId, ledgerId: 'nikau.nzd.main', settlement: true }, mia.headers)
  expect((await mia.topUp(100, { walletId: settlement.body.id })).body.message).toBe('INVALID_WALLET_TYPE')
  expect((await mia.withdraw(100, { walletId: settlement.body.id })).body.message).toBe('INVALID_WALLET_TYPE')
  const org = (await api.post('/api/accounts', { name: 'Kauri', type: 'org', test: false }, mia.headers)).body
  const theirs = (await api.post('/api/bank-accounts', { accountId: org.id, bankAccountName: 'Kauri', bankAccountNumber: bankNumber() }, mia.headers)).body
  for (const move of [mia.topUp, mia.withdraw]) expect((await move(100, { bankAuthorityId: theirs.id })).body.message).toBe('BANK_AUTHORITY_WALLET_MISMATCH')
  const stranger = await createBankedPerson(api, database)
  for (const move of [mia.topUp, mia.withdraw]) expect((await move(100, { bankAuthorityId: stranger.bankAccountId })).body.message).toBe('FORBIDDEN')
})

test('a bank account of another type accepts neither top-ups nor withdrawals', async () => {
  const mia = await createBankedPerson(api, database)
  await sql`update bank_account set type = 'quartz' where id = ${mia.bankAccountId}`.execute(db)
  expect((await mia.topUp(100)).body.message).toBe('BANK_ACCOUNT_TYPE_NOT_CONFIGURED_FOR_TOPUP')
  expect((await mia.withdraw(100)).body.message).toBe('BANK_ACCOUNT_TYPE_NOT_CONFIGURED_FOR_WITHDRAWAL')
})

test('amounts are positive whole cents', async () => {
  const mia = await createBankedPerson(api, database)
  for (const amount of ['0', '-1', '1.5', '', '100000000']) for (const move of [mia.topUp, mia.withdraw]) expect((await move(0, { amount })).status).toBe(400)
})

test('at most $100 is in flight from an unverified account, $1,000 from a verified one', async () => {
  const mia = await createBankedPerson(api, database)
  expect((await mia.topUp(10_001)).body.message).toBe('MAX_INFLIGHT_TOPUP_AMOUNT_EXCEEDED')
  expect((await mia.topUp(9999)).status).toBe(200)
  expect((await mia.topUp(2)).body.message).toBe('MAX_INFLIGHT_TOPUP_AMOUNT_EXCEEDED')
  expect((await mia.topUp(1)).status).toBe(200)
  const tama = await createBankedPerson(api, database)
  await verifyNow(tama.bankAccountId)
  expect((await tama.topUp(100_000)).status).toBe(200)
  expect((await tama.topUp(1)).body.message).toBe('MAX_INFLIGHT_TOPUP_AMOUNT_EXCEEDED')
})

test('at most ten top-ups are in flight from one account', async () => {
  const mia = await createBankedPerson(api, database)
  for (let n = 0; n < 10; n++) expect((await mia.topUp(100)).status).toBe(200)
  expect((await mia.topUp(100)).body.message).toBe('MAX_INFLIGHT_TOPUPS_EXCEEDED')
  const { body } = await api.get('/api/topups', mia.headers)
  expect((await api.post(`/api/funds-transfers/${body[0].id}/abort`, undefined!, mia.headers)).status).toBe(200)
  expect((await mia.topUp(100)).status).toBe(200)
})

test('fifty concurrent top-ups do not exceed the in-flight limits', async () => {
  const many = await createBankedPerson(api, database)
  const small = await concurrently(50, () => many.topUp(1))
  expect(small.filter((answer) => answer.status === 200)).toHaveLength(10)
  expect(new Set(small.map((answer) => answer.body.message))).toEqual(new Set([undefined, 'MAX_INFLIGHT_TOPUPS_EXCEEDED']))
  const large = await createBankedPerson(api, database)
  const answers = await concurrently(50, () => large.topUp(3000))
  expect(answers.filter((answer) => answer.status === 200)).toHaveLength(3)
  expect(await large.used('topup')).toBe(9000)
})

test('a top-up counts against the quota from its creation; a refused one does not', async () => {
  const mia = await createBankedPerson(api, database)
  await verifyNow(mia.bankAccountId)
  expect((await mia.topUp(60_000)).status).toBe(200)
  await bank.take('topup')
  const [{ id }] = (await api.get('/api/topups', mia.headers)).body
  await bank.settle(id)
  expect(await mia.topUp(40_001)).toMatchObject({
    status: 403,
    body: { message: 'QUOTA_EXCEEDED', quotas: [{ type: 'topup', usage: '100001', limit: '100000' }] },
  })
  expect(await mia.used('topup')).toBe(60_000)
  expect((await mia.topUp(40_000)).status).toBe(200)
})

test('a withdrawal over the balance names the available amount; one over the quota names the quota', async () => {
  const mia = await addMoney(5000)
  expect(await mia.withdraw(5001)).toMatchObject({ status: 403, body: { message: 'INSUFFICIENT_WALLET_BALANCE', available: '5000' } })
  expect((await mia.withdraw(5000)).status).toBe(200)
  expect(await mia.balance()).toBe(0)
  const tama = await addMoney(100)
  await verifyNow(tama.bankAccountId)
  await sql`insert into quota_limit (account_id, type, asset_type, period, cents) values (${tama.accountId}, 'spend', 'nikau.nzd.test', 'monthly', 50)`.execute(
    database.owner.db,
  )
  expect(await tama.withdraw(51)).toMatchObject({
    status: 403,
    body: { message: 'QUOTA_EXCEEDED', quotas: [{ type: 'spend', period: 'monthly', usage: '51' }] },
  })
})

test('thirty concurrent withdrawals do not exceed the balance', async () => {
  const mia = await addMoney(1000)
  await verifyNow(mia.bankAccountId)
  const answers = await concurrently(30, () => mia.withdraw(100))
  expect(answers.filter((answer) => answer.status === 200)).toHaveLength(10)
  expect(await mia.balance()).toBe(0)
})

test('a repeated idempotency key returns the first response; with another amount it is refused', async () => {
  const mia = await addMoney(1000)
  const answers = await concurrently(5, () => mia.withdraw(300, { idempotencyKey: 'one' }))
  expect(new Set(answers.map((answer) => answer.body.id)).size).toBe(1)
  expect(await mia.balance()).toBe(700)
  expect((await mia.withdraw(301, { idempotencyKey: 'one' })).status).toBe(422)
  const tama = await createBankedPerson(api, database)
  const topUps = await concurrently(5, () => tama.topUp(300, { idempotencyKey: 'one' }))
  expect(new Set(topUps.map((answer) => answer.body.id)).size).toBe(1)
  expect(await tama.used('topup')).toBe(300)
})

test('an abort restores the quota; only for a top-up, only before it is sent, only once', async () => {
  const mia = await createBankedPerson(api, database)
  const abort = (id: string, headers = mia.headers) => api.post(`/api/funds-transfers/${id}/abort`, undefined!, headers)
  const { body } = await mia.topUp(8000)
  const stranger = await createPerson(database)
  expect((await abort(body.id, stranger.headers)).body.message).toBe('FORBIDDEN')
  const answers = await concurrently(5, () => abort(body.id))
  expect(answers.filter((answer) => answer.status === 200).map((answer) => answer.body)).toEqual([{}])
  expect(new Set(answers.filter((answer) => answer.status !== 200).map((answer) => answer.body.message))).toEqual(new Set(['FUNDS_TRANSFER_ALREADY_COMPLETE']))
  expect(await mia.transfer(body.id)).toMatchObject({ status: 'failed', failure: 'aborted', abortable: false })
  expect(await mia.used('topup')).toBe(0)
  const sent = (await mia.topUp(8000)).body
  await bank.take('topup')
  expect((await abort(sent.id)).body.message).toBe('FUNDS_TRANSFER_ALREADY_COMPLETE')
  const rich = await addMoney(100)
  const out = (await rich.withdraw(100)).body
  expect((await abort(out.id, rich.headers)).body.message).toBe('ABORT_WITHDRAWAL_NOT_SUPPORTED')
})
