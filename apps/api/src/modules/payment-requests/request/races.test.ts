import { testDatabase } from '@nikau/testing'
import { expect, test } from 'vitest'
import { createPayer } from '../../../fixtures.ts'
import { nzd, startTill, whileAccountIsHeld } from '../fixtures.ts'

const database = await testDatabase()
const { api, call, callWithoutBody, deps, read, shop } = await startTill(database)

const settlement = `asset:${shop.settlementWallet}`
const outcomes = (answers: readonly { status: number; body: { message?: string } }[]) =>
  answers.map(({ status, body }) => (status === 200 ? 'done' : `${status} ${body.message}`)).toSorted((a, b) => (a < b ? -1 : 1))

async function authorised(amount: number) {
  const payer = await createPayer(api, database)
  const request = await shop.createRequest(amount, { preAuth: true })
  await payer.pay(request.id)
  const confirm = (key: string, cents: number) => () => call(request.id, 'confirm', { idempotencyKey: key, invoiceRef: 'inv', value: nzd(cents) })
  const release = () => callWithoutBody(request.id, 'release')
  return { payer, request, confirm, release }
}

test('one capture sent three times at once is made once and answered three times [MON-4]', async () => {
  const { payer, request, confirm } = await authorised(5000)
  const answers = await whileAccountIsHeld(database, settlement, [confirm('one', 5000), confirm('one', 5000), confirm('one', 5000)])
  expect(outcomes(answers)).toEqual(['done', 'done', 'done'])
  expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1)
  expect(await payer.balance()).toBe(5000)
  expect(await read(request.id)).toMatchObject({ preAuthStatus: 'authorized' })
})

test('two captures of different amounts at once are both made; one more than is left is refused for its amount [MON-4]', async () => {
  const { payer, confirm } = await authorised(5000)
  expect(outcomes(await whileAccountIsHeld(database, settlement, [confirm('a', 3000), confirm('b', 1500)]))).toEqual(['done', 'done'])
  expect(await payer.balance()).toBe(5500)
  expect(outcomes(await whileAccountIsHeld(database, settlement, [confirm('c', 400), confirm('d', 450)]))).toEqual(['403 INVALID_AMOUNT', 'done'])
})

test('twelve captures at once are all made: none loses ten times [MON-4]', async () => {
  const { payer, confirm } = await authorised(5000)
  const calls = Array.from({ length: 12 }, (_, n) => confirm(`k${n}`, 100 + n))
  expect(outcomes(await Promise.all(calls.map((made) => made())))).toEqual(Array.from({ length: 12 }, () => 'done'))
  expect(await payer.balance()).toBe(10_000 - 1266)
})

test('releases at once: one releases, the others are told that it is released [MON-4]', async () => {
  const { payer, release } = await authorised(5000)
  const answers = await whileAccountIsHeld(database, settlement, [release, release, release])
  expect(outcomes(answers)).toEqual(['403 PRE_AUTH_RELEASED', '403 PRE_AUTH_RELEASED', 'done'])
  expect(await payer.available()).toBe(10_000)
})

test('of a capture and a release at once both are made, or the capture is told that it came too late [MON-4]', async () => {
  for (let round = 0; round < 4; round++) {
    const { payer, confirm, release } = await authorised(5000)
    const calls = round % 2 === 0 ? [confirm('a', 2000), release] : [release, confirm('a', 2000)]
    const answers = await whileAccountIsHeld(database, settlement, calls)
    const captured = answers[round % 2]!
    expect(answers[1 - (round % 2)]!.status).toBe(200)
    if (captured.status !== 200) expect(captured).toMatchObject({ status: 403, body: { message: 'PRE_AUTH_RELEASED' } })
    expect([await payer.balance(), await payer.available()]).toEqual(captured.status === 200 ? [8000, 8000] : [10_000, 10_000])
  }
})

test('two refunds of different amounts at once are both made; together never more than was paid [MON-4]', async () => {
  const payer = await createPayer(api, database)
  const request = await shop.createRequest(1000)
  await payer.pay(request.id)
  const refund = (externalRef: string, amount: number) => () => call(request.id, 'refund', { value: nzd(amount), externalRef })
  expect(outcomes(await whileAccountIsHeld(database, settlement, [refund('a', 300), refund('b', 200)]))).toEqual(['done', 'done'])
  expect(outcomes(await whileAccountIsHeld(database, settlement, [refund('c', 300), refund('d', 400)]))).toEqual(['403 INVALID_AMOUNT', 'done'])
  expect(await payer.balance()).toBe(9000 + Number((await read(request.id)).refundedAmount))
})

test('a void and a refund at once: everything goes back once [MON-4]', async () => {
  const payer = await createPayer(api, database)
  const request = await shop.createRequest(1000)
  await payer.pay(request.id)
  const calls = [() => callWithoutBody(request.id, 'void'), () => call(request.id, 'refund', { value: nzd(300), externalRef: 'a' })]
  const [voided, refunded] = await whileAccountIsHeld(database, settlement, calls)
  expect(voided!.status).toBe(200)
  expect([200, 403]).toContain(refunded!.status)
  expect(await payer.balance()).toBe(10_000)
})

test('instalments of several payers at once are all recorded, each on the version that the one before has left [MON-4]', async () => {
  const payers = await Promise.all(Array.from({ length: 6 }, () => createPayer(api, database)))
  const request = await shop.createRequest(1000)
  const answers = await Promise.all(payers.map((payer, n) => payer.pay(request.id, { mode: 'multi-asset-payment', amount: String(100 + n) })))
  expect(outcomes(answers)).toEqual(payers.map(() => 'done'))
  expect(new Set(answers.map(({ body }) => body.activityNumber))).toEqual(new Set([2, 3, 4, 5, 6, 7]))
  expect(await read(request.id)).toMatchObject({ status: 'new', remainingAmount: '385' })
})

test('the ledger itself accepts nothing more for a cancelled request [MON-4]', async () => {
  const request = await shop.createRequest(1000)
  await callWithoutBody(request.id, 'cancel')
  const use = { op: 'use' as const, account: `due:${request.id}`, amount: 1n }
  const posted = database.db
    .transaction()
    .execute((tx) => deps.ledger.postInTransaction(tx, [{ reference: `late:${request.id}`, kind: 'payment', subject: '', operations: [use] }]))
  expect(await posted).toMatchObject([{ outcome: 'refused', code: 'closed' }])
})
