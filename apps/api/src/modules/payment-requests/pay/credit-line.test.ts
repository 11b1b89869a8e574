import { randomUUID } from 'node:crypto'
import { assertLedgerInvariants, balance } from '@nikau/ledger'
import { cents } from '@nikau/money'
import { systemClock } from '@nikau/runtime'
import { createAccessToken, testDatabase } from '@nikau/testing'
import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { assetDeps, createBankedPerson, createPayer, createShop, createTokens, retryUnavailable, runningApi } from '../../../fixtures.ts'
import { openCreditLine } from '../../assets/index.ts'

const database = await testDatabase()
const api = await runningApi(database)
const deps = assetDeps(database, systemClock)
const store = await createShop(api, database, { types: ['nikau.nzd', 'nikau.token', 'farmlands.nzd'] })
const cafe = await createShop(api, database)
const tokens = await createTokens(database, systemClock, store)

afterEach(() => assertLedgerInvariants(database.db))

/** A person with $20.00 in the wallet and a credit line of $1,000.00. */
async function createFarmer(limit = 100_000n) {
  const payer = await createPayer(api, database, 2000)
  const { id } = await openCreditLine(deps, {
    accountId: payer.accountId,
    type: 'farmlands.nzd.test',
    limit: cents(limit),
    description: 'Farmlands Card',
    createdBy: 'test',
  })
  const onCredit = { assetType: 'farmlands.nzd.test', assetId: id, externalPaymentRef: 'attempt-1' }
  return {
    ...payer,
    creditLineId: id,
    onCredit,
    payOnCredit: (requestId: string, more: object = {}) => payer.pay(requestId, { ...onCredit, ...more }),
    creditLine: async () => (await api.get(`/api/assets/${id}`, payer.headers)).body as { balance: string; availableBalance: string; limit: string },
    usedToday: async () => {
      const { limits } = (await api.get(`/api/accounts/${payer.accountId}/limits`, payer.headers)).body as { limits: { name: string; usage?: string }[] }
      return limits.find(({ name }) => name === 'one-day')!.usage
    },
    spendCounters: async () =>
      (
        await sql<{ id: string }>`select id from ledger.account where kind = 'quota' and owner = ${payer.accountId} and id like '%:spend:%'`.execute(
          database.db,
        )
      ).rows,
  }
}

const readRequest = async (id: string) => (await api.get(`/api/payment-requests/${id}`, store.till)).body
const settled = async () => Number((await balance(database.db, `asset:${store.settlementWallet}`))!.posted)
const act = (id: string, action: string, body: object = {}) => api.post(`/api/payment-requests/${id}/${action}`, body, store.till)
const nzd = (amount: string) => ({ value: { amount, currency: 'NZD' } })

test('a credit line pays a request that takes it: the merchant has the money, the line is drawn on, no quota counts it [PAY-01]', async () => {
  const hemi = await createFarmer()
  const before = await settled()
  const { id } = await store.createRequest(23_000)
  const paid = await hemi.payOnCredit(id)
  expect(paid).toMatchObject({ status: 200, body: { type: 'payment', assetType: 'farmlands.nzd.test', value: { amount: '23000' } } })
  expect(await readRequest(id)).toMatchObject({
    status: 'paid',
    paidBy: { assetTotals: [{ type: 'farmlands.nzd.test', description: 'Farmlands Card', total: { amount: '23000' }, payerAccountId: hemi.accountId }] },
  })
  expect(await hemi.creditLine()).toMatchObject({ balance: '-23000', availableBalance: '77000', limit: '100000' })
  expect((await settled()) - before).toBe(23_000)
  expect(await hemi.balance()).toBe(2000)
  expect(await hemi.spendCounters()).toEqual([])
})

test('a credit line is refused where the request does not take it, of another person, in the other liveness, and over its limit', async () => {
  const [hemi, other] = [await createFarmer(), await createFarmer()]
  const code = async (answer: Promise<{ status: number; body: { message: string } }>) => `${(await answer).status} ${(await answer).body.message}`
  expect(await code(hemi.payOnCredit((await cafe.createRequest(500)).id))).toBe('403 INVALID_ASSET_TYPE')
  const { id } = await store.createRequest(100_001)
  expect(await code(other.pay(id, { ...hemi.onCredit }))).toBe('403 FORBIDDEN')
  expect(await code(hemi.pay(id, { ...hemi.onCredit, externalPaymentRef: undefined }))).toMatch(/^400/)
  const { id: live } = await openCreditLine(deps, {
    accountId: hemi.accountId,
    type: 'farmlands.nzd.main',
    limit: cents(200_000n),
    description: 'Farmlands Card',
    createdBy: 'test',
  })
  for (const assetType of ['farmlands.nzd.main', 'farmlands.nzd.test'])
    expect(await code(hemi.payOnCredit(id, { assetId: live, assetType }))).toBe('403 INVALID_ASSET_TYPE')
  expect(await code(hemi.payOnCredit(id))).toBe('403 INSUFFICIENT_ASSET_VALUE')
  await sql`update asset set status = 'disabled' where id = ${hemi.creditLineId}`.execute(database.db)
  expect(await code(hemi.payOnCredit(id))).toBe('403 INACTIVE_ASSET')
  expect(await hemi.creditLine()).toMatchObject({ balance: '0' })
  expect(await readRequest(id)).toMatchObject({ status: 'new', remainingAmount: '100001' })
})

test('a token covers its line and the credit line the rest', async () => {
  const hemi = await createFarmer()
  const lines = [
    { name: 'Flat white', sku: 'flat-white', qty: '1', price: '550' },
    { name: 'Fence posts', sku: 'posts', qty: '10', price: '20000' },
  ]
  const { id } = await store.createRequest(20_550, { lineItems: lines })
  const byToken = { assetType: 'nikau.token.test', mode: 'multi-asset-payment', amount: '550', lineItems: [lines[0]] }
  expect((await hemi.pay(id, { ...byToken, assetId: await tokens.issue(hemi.accountId) })).status).toBe(200)
  expect((await hemi.payOnCredit(id, { mode: 'multi-asset-payment', amount: '20000' })).status).toBe(200)
  expect(await readRequest(id)).toMatchObject({ status: 'paid', paidBy: { assetTotals: [{ type: 'nikau.token.test' }, { type: 'farmlands.nzd.test' }] } })
  expect(await hemi.creditLine()).toMatchObject({ balance: '-20000' })
})

test('of two payments that together exceed the limit one is made, also when they are sent at once and again with the same key', async () => {
  const hemi = await createFarmer(10_000n)
  const requests = await Promise.all([store.createRequest(6000), store.createRequest(6000), store.createRequest(6000)])
  const send = ({ id }: { id: string }) => retryUnavailable(() => hemi.payOnCredit(id, { idempotencyKey: `key-${id}`, externalPaymentRef: `key-${id}` }))
  const answers = await Promise.all([...requests, ...requests].map(send))
  const paid = answers.filter(({ status }) => status === 200)
  expect(new Set(paid.map(({ body }) => body.id)).size).toBe(1)
  expect(new Set(answers.filter(({ status }) => status !== 200).map(({ body }) => body.message))).toEqual(new Set(['INSUFFICIENT_ASSET_VALUE']))
  expect(await hemi.creditLine()).toMatchObject({ balance: '-6000', availableBalance: '4000' })
})

test('a refund, a void and a cancelled instalment go back to the credit line', async () => {
  const hemi = await createFarmer()
  const [refunded, voided, inParts] = [await store.createRequest(9000), await store.createRequest(2000), await store.createRequest(3000)]
  await hemi.payOnCredit(refunded.id)
  expect((await act(refunded.id, 'refund', { ...nzd('4000'), externalRef: 'r1' })).status).toBe(200)
  expect(await hemi.creditLine()).toMatchObject({ balance: '-5000' })
  await hemi.payOnCredit(voided.id)
  expect((await act(voided.id, 'void')).status).toBe(200)
  await hemi.payOnCredit(inParts.id, { mode: 'multi-asset-payment', amount: '1000' })
  expect(await hemi.creditLine()).toMatchObject({ balance: '-6000' })
  expect((await act(inParts.id, 'cancel')).status).toBe(200)
  expect(await hemi.creditLine()).toMatchObject({ balance: '-5000', availableBalance: '95000' })
  expect(await hemi.balance()).toBe(2000)
})

test('a pre-authorised amount is held on the credit line, captured in part and released', async () => {
  const hemi = await createFarmer()
  await api.put(`/api/accounts/${hemi.accountId}/limits`, { 'one-day': '20000' }, hemi.headers)
  const { id } = await store.createRequest(10_000, { preAuth: true })
  expect((await hemi.payOnCredit(id)).status).toBe(200)
  expect(await hemi.creditLine()).toMatchObject({ balance: '0', availableBalance: '90000' })
  await act(id, 'confirm', { ...nzd('2500'), invoiceRef: 'pump-2', idempotencyKey: 'c1' })
  expect((await act(id, 'release')).status).toBe(200)
  expect(await hemi.creditLine()).toMatchObject({ balance: '-2500', availableBalance: '97500' })
  expect(await hemi.usedToday()).toBe('2500')
})

test('own limits count what is paid on credit together with the wallet, and a refund gives it back [GUARD-12]', async () => {
  const hemi = await createFarmer()
  await api.put(`/api/accounts/${hemi.accountId}/limits`, { 'one-day': '5000', 'one-payment': '4000' }, hemi.headers)
  const pay = async (amount: number) => await hemi.payOnCredit((await store.createRequest(amount)).id)
  expect(await pay(4001)).toMatchObject({ status: 403, body: { message: 'OWN_LIMIT_EXCEEDED', limit: 'one-payment', left: '4000' } })
  const first = await store.createRequest(3500)
  expect((await hemi.payOnCredit(first.id)).status).toBe(200)
  expect((await hemi.pay((await cafe.createRequest(1000)).id)).status).toBe(200)
  expect(await hemi.usedToday()).toBe('4500')
  expect(await pay(501)).toMatchObject({ status: 403, body: { limit: 'one-day', left: '500' } })
  await act(first.id, 'refund', { ...nzd('3500'), externalRef: 'r1' })
  expect(await hemi.usedToday()).toBe('1000')
  const inParts = await store.createRequest(4500)
  expect((await hemi.pay(inParts.id, { mode: 'multi-asset-payment', amount: '900' })).status).toBe(200)
  expect(await hemi.payOnCredit(inParts.id, { mode: 'multi-asset-payment', amount: '3600' })).toMatchObject({
    body: { message: 'OWN_LIMIT_EXCEEDED', limit: 'one-payment', left: '3100' },
  })
})

test('over the step-up limit a recent sign-in is needed on credit too [SEC-4]', async () => {
  const strict = await runningApi(database, { env: { STEP_UP_PAYMENT_LIMIT: '1000' } })
  const hemi = await createFarmer()
  const old = { authorization: `Bearer ${await createAccessToken(database, hemi.personId, undefined, { signedInAt: new Date(Date.now() - 600_000) })}` }
  const { id } = await store.createRequest(1001)
  const pay = (headers: Record<string, string>) => strict.post(`/api/payment-requests/${id}/pay`, hemi.onCredit, headers)
  expect((await pay(old)).body.message).toBe('SIGN_IN_AGAIN')
  expect((await pay(hemi.headers)).status).toBe(200)
})

test('a frozen account pays nothing on credit', async () => {
  const hemi = await createFarmer()
  expect((await api.post(`/api/accounts/${hemi.accountId}/freeze`, {}, hemi.headers)).status).toBe(200)
  expect((await hemi.payOnCredit((await store.createRequest(100)).id)).body.message).toBe('ACCOUNT_FROZEN')
})

test('credit goes to no bank account, and none tops it up', async () => {
  const mia = await createBankedPerson(api, database, { liveness: 'test' })
  const line = { accountId: mia.accountId, type: 'farmlands.nzd.test', limit: cents(10_000n), description: 'Farmlands Card', createdBy: 'test' } as const
  const { id: walletId } = await openCreditLine(deps, line)
  expect((await mia.withdraw(100, { walletId })).body.message).toBe('FORBIDDEN')
  expect((await mia.topUp(100, { walletId })).body.message).toBe('FORBIDDEN')
  expect((await mia.topUp(100)).status).toBe(200)
})

test('the activities and the statement of a credit line are its owner’s to read; money can be neither put on it nor taken from it', async () => {
  const [hemi, other] = [await createFarmer(), await createFarmer()]
  const { id } = await store.createRequest(1200)
  await hemi.payOnCredit(id)
  const url = `/api/wallets/${hemi.creditLineId}`
  const list = await api.get(`${url}/transactions`, hemi.headers)
  expect(list.body.items).toMatchObject([{ activityNumber: 1, value: '-1200', paymentRequestId: id, destParty: 'Kauri Cafe', srcWalletId: hemi.creditLineId }])
  expect((await api.get(`${url}/transactions/1`, hemi.headers)).body).toMatchObject({ value: '-1200' })
  const statement = await api.app.inject({ method: 'GET', url: `${url}/statement?format=csv`, headers: hemi.headers })
  expect(statement.body).toContain('Kauri Cafe')
  for (const path of ['transactions', 'transactions/1', 'statement?format=csv'])
    expect((await api.app.inject({ method: 'GET', url: `${url}/${path}`, headers: other.headers })).json()).toMatchObject({ message: 'FORBIDDEN' })
  expect((await api.post(`${url}/topup`, { amount: '100', idempotencyKey: randomUUID() }, hemi.headers)).body.message).toBe('FORBIDDEN')
  const send = { assetId: hemi.creditLineId, recipientAlias: '+64211234567', value: '100', purpose: 'family-or-friends', idempotencyKey: randomUUID() }
  expect((await api.post('/api/asset-transfers', send, hemi.headers)).body.message).toBe('INVALID_ASSET_TYPE')
  expect(await hemi.creditLine()).toMatchObject({ balance: '-1200' })
})
