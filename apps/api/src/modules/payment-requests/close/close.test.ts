import { testDatabase } from '@nikau/testing'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createPayer, createTokens } from '../../../fixtures.ts'
import { lines, nzd, startTill } from '../fixtures.ts'
import { sweepExpired } from './expire.ts'
import { sweepAuthorisations } from './release.ts'

const database = await testDatabase()
const { api, call, callWithoutBody, clock, deps, depsAt, read, shop, spendUsage, tokens } = await startTill(database)

test('a request is expired from its expiry on without a job; the sweep returns instalments and their quota [ENT-05, SUG-12]', async () => {
  const payer = await createPayer(api, database)
  const token = await tokens.issue(payer.accountId)
  const request = await shop.createRequest(1500, { lineItems: [...lines, { name: 'Cake', sku: 'cake', qty: 1, price: 500 }], expirySeconds: 60 })
  await payer.pay(request.id, { mode: 'multi-asset-payment', amount: '400' })
  expect((await payer.pay(request.id, { assetType: 'nikau.token.test', assetId: token, mode: 'multi-asset-payment', amount: '550' })).status).toBe(200)
  expect(await payer.balance()).toBe(9600)
  clock.advance(60_000)
  expect((await api.get(`/api/payment-requests/${request.id}/summary`)).body).toMatchObject({ status: 'expired' })
  expect((await payer.pay(request.id, { mode: 'multi-asset-payment', amount: '550' })).body.message).toBe('REQUEST_EXPIRED')
  expect((await callWithoutBody(request.id, 'cancel')).body.message).toBe('REQUEST_EXPIRED')
  expect(await sweepExpired(deps)).toBeGreaterThanOrEqual(1)
  expect(await sweepExpired(deps)).toBe(0)
  expect(await payer.balance()).toBe(10_000)
  expect(await spendUsage(payer)).toBe('0')
  expect((await api.get(`/api/assets/${token}`, payer.headers)).body.status).toBe('active')
  expect(Number(await tokens.issuerOwes())).toBe(0)
  const { items } = (await api.get(`/api/payment-requests/${request.id}/activities`, shop.till)).body
  expect(items.map((item: { type: string }) => item.type)).toEqual(['expiry', 'payment', 'payment', 'request'])
})

test('an expired request gives a token back to its owner at its own issuer too, and ends without it if the token has expired [BIZ-81]', async () => {
  const payer = await createPayer(api, database)
  const ownTokens = await createTokens(database, clock, shop, 'scone')
  const spendOn = async (token: string) => {
    const request = await shop.createRequest(1000, { lineItems: lines, expirySeconds: 60 })
    const byToken = { assetType: 'nikau.token.test', assetId: token, mode: 'multi-asset-payment', amount: '450', lineItems: [lines[1]] }
    expect((await payer.pay(request.id, byToken)).status).toBe(200)
    return request.id as string
  }
  const [lasting, ending] = [await ownTokens.issue(payer.accountId), await ownTokens.issue(payer.accountId, new Date(clock.now().getTime() + 30_000))]
  const [first, second] = [await spendOn(lasting), await spendOn(ending)]
  clock.advance(60_000)
  expect(await sweepExpired(deps)).toBe(2)
  expect([(await read(first)).status, (await read(second)).status]).toEqual(['expired', 'expired'])
  expect((await api.get(`/api/assets/${lasting}`, payer.headers)).body.status).toBe('active')
  expect((await api.get(`/api/assets/${ending}`, payer.headers)).body.status).toBe('spent')
})

test('cancelling returns the instalments, and the request accepts no further payment [SUG-12, ENT-05]', async () => {
  const payer = await createPayer(api, database)
  const request = await shop.createRequest(1000)
  await payer.pay(request.id, { mode: 'multi-asset-payment', amount: '400' })
  expect((await callWithoutBody(request.id, 'cancel', payer.headers)).body.message).toBe('FORBIDDEN')
  const answer = await callWithoutBody(request.id, 'cancel')
  expect(answer).toMatchObject({ status: 200, body: { type: 'cancellation', cancellationReason: 'CANCELLED_BY_MERCHANT', activityNumber: 3 } })
  expect(await payer.balance()).toBe(10_000)
  expect(await read(request.id)).toMatchObject({ status: 'cancelled', cancellationReason: 'CANCELLED_BY_MERCHANT', remainingAmount: '1000' })
  expect((await payer.pay(request.id)).body.message).toBe('REQUEST_CANCELLED')
  expect((await callWithoutBody(request.id, 'cancel')).body.message).toBe('REQUEST_CANCELLED')
  expect((await api.get(`/api/payment-requests/${request.id}/summary`)).body.paidBy).toBeUndefined()
})

test('of a simultaneous payment and cancellation one succeeds, and the ledger agrees', async () => {
  for (let round = 0; round < 10; round++) {
    const payer = await createPayer(api, database, 500)
    const request = await shop.createRequest(500)
    const [paid, cancelled] = await Promise.all([payer.pay(request.id), callWithoutBody(request.id, 'cancel')])
    expect([paid.status, cancelled.status].toSorted((a, b) => a - b)).toEqual([200, 403])
    const { status } = await read(request.id)
    expect(status).toBe(paid.status === 200 ? 'paid' : 'cancelled')
    expect(await payer.balance()).toBe(status === 'paid' ? 0 : 500)
    clock.advance(61_000)
  }
})

test('a void cancels a new request and refunds a paid one in full; a repeated void answers the same', async () => {
  const payer = await createPayer(api, database)
  const fresh = await shop.createRequest(500)
  expect((await callWithoutBody(fresh.id, 'void')).body).toMatchObject({ type: 'cancellation' })
  const request = await shop.createRequest(800)
  await payer.pay(request.id)
  const undone = await call(request.id, 'void', { externalRef: 'v' })
  expect(undone).toMatchObject({ status: 200, body: { type: 'refund', value: { amount: '800' }, cancellationReason: 'CANCELLED_BY_MERCHANT' } })
  expect((await callWithoutBody(request.id, 'void')).body).toEqual(undone.body)
  expect(await payer.balance()).toBe(10_000)
  expect(await read(request.id)).toMatchObject({ status: 'cancelled' })
})

test('an authorised amount is held, captured in parts and released; the quota of the uncaptured part is restored', async () => {
  const payer = await createPayer(api, database)
  const request = await shop.createRequest(8000, { preAuth: true })
  expect(request.paymentOptions.map((item: { assetType: string }) => item.assetType)).toEqual(['nikau.nzd.test'])
  const confirmation = (key: string, amount?: number) => ({
    idempotencyKey: key,
    invoiceRef: 'inv',
    ...(amount && { value: nzd(amount) }),
  })
  expect((await call(request.id, 'confirm', confirmation('c0', 1))).body.message).toBe('PRE_AUTH_PENDING')
  expect((await payer.pay(request.id)).body).toMatchObject({ type: 'authorization', preAuth: true })
  expect([await payer.balance(), await payer.available()]).toEqual([10_000, 2000])
  expect(await read(request.id)).toMatchObject({ status: 'paid', preAuthStatus: 'authorized' })
  const first = await call(request.id, 'confirm', confirmation('c1', 5000))
  expect(first).toMatchObject({ status: 200, body: { type: 'confirmation', value: { amount: '5000' } } })
  expect((await call(request.id, 'confirm', confirmation('c1', 5000))).body).toEqual(first.body)
  expect(await call(request.id, 'confirm', confirmation('c1', 5001))).toMatchObject({ status: 422, body: { message: 'IDEMPOTENT_OPERATION_FAILED' } })
  expect((await call(request.id, 'confirm', confirmation('c2', 3001))).body.message).toBe('INVALID_AMOUNT')
  expect((await callWithoutBody(request.id, 'void')).body.message).toBe('PRE_AUTH_ALREADY_CONFIRMED')
  const value = nzd(5000)
  expect((await call(request.id, 'refund', { value, externalRef: 'p1' })).body.message).toBe('CONFIRMATION_NOT_FOUND')
  expect((await call(request.id, 'refund', { value, externalRef: 'p1', confirmationIdempotencyKey: 'c1' })).status).toBe(200)
  expect((await callWithoutBody(request.id, 'release')).body).toMatchObject({ type: 'release', value: { amount: '3000' } })
  expect((await callWithoutBody(request.id, 'release')).body.message).toBe('PRE_AUTH_RELEASED')
  expect([await payer.balance(), await payer.available()]).toEqual([10_000, 10_000])
  expect(await spendUsage(payer)).toBe('0')
})

test('an authorisation that is not captured is released after three months', async () => {
  const payer = await createPayer(api, database)
  const request = await shop.createRequest(1000, { preAuth: true })
  await payer.pay(request.id)
  const { rows } = await sql<{ at: Date }>`select pre_auth_expires_at as at from payment_request where id = ${request.id}`.execute(database.db)
  expect(rows[0]!.at.getTime() - clock.now().getTime()).toBeGreaterThan(85 * 86_400_000)
  expect(await sweepAuthorisations(depsAt(new Date(rows[0]!.at.getTime() + 1000).toISOString()))).toBe(1)
  expect(await payer.available()).toBe(10_000)
})

test('a pending condition keeps an approved request new until the awaited side accepts it; declining cancels and returns the payment', async () => {
  const payer = await createPayer(api, database)
  const condition = { id: 'photo-id-check', name: 'photo-id-check', message: 'Please check ID', status: 'awaiting-merchant' }
  const withCondition = async () => {
    const request = await shop.createRequest(1000, { conditionsEnabled: true })
    await sql`update payment_request set conditions = ${JSON.stringify([condition])} where id = ${request.id}`.execute(database.db)
    return request
  }
  const request = await withCondition()
  expect((await payer.pay(request.id)).status).toBe(200)
  expect(await read(request.id)).toMatchObject({ status: 'new', remainingAmount: '0', merchantConditions: [{ status: 'awaiting-merchant' }] })
  expect((await callWithoutBody(request.id, 'conditions/photo-id-check/accept', payer.headers)).body.message).toBe('PATRON_NOT_AUTHORIZED')
  expect((await callWithoutBody(request.id, 'conditions/photo-id-check/accept')).body).toMatchObject({
    type: 'accept-condition',
    conditionId: 'photo-id-check',
  })
  expect(await read(request.id)).toMatchObject({ status: 'paid' })
  expect((await call(request.id, 'refund', { value: nzd(10), externalRef: 'c' })).status).toBe(200)

  const other = await withCondition()
  await payer.pay(other.id)
  expect((await callWithoutBody(other.id, 'conditions/photo-id-check/decline')).body).toMatchObject({
    type: 'decline-condition',
    cancellationReason: 'DECLINED_BY_MERCHANT',
  })
  expect(await read(other.id)).toMatchObject({ status: 'cancelled' })
  expect(await payer.balance()).toBe(9010)
})
