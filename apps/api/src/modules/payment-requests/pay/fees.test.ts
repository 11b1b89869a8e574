import { assertLedgerInvariants } from '@nikau/ledger'
import { fakeClock, testDatabase } from '@nikau/testing'
import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { assetDeps, createPayer, createShop, createTokens, recordMovements, runningApi } from '../../../fixtures.ts'
import { lines, nzd } from '../fixtures.ts'

const database = await testDatabase()
const clock = fakeClock(new Date().toISOString())
const api = await runningApi(database, { clock, env: { FEES: '{}' } })
// Before the clock moves away from their owners' sign-ins.
const [shop, issuer, poor] = [await createShop(api, database), await createShop(api, database), await createShop(api, database)]
afterEach(async () => {
  await assertLedgerInvariants(database.db)
  clock.advance(61_000)
})

const balanceOf = async (account: string) =>
  Number((await sql<{ balance: bigint }>`select balance from ledger.account where id = ${account}`.execute(database.db)).rows[0]!.balance)
/** What reached the merchant, our fees, and the GST on them. */
async function earned(of: { settlementWallet: string } = shop) {
  return [await balanceOf(`asset:${of.settlementWallet}`), await balanceOf(`fees:${of.settlementWallet}`), await balanceOf(`gst:${of.settlementWallet}`)]
}
/** What a use case adds to them. */
async function change(work: () => Promise<unknown>, of?: { settlementWallet: string }) {
  const before = await earned(of)
  await work()
  return (await earned(of)).map((value, place) => value - before[place]!)
}
const call = (id: string, action: string, body?: object) => api.post(`/api/payment-requests/${id}/${action}`, body!, shop.till)

test('fee and GST are taken in the posting of the payment and kept with it [BIZ-34, BIZ-37]', async () => {
  const payer = await createPayer(api, database)
  const request = await shop.createRequest(4000)
  expect(await change(() => payer.pay(request.id))).toEqual([3965, 30, 5])
  expect(await payer.balance()).toBe(6000)
  const { rows } = await sql<{ fee: bigint; gst: bigint; postings: number }>`
    select p.fee, p.gst, (select count(*)::int from ledger.posting l where l.subject = 'payment-request:' || p.payment_request_id) as postings
      from payment p where p.payment_request_id = ${request.id}`.execute(database.owner.db)
  expect(rows).toEqual([{ fee: 30n, gst: 5n, postings: 1 }])
})

test('the merchant’s statement names fees and what refunds give back of them [BIZ-37]', async () => {
  const payer = await createPayer(api, database)
  const request = await issuer.createRequest(4000)
  await payer.pay(request.id)
  await api.post(`/api/payment-requests/${request.id}/refund`, { value: nzd(1000), externalRef: 'a' }, issuer.till)
  const { items } = (await api.get(`/api/wallets/${issuer.settlementWallet}/transactions`, issuer.owner.headers)).body
  expect(items.map((item: Record<string, string>) => [item.value, item.activityType, Number(item.value) < 0 ? item.destParty : item.srcParty])).toEqual([
    ['-1000', undefined, 'Nikau customer'],
    ['1', 'fee', 'Nikau fee'],
    ['8', 'fee', 'Nikau fee'],
    ['-5', 'fee', 'Nikau fee'],
    ['-30', 'fee', 'Nikau fee'],
    ['4000', undefined, 'Nikau customer'],
  ])
})

test('instalments are charged when the request is complete, each with its own fee; what goes back was never charged [BIZ-34]', async () => {
  const payer = await createPayer(api, database)
  const instalment = (amount: number) => ({ mode: 'multi-asset-payment', amount: String(amount) })
  const request = await shop.createRequest(4000)
  expect(await change(() => payer.pay(request.id, instalment(1000)))).toEqual([0, 0, 0])
  expect(await change(() => payer.pay(request.id, instalment(3000)))).toEqual([4000 - 31 - 4, 31, 4])
  const fees = await sql<{ fee: bigint }>`select fee from payment where payment_request_id = ${request.id} order by number`.execute(database.db)
  expect(fees.rows.map(({ fee }) => fee)).toEqual([8n, 23n])
  const cancelled = await shop.createRequest(4000)
  await payer.pay(cancelled.id, instalment(1000))
  expect(await change(() => call(cancelled.id, 'cancel'))).toEqual([0, 0, 0])
})

test('a refund gives back the fee in proportion, a void all of it [BIZ-36]', async () => {
  const payer = await createPayer(api, database)
  const [first, second] = [await shop.createRequest(4000), await shop.createRequest(4000)]
  await payer.pay(first.id)
  await payer.pay(second.id)
  expect(await change(() => call(first.id, 'refund', { value: nzd(1000), externalRef: 'a' }))).toEqual([-1000 + 8 + 1, -8, -1])
  expect(await change(() => call(first.id, 'refund', { value: nzd(3000), externalRef: 'b' }))).toEqual([-3000 + 22 + 4, -22, -4])
  expect(await change(() => call(second.id, 'void'))).toEqual([-4000 + 30 + 5, -30, -5])
  expect(await payer.balance()).toBe(10_000)
})

test('a pre-authorisation is charged with each capture, not with the hold [BIZ-35]', async () => {
  const payer = await createPayer(api, database)
  const request = await shop.createRequest(8000, { preAuth: true })
  expect(await change(() => payer.pay(request.id))).toEqual([0, 0, 0])
  const confirm = (key: string, amount: number) => call(request.id, 'confirm', { idempotencyKey: key, invoiceRef: 'inv', value: nzd(amount) })
  expect(await change(() => confirm('a', 4000))).toEqual([3965, 30, 5])
  expect(await change(() => confirm('b', 2000))).toEqual([2000 - 15 - 2, 15, 2])
  const refund = { value: nzd(2000), externalRef: 'r', confirmationIdempotencyKey: 'a' }
  expect(await change(() => call(request.id, 'refund', refund))).toEqual([-2000 + 15 + 2, -15, -2])
})

test('a token of another issuer is charged; one of the merchant’s own and what the till takes itself is not, and brings nothing [BIZ-33, BIZ-81]', async () => {
  const payer = await createPayer(api, database)
  const spend = async (issuerAccountId: string) => {
    const tokens = await createTokens(database, clock, { merchantId: shop.merchantId, accountId: issuerAccountId })
    const token = await tokens.issue(payer.accountId)
    const request = await shop.createRequest(550, { lineItems: [lines[0]] })
    return await change(() => payer.pay(request.id, { assetType: 'nikau.token.test', assetId: token }))
  }
  expect(await spend(issuer.accountId)).toEqual([550 - 4 - 1, 4, 1])
  expect(await spend(shop.accountId)).toEqual([0, 0, 0])
  const cash = await shop.createRequest(700)
  expect(await change(() => call(cash.id, 'pay', { assetType: 'external.test', transactionId: 'drawer-1' }))).toEqual([0, 0, 0])
})

test('a merchant below zero is still paid: the fee does not refuse the customer [BIZ-34]', async () => {
  const payer = await createPayer(api, database)
  const { ledger } = assetDeps(database, clock)
  const debt = { op: 'overdraw' as const, from: `asset:${poor.settlementWallet}`, to: 'test-money', amount: 5000n }
  await database.db.transaction().execute(async (tx) => {
    const [outcome] = await ledger.postInTransaction(tx, [{ reference: 'debt', kind: 'test', subject: '', operations: [debt] }])
    await recordMovements(tx, [
      { posting: (outcome as { posting: bigint }).posting, movement: { paymentRequestId: 'debt', srcWalletId: poor.settlementWallet, destParty: 'Bank' } },
    ])
  })
  const request = await poor.createRequest(1000)
  let answer: { status: number } | undefined
  expect(await change(async () => (answer = await payer.pay(request.id)), poor)).toEqual([1000 - 8 - 1, 8, 1])
  expect(answer?.status).toBe(200)
})
