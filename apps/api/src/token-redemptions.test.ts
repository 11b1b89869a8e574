import { assertLedgerInvariants, balance } from '@nikau/ledger'
import { calendarDate, instantAt } from '@nikau/nz/nz-time'
import { systemClock } from '@nikau/runtime'
import { fakeClock, silent, testDatabase } from '@nikau/testing'
import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { createPayer, createShop, runningApi } from './fixtures.ts'
import { createWorker, keyOf, newNumber, signUp } from './modules/asset-transfers/fixtures.ts'
import { allowRedemption, assetJobs } from './modules/assets/index.ts'
import { collectionCalls, createIssueJob, createOrgMember } from './modules/collections/fixtures.ts'

const database = await testDatabase()
const { db } = database
// A Thursday.
const clock = fakeClock(instantAt('2026-12-03', 12).toISOString())
const api = await runningApi(database, { clock, wallClock: systemClock })
const shop = await createShop(api, database, { test: false })
const manager = await createOrgMember(database, shop.accountId, 'manager')
const calls = collectionCalls(api, manager.headers, shop.accountId, 'main')
const { run } = createIssueJob(database, clock)
const worker = createWorker(database, clock)
afterEach(() => assertLedgerInvariants(db))

const here = { merchantId: shop.merchantId }
const flatWhite = { name: 'Flat white', qty: '1', price: '550', sku: 'flat-white' }
const product = { kind: 'product', name: 'Tenth coffee', worth: '550', picture: 'cup' }
const condition = { ...here, items: [{ sku: 'flat-white', name: 'Flat white', maxValue: '550' }] }
const made = (await calls.create({ ...product, redemptionConditions: [condition] })).body.id as string

async function giveOut(id: string, recipients: string[]) {
  const { body } = await calls.issue(id, recipients)
  await run(body.id)
  return body.id as string
}

type Holder = { accountId: string; headers: Record<string, string> }

async function tokensOf({ accountId, headers }: Holder, collectionId = made) {
  const { items } = (await api.get(`/api/accounts/${accountId}/assets`, headers)).body
  return items.filter((item: { collectionId?: string; status: string }) => item.collectionId === collectionId && item.status === 'active')
}

/** Pays a flat white with a token. */
async function redeem(holder: Holder, at: { createRequest: typeof shop.createRequest } = shop, collectionId = made) {
  const [token] = await tokensOf(holder, collectionId)
  const request = await at.createRequest(550, { lineItems: [flatWhite] })
  const paid = await api.post(`/api/payment-requests/${request.id}/pay`, { assetType: 'nikau.token.main', assetId: token.id }, holder.headers)
  expect(paid.status).toBe(200)
  return { request, token }
}

/** What the ledger says is out, less what stays on accounts that have closed. */
async function outInLedger(collectionId: string): Promise<number> {
  const { rows } = await sql<{ out: number }>`
    select coalesce(sum(l.balance), 0)::int as out from ledger.account l
     where l.unit = ${`token:${collectionId}`} and l.kind in ('token', 'escrow') and (l.closes_at is null or l.closes_at > ${clock.now()})
       and not exists (select from asset_transfer t where l.id = 'escrow:' || t.id and t.expires_at <= ${clock.now()})`.execute(db)
  return rows[0]!.out
}

async function expectToAddUp(collectionId = made) {
  const summary = await calls.summary(collectionId)
  const { issued, redeemed, ended, givenBack, stillOut, weeks } = summary
  expect(issued - redeemed - ended + givenBack).toBe(stillOut)
  expect(stillOut).toBe(await outInLedger(collectionId))
  for (const key of ['issued', 'redeemed', 'ended', 'givenBack'] as const)
    expect(weeks.reduce((sum: number, week: Record<string, number>) => sum + week[key]!, 0)).toBe(summary[key])
  expect((await calls.read(collectionId)).counts).toEqual({ issued, redeemed, ended, givenBack, stillOut })
  return summary
}

const aroha = await createPayer(api, database, 0)

test('who has a wallet has it at once, others claim it; it is redeemed at the shop, which brings no money [BIZ-77, BIZ-78, BIZ-80, BIZ-81]', async () => {
  const number = newNumber()
  await giveOut(made, [aroha.phone, number])
  const expiresAt = new Date(instantAt('2027-04-01').getTime() - 1000).toISOString()
  expect(await tokensOf(aroha)).toMatchObject([{ description: 'Tenth coffee', issuer: 'Kauri Cafe Ltd', expiresAt }])
  expect(await expectToAddUp()).toMatchObject({ issued: 2, stillOut: 2, waiting: 1 })
  const jack = await signUp(api, database, number)
  await jack.resolve()
  expect(await jack.assets()).toMatchObject([{ category: 'token', status: 'active' }])
  expect(await expectToAddUp()).toMatchObject({ issued: 2, stillOut: 2, waiting: 0 })
  // The manager is not told of everyone who claims.
  expect((await sql`select from message where purpose = 'transfer-claimed'`.execute(db)).rows).toEqual([])

  const { request, token } = await redeem(aroha)
  // The receipt of the customer says until when it was good.
  const { body: receipt } = await api.get(`/api/payment-requests/${request.id}`, aroha.headers)
  expect(receipt.paidBy.assetTotals).toMatchObject([{ type: 'nikau.token.main', description: 'Tenth coffee', expiresAt }])
  expect(await expectToAddUp()).toMatchObject({ issued: 2, redeemed: 1, stillOut: 1, worthOut: '550' })
  expect(await calls.redemptions(made)).toEqual([
    {
      at: clock.now().toISOString(),
      token: token.id.slice(-4),
      amount: '550',
      merchantId: shop.merchantId,
      merchantName: 'Kauri Cafe',
      paymentRequestId: request.id,
      shortCode: expect.any(String),
      owed: false,
      givenBack: false,
    },
  ])
  expect((await balance(db, `asset:${shop.settlementWallet}`))!.posted).toBe(0n)
})

test('a refund gives the token back, to be used again [BIZ-80]', async () => {
  clock.set(instantAt('2026-12-08', 12).toISOString())
  const [{ paymentRequestId }] = await calls.redemptions(made)
  const refunded = await api.post(
    `/api/payment-requests/${paymentRequestId}/refund`,
    { value: { amount: '550', currency: 'NZD' }, externalRef: 'r1' },
    shop.till,
  )
  expect(refunded.status).toBe(200)
  expect(await expectToAddUp()).toMatchObject({ issued: 2, redeemed: 1, givenBack: 1, stillOut: 2 })
  await redeem(aroha)
  const summary = await expectToAddUp()
  expect(summary).toMatchObject({ issued: 2, redeemed: 2, givenBack: 1, stillOut: 1 })
  expect(summary.weeks).toEqual([
    { from: '2026-11-30', issued: 2, redeemed: 1, givenBack: 0, ended: 0 },
    { from: '2026-12-07', issued: 0, redeemed: 1, givenBack: 1, ended: 0 },
  ])
  expect((await calls.redemptions(made)).map(({ givenBack }: { givenBack: boolean }) => givenBack)).toEqual([false, true])
})

test('what another merchant redeems is paid to it and owed by the issuer, which both see [BIZ-81]', async () => {
  const other = await createShop(api, database, { test: false })
  await allowRedemption(db, { collectionId: made, merchantId: other.merchantId, allowedProducts: condition.items })
  await giveOut(made, [aroha.phone])
  const { request } = await redeem(aroha, other)
  expect(await calls.redemptions(made)).toMatchObject([{ paymentRequestId: request.id, owed: true, amount: '550' }, { owed: false }, { owed: false }])
  expect((await balance(db, `asset:${other.settlementWallet}`))!.posted).toBe(550n)
  const { body } = await api.get(`/api/merchants/${other.merchantId}/payments/${request.id}`, other.owner.headers)
  expect(body.legs).toMatchObject([{ method: 'token', amount: '550' }])
  await expectToAddUp()
})

test('closing stops giving out at once, also what was accepted, and takes nothing from holders [BIZ-82]', async () => {
  const { id } = (await calls.create({ ...product, redemptionConditions: [condition] })).body
  await giveOut(id, [aroha.phone])
  const accepted = (await calls.issue(id, [newNumber()])).body.id
  await calls.close(id)
  await run(accepted)
  expect(await calls.issue(id, [newNumber()])).toMatchObject({ status: 403, body: { message: 'COLLECTION_ENDED' } })
  expect(await calls.issues(id)).toMatchObject([{ given: 0, refused: 1, recipients: [{ state: 'refused', reason: 'closed' }] }, { given: 1 }])
  expect(await expectToAddUp(id)).toMatchObject({ issued: 1, stillOut: 1, onTheirWay: 0 })
  await redeem(aroha, shop, id)
  expect(await expectToAddUp(id)).toMatchObject({ redeemed: 1, stillOut: 0 })
})

test('what is declined or past its day has ended, whether it was held or waited [BIZ-80]', async () => {
  const { id } = (await calls.create({ ...product, redemptionConditions: [condition], lastDay: '2026-12-20' })).body
  const [first, second] = [newNumber(), newNumber()]
  await giveOut(id, [aroha.phone, first, second])
  const { rows } = await sql<{
    id: string
  }>`select t.id from asset_transfer t join message m on m.key = 'asset-transfer:' || t.id where m.recipient = ${first}`.execute(db)
  expect((await api.post(`/api/asset-transfers/${rows[0]!.id}/decline`, {}, await keyOf(database, rows[0]!.id))).status).toBe(200)
  expect(await expectToAddUp(id)).toMatchObject({ issued: 3, ended: 1, stillOut: 2, waiting: 1, endingSoon: 2 })
  const tasks = async () => (await api.get(`/api/accounts/${shop.accountId}/tasks?liveness=main`, manager.headers)).body
  const endsAt = new Date(instantAt('2026-12-21').getTime() - 1000).toISOString()
  expect(await tasks()).toContainEqual({ kind: 'tokens-ending', collectionId: id, name: 'Tenth coffee', count: 2, endsAt })
  clock.set(instantAt('2026-12-21', 0, 1).toISOString())
  expect(await expectToAddUp(id)).toMatchObject({ issued: 3, ended: 3, stillOut: 0, waiting: 0 })
  await worker.returnExpired()
  expect(await expectToAddUp(id)).toMatchObject({ issued: 3, ended: 3, stillOut: 0 })
  expect(await calls.read(id)).toMatchObject({ status: 'ended' })
  expect(await tasks()).toEqual([])
  expect(
    (await api.get(`/api/accounts/${shop.accountId}/assets`, shop.owner.headers)).body.items.filter((item: { category: string }) => item.category === 'token'),
  ).toEqual([])
})

test('a first day holds tokens back until it begins [BIZ-76]', async () => {
  const { id } = (await calls.create({ ...product, redemptionConditions: [condition], firstDay: '2027-01-10' })).body
  await giveOut(id, [aroha.phone])
  const [token] = await tokensOf(aroha, id)
  expect(token).toMatchObject({ activeFrom: instantAt('2027-01-10').toISOString() })
  const request = await shop.createRequest(550, { lineItems: [flatWhite] })
  const pay = () => api.post(`/api/payment-requests/${request.id}/pay`, { assetType: 'nikau.token.main', assetId: token.id }, aroha.headers)
  expect(await pay()).toMatchObject({ status: 403, body: { message: 'INACTIVE_ASSET' } })
})

test('holders of live tokens are reminded 60, 14 and 2 days before the end, once each [BIZ-82]', async () => {
  const live = await createShop(api, database, { test: false })
  const owner = collectionCalls(api, live.owner.headers, live.accountId, 'main')
  const { id } = (await owner.create({ lastDay: '2027-04-30' })).body
  const mia = await createPayer(api, database, 0)
  await run((await owner.issue(id, [mia.phone])).body.id)
  const job = assetJobs({ db: database.openAs('nikau_worker').db, clock, log: silent }).tasks['remind-of-expiry']!
  const reminders: string[] = []
  let before = 0
  for (let day = instantAt('2027-02-20', 12); day < instantAt('2027-05-02'); day = new Date(day.getTime() + 86_400_000)) {
    clock.set(day.toISOString())
    for (const _ of [1, 2]) await job({}, undefined as never)
    const { rows } = await sql`select from message where purpose = 'token-expiry' and recipient = ${mia.phone}`.execute(db)
    if (rows.length > before) reminders.push(calendarDate(day))
    before = rows.length
  }
  // The job runs at noon: on the first day with less than 60, 14 and 2 whole days to the end of 30 April.
  expect(reminders).toEqual(['2027-03-02', '2027-04-17', '2027-04-29'])
  expect(before).toBe(3)
})
