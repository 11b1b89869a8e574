import { assertLedgerInvariants } from '@nikau/ledger'
import { systemClock } from '@nikau/runtime'
import { createAccessToken, createPerson, holdAccount, testDatabase } from '@nikau/testing'
import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { createBankedPerson, createPayer, createShop, createTokens, retryUnavailable, runningApi } from '../../fixtures.ts'

const database = await testDatabase()
const { db } = database
const api = await runningApi(database, { env: { RATE_LIMIT_SCALE: '1000' } })
afterEach(() => assertLedgerInvariants(db))

type Headers = Record<string, string>
const freeze = (accountId: string, headers: Headers) => api.post(`/api/accounts/${accountId}/freeze`, undefined!, headers)
const unfreeze = (accountId: string, headers: Headers) => api.post(`/api/accounts/${accountId}/unfreeze`, undefined!, headers)
const safety = async (accountId: string, headers: Headers) => (await api.get(`/api/accounts/${accountId}/safety`, headers)).body

const shop = await createShop(api, database)

test('while an account is frozen nothing leaves it; money in, reading, statements and refunds go on [GUARD-09]', async () => {
  const mia = await createPayer(api, database)
  const tokens = await createTokens(database, systemClock, shop)
  const tokenId = await tokens.issue(mia.accountId)
  const paid = await shop.createRequest(1000)
  expect((await mia.pay(paid.id)).status).toBe(200)
  const authorised = await shop.createRequest(500, { preAuth: true })
  expect((await mia.pay(authorised.id)).status).toBe(200)

  const frozen = await freeze(mia.accountId, mia.headers)
  expect(frozen).toMatchObject({ status: 200, body: { frozen: { by: 'person' } } })
  expect(frozen.body.frozen.reason).toBeUndefined()
  expect((await freeze(mia.accountId, mia.headers)).body).toEqual(frozen.body)
  expect(await safety(mia.accountId, mia.headers)).toEqual(frozen.body)

  const lineItems = [{ sku: 'flat-white', name: 'Flat white', price: '500', qty: 1 }]
  const [plain, preAuth, coffee] = [
    await shop.createRequest(100),
    await shop.createRequest(100, { preAuth: true }),
    await shop.createRequest(500, { lineItems }),
  ]
  expect(await mia.pay(plain.id)).toMatchObject({ status: 403, body: { message: 'ACCOUNT_FROZEN' } })
  expect((await mia.pay(preAuth.id)).body.message).toBe('ACCOUNT_FROZEN')
  const byToken = () => api.post(`/api/payment-requests/${coffee.id}/pay`, { assetType: 'nikau.token.test', assetId: tokenId }, mia.headers)
  expect((await byToken()).body.message).toBe('ACCOUNT_FROZEN')

  // What had begun goes on: the shop captures the authorised amount and refunds the payment.
  const confirm = { idempotencyKey: 'c', invoiceRef: 'I' }
  expect((await api.post(`/api/payment-requests/${authorised.id}/confirm`, confirm, shop.till)).status).toBe(200)
  const refund = { value: { amount: '1000', currency: 'NZD' }, externalRef: `r-${paid.id}` }
  expect((await api.post(`/api/payment-requests/${paid.id}/refund`, refund, shop.till)).status).toBe(200)
  expect((await api.post(`/api/wallets/${mia.walletId}/topup`, { amount: '700', idempotencyKey: 't' }, mia.headers)).status).toBe(200)
  expect(await mia.balance()).toBe(10_000 - 500 + 700)
  const period = `from=${new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)}&to=${new Date().toISOString().slice(0, 10)}`
  expect((await api.app.inject({ url: `/api/wallets/${mia.walletId}/statement?${period}&format=csv`, headers: mia.headers })).statusCode).toBe(200)

  expect((await unfreeze(mia.accountId, mia.headers)).body).toEqual({ frozen: null })
  expect((await mia.pay(plain.id)).status).toBe(200)
  expect((await byToken()).status).toBe(200)
})

test('a withdrawal from a frozen account is refused and moves nothing; a top-up is taken [GUARD-09]', async () => {
  const mia = await createBankedPerson(api, database, { liveness: 'test' })
  await api.post(`/api/wallets/${mia.walletId}/topup`, { amount: '5000', idempotencyKey: 't' }, mia.headers)
  await freeze(mia.accountId, mia.headers)
  expect(await mia.withdraw(1000)).toMatchObject({ status: 403, body: { message: 'ACCOUNT_FROZEN' } })
  expect(await mia.balance()).toBe(5000)
  expect((await mia.topUp(100)).status).toBe(200)
  await unfreeze(mia.accountId, mia.headers)
  expect((await mia.withdraw(1000)).status).toBe(200)
})

test('payments and withdrawals concurrent with a freeze: once it is answered, nothing is posted any more [GUARD-09]', { timeout: 60_000 }, async () => {
  const seen = { paid: 0, refused: 0 }
  for (let round = 0; round < 4; round++) {
    const mia = await createBankedPerson(api, database, { liveness: 'test' })
    await sql`update bank_account set verified_at = created_at, status = 'active', created_at = created_at - interval '2 days' where id = ${mia.bankAccountId}`.execute(
      db,
    )
    await api.post(`/api/wallets/${mia.walletId}/topup`, { amount: '90000', idempotencyKey: 't' }, mia.headers)
    const requests = await Promise.all(Array.from({ length: 24 }, () => shop.createRequest(10)))
    const pay = (id: string) => api.post(`/api/payment-requests/${id}/pay`, { assetType: 'nikau.nzd.test', assetId: mia.walletId }, mia.headers)
    const lastPosting = async () =>
      (await sql<{ version: bigint }>`select version from ledger.account where id = ${`asset:${mia.walletId}`}`.execute(db)).rows[0]!.version
    const calls = requests.flatMap(({ id }, i) => [retryUnavailable(() => pay(id)), ...(i % 6 === 0 ? [retryUnavailable(() => mia.withdraw(10))] : [])])
    await calls[round]! // so that some are before the freeze
    expect((await freeze(mia.accountId, mia.headers)).status).toBe(200)
    const atFreeze = await lastPosting()
    const answers = await Promise.all(calls)
    expect(await lastPosting()).toBe(atFreeze)
    for (const answer of answers) expect(answer.status === 200 || answer.body.message === 'ACCOUNT_FROZEN').toBe(true)
    const done = answers.filter((answer) => answer.status === 200).length
    expect(await mia.balance()).toBe(90_000 - 10 * done)
    seen.paid += done
    seen.refused += answers.length - done
  }
  expect(seen.paid).toBeGreaterThan(0)
  expect(seen.refused).toBeGreaterThan(0)
})

test('a payment that was decided before the freeze is refused in its own commit [GUARD-09]', async () => {
  const mia = await createPayer(api, database)
  const request = await shop.createRequest(100)
  // A freeze that holds the wallet and has not committed: the payment is decided, and its posting waits.
  const release = await holdAccount(database.owner, `asset:${mia.walletId}`, (tx) =>
    sql`insert into account_freeze (account_id, by, since) values (${mia.accountId}, 'person', now())`.execute(tx),
  )
  const paying = mia.pay(request.id)
  await new Promise((resolve) => setTimeout(resolve, 300))
  await release()
  expect((await paying).body.message).toBe('ACCOUNT_FROZEN')
  expect(await mia.balance()).toBe(10_000)
})

test('lifting a freeze needs a fresh sign-in; freezing does not [GUARD-10]', async () => {
  const mia = await createPayer(api, database, 0)
  const old = await createAccessToken(database, mia.personId, undefined, { signedInAt: new Date(Date.now() - 6 * 60_000) })
  const headers = { authorization: `Bearer ${old}` }
  expect((await freeze(mia.accountId, headers)).status).toBe(200)
  expect(await unfreeze(mia.accountId, headers)).toMatchObject({ status: 403, body: { message: 'SIGN_IN_AGAIN' } })
  expect((await safety(mia.accountId, headers)).frozen).toMatchObject({ by: 'person' })
  expect((await unfreeze(mia.accountId, mia.headers)).body).toEqual({ frozen: null })
})

test('an account of somebody else is neither frozen nor shown nor lifted', async () => {
  const [mia, stranger] = [await createPayer(api, database, 0), await createPerson(database)]
  for (const answer of [freeze(mia.accountId, stranger.headers), unfreeze(mia.accountId, stranger.headers), freeze('nothing', stranger.headers)])
    expect((await answer).body.message).toBe('FORBIDDEN')
  expect((await safety(mia.accountId, stranger.headers)).message).toBe('FORBIDDEN')
  expect(await safety(mia.accountId, mia.headers)).toEqual({ frozen: null })
})

test('freezing and lifting are security events with a notice, and append-only [GUARD-09]', async () => {
  const mia = await createPayer(api, database, 0)
  await freeze(mia.accountId, { ...mia.headers, 'user-agent': 'Mozilla/5.0 (Linux; Android 15) Chrome/130.0 Mobile' })
  await freeze(mia.accountId, mia.headers)
  await unfreeze(mia.accountId, mia.headers)
  await unfreeze(mia.accountId, mia.headers)
  const { body } = await api.get('/api/me/security-events', mia.headers)
  expect(body.items).toMatchObject([{ kind: 'account-unfrozen' }, { kind: 'account-frozen', device: 'Chrome on Android' }])
  expect(body.nextPageKey).toBeUndefined()
  const { rows } = await sql<{ body: string }>`select body from message where recipient = ${mia.phone}`.execute(db)
  expect(rows.map((row) => row.body).sort()).toEqual([expect.stringContaining('was lifted'), expect.stringContaining('is frozen')])
  const events = await sql`select action, by, person_id from account_freeze_event where account_id = ${mia.accountId} order by id`.execute(db)
  expect(events.rows).toEqual([
    { action: 'frozen', by: 'person', person_id: mia.personId },
    { action: 'unfrozen', by: 'person', person_id: mia.personId },
  ])
  await expect(sql`delete from account_freeze_event where account_id = ${mia.accountId}`.execute(database.owner.db)).rejects.toThrow('append-only')
})

test('security events are listed page by page, newest first, to their person alone [SEC-10]', async () => {
  const [mia, other] = [await createPayer(api, database, 0), await createPerson(database)]
  for (let n = 0; n < 26; n++) {
    await freeze(mia.accountId, mia.headers)
    await unfreeze(mia.accountId, mia.headers)
  }
  const first = (await api.get('/api/me/security-events', mia.headers)).body
  expect(first.items).toHaveLength(50)
  const second = (await api.get(`/api/me/security-events?pageKey=${first.nextPageKey}`, mia.headers)).body
  expect(second.items.map((event: { kind: string }) => event.kind)).toEqual(['account-unfrozen', 'account-frozen'])
  expect((await api.get('/api/me/security-events', other.headers)).body).toEqual({ items: [] })
})
