import type { Operation } from '@nikau/ledger'
import { createPerson, testDatabase, type TestPerson } from '@nikau/testing'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { concurrently, createPayer, createShop } from '../../../fixtures.ts'
import { lines, nzd, startTill } from '../fixtures.ts'

const database = await testDatabase()
const { api, call, clock, deps, shop, tokens } = await startTill(database, { STEP_UP_SECONDS: '86400' })

async function createMember(role: string, merchantIds?: string[], accountId = shop.accountId): Promise<TestPerson> {
  const person = await createPerson(database)
  await sql`
    insert into account_member (account_id, person_id, role, merchant_ids, added_at)
    values (${accountId}, ${person.personId}, ${role}, ${merchantIds ?? null}, now())`.execute(database.owner.db)
  return person
}

const [manager, cashier] = [await createMember('manager'), await createMember('cashier')]
let references = 0
const newRef = () => `ref-${++references}`

/** Taken by a cashier at a till, who refunds nothing else. */
async function paidRequest(amount: number, by = cashier) {
  const payer = await createPayer(api, database, 100_000)
  const { id } = await shop.createRequest(amount, { terminalId: 'till_front', operatorId: by.personId })
  expect((await payer.pay(id)).status).toBe(200)
  return { id: id as string, payer }
}

const refund = (by: TestPerson, id: string, amount: number, more: object = {}) =>
  api.post(`/api/payment-requests/${id}/refund`, { value: nzd(amount), externalRef: newRef(), ...more }, by.headers)

async function codeOf(by: TestPerson): Promise<string> {
  const { status, body } = await api.post(`/api/accounts/${shop.accountId}/refund-approvals`, {}, by.headers)
  expect(status).toBe(200)
  return body.code as string
}

const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

/** Sets money of a settlement account aside, as a payout does, or gives it back. */
async function setAside(...operations: Operation[]): Promise<void> {
  await database.owner.db.transaction().execute(async (tx) => {
    await deps.ledger.openAccount(tx, { id: payouts, unit: 'nzd.test', kind: 'payouts' })
    const [outcome] = await deps.ledger.postInTransaction(tx, [{ reference: newRef(), kind: 'test', subject: 'test', operations }])
    expect(outcome).toMatchObject({ outcome: 'accepted' })
  })
}
const payouts = 'payouts:nzd.test'

async function multiLeg() {
  const payer = await createPayer(api, database)
  const token = await tokens.issue(payer.accountId)
  const { id } = await shop.createRequest(1000, { lineItems: lines, terminalId: 'till_front', operatorId: cashier.personId })
  await payer.pay(id, { assetType: 'nikau.token.test', assetId: token, mode: 'multi-asset-payment', amount: '550' })
  await payer.pay(id, { mode: 'multi-asset-payment', amount: '450' })
  const { body } = await api.get(`/api/payment-requests/${id}/refund-options`, shop.owner.headers)
  const [tokenLeg, moneyLeg] = body.legs as { completedPaymentId: string }[]
  return { id: id as string, payer, token, options: body, tokenLeg: tokenLeg!.completedPaymentId, moneyLeg: moneyLeg!.completedPaymentId }
}

test('a member refunds with a reason, and the refund names them [BIZ-25]', async () => {
  const { id, payer } = await paidRequest(1000)
  const answer = await refund(cashier, id, 400, { reason: 'Wrong item' })
  expect(answer).toMatchObject({ status: 200, body: { type: 'refund', createdBy: `crn::user:${cashier.personId}`, reason: 'Wrong item' } })
  expect(await payer.balance()).toBe(99_400)
  const accountant = await createMember('accountant')
  const elsewhere = await createMember('manager', ['another-shop'])
  for (const other of [payer, accountant, elsewhere]) expect((await refund(other, id, 1)).body.message).toBe('FORBIDDEN')
  expect((await refund(await createMember('manager', [shop.merchantId]), id, 1)).status).toBe(200)
})

test('the options name each leg, what can go back and until when [BIZ-27, BIZ-32]', async () => {
  const { id, options, tokenLeg, moneyLeg } = await multiLeg()
  expect(options).toMatchObject({
    refundable: '1000',
    legs: [
      { completedPaymentId: tokenLeg, method: 'token', amount: '550', refundable: '550', whole: true, lineItems: [{ name: 'Flat white' }] },
      { completedPaymentId: moneyLeg, method: 'wallet', amount: '450', refundable: '450', whole: false },
    ],
  })
  const { body: request } = await api.get(`/api/payment-requests/${id}`, shop.owner.headers)
  expect(new Date(options.until).getTime() - new Date(request.paidAt).getTime()).toBe(31 * 86_400_000)
  await refund(shop.owner, id, 100)
  const after = await api.get(`/api/payment-requests/${id}/refund-options`, cashier.headers)
  expect(after.body).toMatchObject({ refundable: '900', limit: '4900', legs: [{ refundable: '550' }, { refundable: '350' }] })
})

test('of a pre-authorised payment a member refunds each capture, up to what is left of it and a month from it [BIZ-25, BIZ-27, BIZ-32]', async () => {
  const payer = await createPayer(api, database)
  const { id } = await shop.createRequest(5000, { preAuth: true })
  await payer.pay(id)
  const options = async () => await api.get(`/api/payment-requests/${id}/refund-options`, manager.headers)
  expect((await options()).body.message).toBe('NOT_PAID')
  const capture = async (idempotencyKey: string, amount: number) => {
    expect((await call(id, 'confirm', { idempotencyKey, invoiceRef: 'inv', value: nzd(amount) })).status).toBe(200)
    clock.advance(60_000)
  }
  await capture('first', 1000)
  await capture('second', 3000)
  const { body } = await options()
  expect(body).toMatchObject({
    refundable: '4000',
    legs: [{ method: 'wallet', amount: '4000', refundable: '4000', whole: false }],
    captures: [
      { confirmationIdempotencyKey: 'first', amount: '1000', refundable: '1000' },
      { confirmationIdempotencyKey: 'second', amount: '3000', refundable: '3000' },
    ],
  })
  for (const { capturedAt, until } of body.captures) expect(new Date(until).getTime() - new Date(capturedAt).getTime()).toBe(31 * 86_400_000)
  const { completedPaymentId } = body.legs[0]
  const back = (confirmationIdempotencyKey: string, amount: number) =>
    refund(manager, id, amount, { confirmationIdempotencyKey, legs: [{ completedPaymentId, amount: String(amount) }] })
  expect((await back('first', 1001)).body.message).toBe('INVALID_AMOUNT')
  expect((await back('first', 400)).status).toBe(200)
  expect((await options()).body).toMatchObject({
    refundable: '3600',
    legs: [{ refundable: '3600' }],
    captures: [{ refundable: '600' }, { refundable: '3000' }],
  })
})

test('legs go back as asked: they add up, no part of a token, and no more than a leg has left [BIZ-25, BIZ-28]', async () => {
  const { id, payer, token, tokenLeg, moneyLeg } = await multiLeg()
  const legs = (...pairs: [string, number][]) => ({ legs: pairs.map(([completedPaymentId, amount]) => ({ completedPaymentId, amount: String(amount) })) })
  const refused = async (amount: number, more: object) => {
    const { status, body } = await refund(shop.owner, id, amount, more)
    return [status, body.message]
  }
  expect(await refused(500, legs([tokenLeg, 550]))).toEqual([400, 'LEGS_SUM_CHECK_FAILED'])
  expect(await refused(500, legs([tokenLeg, 500]))).toEqual([403, 'PARTIAL_REFUNDS_NOT_ALLOWED'])
  expect(await refused(451, legs([moneyLeg, 451]))).toEqual([403, 'INVALID_AMOUNT'])
  expect(await refused(450, legs([moneyLeg, 400], [moneyLeg, 50]))).toEqual([403, 'INVALID_AMOUNT'])
  expect(await refused(100, legs(['unknown', 100]))).toEqual([403, 'INVALID_AMOUNT'])
  expect(await payer.balance()).toBe(9550)
  expect((await refund(shop.owner, id, 550, legs([tokenLeg, 550]))).status).toBe(200)
  expect((await api.get(`/api/assets/${token}`, payer.headers)).body.status).toBe('active')
  expect(await payer.balance()).toBe(9550)
  expect(await refused(450, legs([tokenLeg, 450]))).toEqual([403, 'INVALID_AMOUNT'])
  expect((await refund(shop.owner, id, 450, legs([moneyLeg, 450]))).status).toBe(200)
  expect(await payer.balance()).toBe(10_000)
})

test('a cashier refunds $50.00 of a payment, a manager $500.00, an owner everything; several refunds count together [BIZ-29]', async () => {
  const { id } = await paidRequest(80_000)
  expect((await refund(cashier, id, 5001)).body).toMatchObject({ statusCode: 403, message: 'REFUND_LIMIT_EXCEEDED', limit: '5000' })
  expect((await refund(cashier, id, 3000)).status).toBe(200)
  expect((await refund(cashier, id, 2001)).body).toMatchObject({ message: 'REFUND_LIMIT_EXCEEDED', limit: '2000' })
  expect((await refund(manager, id, 47_001)).body.message).toBe('REFUND_LIMIT_EXCEEDED')
  expect((await refund(manager, id, 47_000)).status).toBe(200)
  expect((await refund(shop.owner, id, 30_000)).status).toBe(200)
})

test('limits are set per account and per member, and count at the next refund [BIZ-29]', async () => {
  const { id } = await paidRequest(20_000)
  const limits = (cents: string) => api.put(`/api/accounts/${shop.accountId}/refund-limits`, { cashier: cents, manager: '50000' }, shop.owner.headers)
  expect((await limits('1000')).status).toBe(200)
  expect((await refund(cashier, id, 1001)).body.message).toBe('REFUND_LIMIT_EXCEEDED')
  const trusted = await createMember('cashier')
  const { id: another } = await paidRequest(20_000, trusted)
  await api.put(`/api/accounts/${shop.accountId}/members/${trusted.personId}`, { role: 'cashier', refundLimit: '9000' }, shop.owner.headers)
  expect((await refund(trusted, another, 9000)).status).toBe(200)
  await limits('5000')
})

test('above the limit a code of a manager or owner approves one refund, which records both people [BIZ-29]', async () => {
  const { id, payer } = await paidRequest(80_000)
  const approvalCode = await codeOf(manager)
  const body = { externalRef: newRef(), approvalCode }
  const answers = await concurrently(5, () => refund(cashier, id, 20_000, body))
  expect(new Set(answers.map((answer) => JSON.stringify(answer.body))).size).toBe(1)
  expect(answers[0]!.body).toMatchObject({ createdBy: `crn::user:${cashier.personId}`, approvedBy: `crn::user:${manager.personId}` })
  expect((await refund(cashier, id, 20_000, body)).body).toEqual(answers[0]!.body)
  expect(await payer.balance()).toBe(40_000)
  expect((await refund(cashier, id, 100, { approvalCode })).body.message).toBe('REFUND_APPROVAL_INVALID')
  // A manager's code does not reach further than the manager.
  expect((await refund(cashier, id, 30_001, { approvalCode: await codeOf(manager) })).body.message).toBe('REFUND_LIMIT_EXCEEDED')
  expect((await refund(manager, id, 30_001, { approvalCode: await codeOf(shop.owner) })).status).toBe(200)
})

test('an approval is of the account, of five minutes, and ends after five tries, also at once [BIZ-29]', async () => {
  const { id } = await paidRequest(80_000)
  expect((await api.post(`/api/accounts/${shop.accountId}/refund-approvals`, {}, cashier.headers)).body.message).toBe('FORBIDDEN')
  const another = await createShop(api, database)
  const foreign = (await api.post(`/api/accounts/${another.accountId}/refund-approvals`, {}, another.owner.headers)).body.code
  expect((await refund(cashier, id, 6000, { approvalCode: foreign })).body.message).toBe('REFUND_APPROVAL_INVALID')
  const guessed = await codeOf(shop.owner)
  const guesses = await Promise.all(Array.from({ length: 5 }, () => refund(cashier, id, 6000, { approvalCode: wrong(guessed) })))
  expect(guesses.map(({ body }) => body.message)).toEqual(Array(5).fill('REFUND_APPROVAL_INVALID'))
  expect((await refund(cashier, id, 6000, { approvalCode: guessed })).body.message).toBe('REFUND_APPROVAL_INVALID')
  // Strangers use up no tries.
  const code = await codeOf(shop.owner)
  const stranger = await createPerson(database)
  for (let n = 0; n < 6; n++) expect((await refund(stranger, id, 6000, { approvalCode: wrong(code) })).body.message).toBe('FORBIDDEN')
  await sql`update account_refund_approval set expires_at = created_at where account_id = ${shop.accountId}`.execute(database.owner.db)
  expect((await refund(cashier, id, 6000, { approvalCode: code })).body.message).toBe('REFUND_APPROVAL_INVALID')
  // Whoever was removed meanwhile approves nothing.
  const fired = await createMember('manager')
  const last = await codeOf(fired)
  await api.delete(`/api/accounts/${shop.accountId}/members/${fired.personId}`, shop.owner.headers)
  expect((await refund(cashier, id, 6000, { approvalCode: last })).body.message).toBe('REFUND_APPROVAL_INVALID')
})

test('a refund that was refused for another reason leaves its approval [BIZ-29]', async () => {
  const { id } = await paidRequest(6000)
  const approvalCode = await codeOf(shop.owner)
  expect((await refund(cashier, id, 6001, { approvalCode })).body.message).toBe('INVALID_AMOUNT')
  expect((await refund(cashier, id, 6000, { approvalCode })).status).toBe(200)
})

test('a refund that the settlement account cannot cover says what is available, and nothing moves [BIZ-30]', async () => {
  const poor = await createShop(api, database)
  const payer = await createPayer(api, database)
  const { id } = await poor.createRequest(3000)
  await payer.pay(id)
  const [elsewhere, other] = [await poor.createRequest(1), await createPayer(api, database)]
  await other.pay(elsewhere.id)
  const hold = { hold: 'aside', from: `asset:${poor.settlementWallet}`, to: payouts, amount: 2000n, expiresAt: new Date(Date.now() + 86_400_000) }
  await setAside({ op: 'hold', ...hold })
  const answer = await api.post(`/api/payment-requests/${id}/refund`, { value: nzd(3000), externalRef: 'poor' }, poor.owner.headers)
  expect(answer).toMatchObject({ status: 403, body: { message: 'SETTLEMENT_BALANCE_TOO_LOW', available: '1001', moreWith: 'next-payment' } })
  expect(await payer.balance()).toBe(7000)
  expect((await api.post(`/api/payment-requests/${id}/refund`, { value: nzd(1000), externalRef: 'poor' }, poor.owner.headers)).status).toBe(200)
  await setAside({ op: 'release', hold: 'aside' })
})

test('ten presses of one refund by several people give one refund, and its reference with another amount is refused [BIZ-31]', async () => {
  const { id, payer } = await paidRequest(1000)
  const body = { externalRef: newRef() }
  const answers = await concurrently(10, () => refund(cashier, id, 600, body))
  expect(new Set(answers.map((answer) => JSON.stringify(answer.body))).size).toBe(1)
  expect((await refund(manager, id, 600, body)).body).toEqual(answers[0]!.body)
  expect((await refund(cashier, id, 400, body)).body.message).toBe('REPEAT_REFERENCE')
  expect(await payer.balance()).toBe(99_600)
  expect((await call(id, 'refund', { value: nzd(400), externalRef: newRef() })).status).toBe(200)
})
