import { randomUUID } from 'node:crypto'
import { assertLedgerInvariants, createLedger } from '@nikau/ledger'
import { randomIds, Secret, systemClock } from '@nikau/runtime'
import { fakeClock, silent, testDatabase } from '@nikau/testing'
import { afterAll, afterEach, expect, test } from 'vitest'
import { createPayer, createShop, noFees, runningApi } from './fixtures.ts'
import { sweepExpired } from './modules/payment-requests/close/expire.ts'
import { pairTill, startTurn } from './modules/tills/fixtures.ts'

// What remains of a part payment at a staff till.
const database = await testDatabase()
const { db } = database
// At noon in Auckland, so that no test runs over midnight.
const clock = fakeClock(`${new Date().toISOString().slice(0, 10)}T00:00:00.000Z`)
const api = await runningApi(database, { clock, wallClock: systemClock, env: { RATE_LIMIT_SCALE: '1000', STEP_UP_SECONDS: '864000' } })
const ledger = createLedger({ url: new Secret(database.url), name: 'test', log: silent, clock })
const sweep = () => sweepExpired({ db, ledger, fees: noFees, clock, ids: randomIds, externalMethods: [] })
afterAll(() => ledger.close())

afterEach(() => assertLedgerInvariants(db))

type Headers = Record<string, string>

/** A shop without cash among its payment options, its till and the person at it. */
async function open() {
  const shop = await createShop(api, database, { types: ['nikau.nzd', 'nikau.token'] })
  const till = await pairTill(api, shop)
  const turn = await startTurn(api, shop, till, shop.owner)
  const at = (path: string) => `/api/payment-requests/${path}`
  return {
    shop,
    till,
    turn,
    charge: async (amount: number, more: object = {}) => {
      const body = { configId: shop.configId, value: { amount: String(amount), currency: 'NZD' }, partialAllowed: true, basketAmount: String(amount) }
      return (await api.post('/api/payment-requests', { ...body, idempotencyKey: randomUUID(), ...more }, turn)).body
    },
    read: async (id: string) => (await api.get(at(id), till.headers)).body,
    take: (id: string, tender: string, amount: number, key: string = randomUUID(), headers: Headers = turn) => {
      const body = { assetType: 'external.test', transactionId: key, tender, mode: 'multi-asset-payment', amount: String(amount), idempotencyKey: key }
      return api.post(at(`${id}/pay`), body, headers)
    },
    offer: (id: string, body: object = {}, headers: Headers = turn) => api.post(at(`${id}/rest`), body, headers),
    end: (id: string, how: 'cancel' | 'void') => api.post(at(`${id}/${how}`), how === 'void' ? {} : undefined!, turn),
    settled: async () => Number((await api.get(`/api/assets/${shop.settlementWallet}`, shop.owner.headers)).body.balance),
    payment: async (id: string) => (await api.get(`/api/merchants/${shop.merchantId}/payments/${id}`, shop.owner.headers)).body,
    totals: async () => (await api.get(`/api/merchants/${shop.merchantId}/payments/totals`, shop.owner.headers)).body,
    exported: async () => {
      const file = await api.app.inject({ url: `/api/merchants/${shop.merchantId}/payments/export`, headers: shop.owner.headers })
      const [names, ...rows] = file.body
        .replace('\uFEFF', '')
        .trim()
        .split('\r\n')
        .map((line) => line.split(',').map((cell) => cell.replaceAll('"', '')))
      return rows.map((cells) => Object.fromEntries(names!.map((name, place) => [name, cells[place]!])))
    },
  }
}
type Till = Awaited<ReturnType<typeof open>>
type Payer = Awaited<ReturnType<typeof createPayer>>

const codeOf = async (payer: Payer) => String((await api.post('/api/patron-codes', {}, payer.headers)).body.barcode)

/** A customer's wallet has paid its part of a charge with their code. */
async function partPaid(till: Till, amount = 3860, part = 2500) {
  const first = await createPayer(api, database, part)
  const { id } = await till.charge(amount, { barcode: await codeOf(first) })
  expect((await first.pay(id, { mode: 'partial-payment', amount: String(part) })).status).toBe(200)
  return { id: String(id), first }
}

const cents = (text = '0') => Math.round(Number(text) * 100)
/** What the till, the payment's page and the export say of a sale. */
async function expectSums(till: Till, id: string, whole: number) {
  const request = await till.read(id)
  const legs = (request.paidBy?.assetTotals ?? []) as { total: { amount: string } }[]
  const paid = legs.reduce((sum, { total }) => sum + Number(total.amount), 0)
  expect(paid + Number(request.remainingAmount) + Number(request.rounding ?? 0)).toBe(whole)
  const payment = await till.payment(id)
  const onPage = (payment.legs as { amount: string }[]).reduce((sum, { amount }) => sum + Number(amount), 0)
  expect(onPage + Number(payment.remaining) + Number(payment.rounding ?? 0)).toBe(whole)
  const rows = (await till.exported()).filter((row) => row['Payment request'] === id && row.Type === 'Payment')
  const sum = (name: string) => rows.reduce((total, row) => total + cents(row[name] === '' ? '0' : row[name]), 0)
  expect([sum('Amount') + sum('Still to take') + sum('Rounding'), sum('Whole sale')]).toEqual([whole, whole])
  const taken = (await till.exported()).reduce((total, row) => total + cents(row.Amount), 0)
  const totals = await till.totals()
  expect(Number(totals.taken) - Number(totals.givenBack)).toBe(taken)
}

test('the rest of a part payment is kept for a day, and what the customer paid waits with it [TILL-13, TILL-14]', async () => {
  const till = await open()
  const { id, first } = await partPaid(till)
  const request = await till.read(id)
  expect(request).toMatchObject({ status: 'new', remainingAmount: '1360' })
  expect(Date.parse(request.restUntil) - Date.parse(request.createdAt)).toBe(86_400_000)
  expect([await till.settled(), await first.balance()]).toEqual([0, 0])
  await expectSums(till, id, 3860)
  const tasks = async () => (await api.get(`/api/accounts/${till.shop.accountId}/tasks?liveness=test`, till.shop.owner.headers)).body
  expect(JSON.stringify(await tasks())).toContain('"kind":"part-payment"')
  // A till that lost its connection asks again; that gives nothing back.
  clock.advance(600_000)
  await sweep()
  expect((await till.read(id)).status).toBe('new')
  expect((await till.end(id, 'cancel')).status).toBe(200)
  expect([(await till.read(id)).status, await first.balance(), await till.settled()]).toEqual(['cancelled', 2500, 0])
  expect(JSON.stringify(await tasks())).not.toContain('part-payment')
})

test('a charge that is given up leaves a part payment as it is [TILL-14, TILL-18]', async () => {
  const till = await open()
  const key = randomUUID()
  const { id } = await till.charge(1000, { idempotencyKey: key })
  const first = await createPayer(api, database, 400)
  await first.pay(id, { mode: 'partial-payment', amount: '400' })
  const { body } = await api.post(`/api/tills/${till.till.id}/sales/${key}/abandon`, {}, till.till.headers)
  expect(body.paymentRequest).toMatchObject({ status: 'new', remainingAmount: '600' })
})

test.each([
  [3862, 1360, 2],
  [3865, 1360, 5],
  [3866, 1370, -4],
  [3870, 1370, 0],
])(
  'of a sale of %i cents the rest is taken as %i in cash, the rounding is a line, and sums agree everywhere [TILL-13, TILL-15, BIZ-19]',
  async (whole, taken, rounding) => {
    const till = await open()
    const { id } = await partPaid(till, whole)
    const { status, body } = await till.take(id, 'cash', whole - 2500)
    expect(status).toBe(200)
    expect(body).toMatchObject({ value: { amount: String(taken) }, tender: 'cash', ...(rounding !== 0 && { rounding: String(rounding) }) })
    const request = await till.read(id)
    expect(request).toMatchObject({ status: 'paid', remainingAmount: '0' })
    expect(request.rounding).toBe(rounding === 0 ? undefined : String(rounding))
    expect(request.paidBy.assetTotals).toMatchObject([{ total: { amount: '2500' } }, { tender: 'cash', description: 'Cash', total: { amount: String(taken) } }])
    expect((await till.exported()).map((row) => row.Method)).toEqual(['Wallet', 'Cash'])
    expect((await till.payment(id)).legs[1]).toMatchObject({ method: 'external', tender: 'cash', amount: String(taken) })
    await expectSums(till, id, whole)
    // Cash brings us no money and costs no fee.
    expect((await till.totals()).takenAtTill).toBe(String(taken))
    const { toBank, fees, gstOnFees } = (await till.payment(id)).whatYouGet
    expect([Number(toBank) + Number(fees) + Number(gstOnFees), await till.settled()]).toEqual([2500, Number(toBank)])
    // Everything goes back, and the payment says so.
    expect((await till.end(id, 'void')).status).toBe(200)
    expect((await till.read(id)).refundedAmount).toBe(String(2500 + taken))
    const { status: shown } = await till.payment(id)
    expect(shown).toBe('cancelled')
  },
)

test('a refund of everything that was really taken is a full one [TILL-15]', async () => {
  const till = await open()
  const { id } = await partPaid(till, 3862)
  await till.take(id, 'cash', 1362)
  const body = { value: { amount: '3860', currency: 'NZD' }, externalRef: 'r1' }
  expect((await api.post(`/api/payment-requests/${id}/refund`, body, till.shop.owner.headers)).status).toBe(200)
  expect((await till.payment(id)).status).toBe('refunded')
  await expectSums(till, id, 3862)
})

test('EFTPOS and cash for a part are not rounded, and cash for 5 cents is refused [TILL-13]', async () => {
  const till = await open()
  const eftpos = await partPaid(till, 3862)
  expect((await till.take(eftpos.id, 'eftpos', 1362)).body).toMatchObject({ value: { amount: '1362' }, tender: 'eftpos' })
  expect((await till.exported()).map((row) => row.Method)).toEqual(['Wallet', 'EFTPOS'])
  const part = await partPaid(till, 3862)
  expect((await till.take(part.id, 'cash', 1001)).body.value.amount).toBe('1001')
  await expectSums(till, part.id, 3862)
  const small = await partPaid(till, 2505)
  expect((await till.take(small.id, 'cash', 5)).body.message).toBe('INVALID_AMOUNT')
})

test('cash that is recorded again, at once or later, is recorded once, and never more than is due [TILL-13]', async () => {
  const till = await open()
  const { id } = await partPaid(till)
  const key = randomUUID()
  const answers = await Promise.all(Array.from({ length: 6 }, () => till.take(id, 'cash', 1360, key)))
  expect(new Set(answers.map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1)
  clock.advance(120_000)
  expect((await till.take(id, 'cash', 1360, key)).body.id).toBe(answers[0]!.body.id)
  expect((await till.payment(id)).legs).toHaveLength(2)
  expect((await till.take(id, 'cash', 1360)).body.message).toBe('REQUEST_PAID')
  // Somebody has paid of the rest since the till counted the cash.
  const other = await partPaid(till)
  await other.first.pay(other.id, { mode: 'partial-payment', amount: '1' })
  await (await createPayer(api, database)).pay(other.id)
  const shared = await partPaid(till)
  await till.take(shared.id, 'eftpos', 360)
  expect((await till.take(shared.id, 'cash', 1360)).body.message).toBe('INVALID_AMOUNT')
})

test('only the till’s own shop records what it took, and never more of a customer’s side than a key [TILL-13]', async () => {
  const [till, stranger] = [await open(), await open()]
  const { id, first } = await partPaid(till)
  expect((await till.take(id, 'cash', 1360, randomUUID(), stranger.turn)).status).toBe(403)
  expect((await till.take(id, 'cash', 1360, randomUUID(), till.till.headers)).body.message).toBe('TILL_SIGN_ON_REQUIRED')
  expect((await till.take(id, 'cash', 1360, randomUUID(), first.headers)).status).toBe(403)
  expect((await till.offer(id, {}, stranger.turn)).body.message).toBe('FORBIDDEN')
  expect((await till.offer(id, {}, till.till.headers)).body.message).toBe('TILL_SIGN_ON_REQUIRED')
  // What the customer paid is for the till to give back.
  expect((await api.post(`/api/payment-requests/${id}/cancel`, undefined!, first.headers)).body.message).toBe('REQUEST_PAID')
})

test('another customer’s code takes over the same request: they see it on their phone and pay the rest [TILL-13]', async () => {
  const till = await open()
  const { id, first } = await partPaid(till)
  const second = await createPayer(api, database, 5000)
  const waiting = async (payer: Payer) => (await api.get('/api/me/patron-code-payment-request', payer.headers)).body.id
  expect(await waiting(first)).toBeUndefined()
  expect((await till.offer(id, { barcode: '9990001234567890' })).body.message).toMatch(/PATRON_CODE_INVALID|CHECKSUM_FAILED/)
  const code = await codeOf(second)
  expect((await till.offer(id, { barcode: code })).body).toMatchObject({ id, remainingAmount: '1360', status: 'new' })
  // The answer was lost: the same code again.
  expect((await till.offer(id, { barcode: code })).status).toBe(200)
  expect([await waiting(first), await waiting(second)]).toEqual([undefined, id])
  expect((await first.pay(id, { mode: 'multi-asset-payment', amount: '1' })).body.message).toBe('FORBIDDEN')
  expect((await second.pay(id)).status).toBe(200)
  expect([await second.balance(), (await till.read(id)).status]).toEqual([5000 - 1360, 'paid'])
  await expectSums(till, id, 3860)
  const other = await partPaid(till)
  expect((await till.offer(other.id, { barcode: code })).body.message).toBe('PATRON_CODE_INVALID')
  expect((await till.offer(id, { barcode: await codeOf(second) })).body.message).toBe('REQUEST_PAID')
  expect((await till.offer((await till.charge(1000)).id)).body.message).toBe('NOT_PART_PAID')
})

test('a code with no signal pays the rest at once, or is refused [TILL-13]', async () => {
  const till = await open()
  const offline = async (money: number) => {
    const payer = await createPayer(api, database, money)
    await api.put(`/api/accounts/${payer.accountId}/till-settings`, { noSignal: true }, payer.headers)
    const { codes } = (await api.post('/api/patron-codes/offline', {}, payer.headers)).body
    return { ...payer, barcode: String(codes[0].barcode) }
  }
  const { id } = await partPaid(till)
  const poor = await offline(100)
  expect((await till.offer(id, { barcode: poor.barcode })).body.message).toBe('INSUFFICIENT_ASSET_VALUE')
  const rich = await offline(5000)
  expect((await till.offer(id, { barcode: rich.barcode })).body).toMatchObject({ status: 'paid', remainingAmount: '0' })
  expect((await till.offer(id, { barcode: rich.barcode })).body.status).toBe('paid')
  expect(await rich.balance()).toBe(5000 - 1360)
  const { toBank, fees, gstOnFees } = (await till.payment(id)).whatYouGet
  expect([Number(toBank) + Number(fees) + Number(gstOnFees), await till.settled()]).toEqual([3860, Number(toBank)])
})

test('after a link is sent, anyone who has it pays the rest [TILL-13]', async () => {
  const till = await open()
  const { id } = await partPaid(till)
  const guest = await createPayer(api, database, 5000)
  expect((await guest.pay(id)).body.message).toBe('FORBIDDEN')
  expect((await till.offer(id)).status).toBe(200)
  expect((await api.get(`/api/payment-requests/${id}/summary`)).body).toMatchObject({ status: 'new', remainingAmount: '1360' })
  clock.advance(3_600_000)
  expect((await guest.pay(id)).status).toBe(200)
  expect((await till.read(id)).status).toBe('paid')
})

test('the first customer, another code, cash and giving back at the same moment: one wins, and nobody pays twice [TILL-13, TILL-14]', async () => {
  for (let round = 0; round < 6; round++) {
    // oxlint-disable no-await-in-loop -- one race after the other
    const till = await open()
    const { id, first } = await partPaid(till)
    const second = await createPayer(api, database, 5000)
    await api.post(`/api/wallets/${first.walletId}/topup`, { idempotencyKey: randomUUID(), amount: '5000' }, first.headers)
    const [code, mine] = [await codeOf(second), await first.balance()]
    if (round % 2 === 1) await till.offer(id, { barcode: code })
    const answers = await Promise.all([
      round % 2 === 1 ? second.pay(id) : first.pay(id),
      till.take(id, 'cash', 1360),
      till.end(id, 'cancel'),
      ...(round % 2 === 0 ? [till.offer(id, { barcode: code })] : []),
    ])
    const [byWallet, byCash, back] = answers.map(({ status }) => status === 200)
    expect([byWallet, byCash, back].filter(Boolean)).toHaveLength(1)
    const spent = mine - (await first.balance()) + (5000 - (await second.balance()))
    expect(spent).toBe(back ? -2500 : byWallet ? 1360 : 0)
    expect((await till.read(id)).status).toBe(back ? 'cancelled' : 'paid')
    if (!back) await expectSums(till, id, 3860)
    // oxlint-enable no-await-in-loop
  }
})

test('a till that looks at a part payment after its day, before the sweep, sees what the shop keeps and never that nothing was taken [TILL-13, TILL-14, TILL-16]', async () => {
  const till = await open()
  const key = randomUUID()
  const sale = `/api/tills/${till.till.id}/sales/${key}`
  const part = async (more: object = {}) => {
    const { id } = await till.charge(3862, more)
    await (await createPayer(api, database, 2500)).pay(id, { mode: 'partial-payment', amount: '2500' })
    return String(id)
  }
  const [read, pressed, found] = [await part(), await part(), await part({ idempotencyKey: key })]
  clock.advance(86_400_000)
  const closed = { status: 'paid', remainingAmount: '1362', paidBy: { assetTotals: [{ total: { amount: '2500' } }] } }
  const answers = await Promise.all([till.read(read), till.read(read)])
  expect(answers).toMatchObject([closed, closed])
  // Cash that is pressed then is refused for what it is, too late, and the next look says what was kept.
  const turn = await startTurn(api, till.shop, till.till, till.shop.owner)
  expect((await till.take(pressed, 'cash', 1362, randomUUID(), turn)).body.message).toBe('REQUEST_EXPIRED')
  expect(await till.read(pressed)).toMatchObject(closed)
  expect((await api.post(`${sale}/abandon`, {}, till.till.headers)).body.paymentRequest).toMatchObject({ id: found, ...closed })
  expect((await api.get(sale, till.till.headers)).body).toMatchObject({ id: found, ...closed })
  expect((await till.payment(read)).status).toBe('part-paid')
  const settled = await till.settled()
  await sweep()
  expect([settled > 0, await till.settled()]).toEqual([true, settled])
})

test('a till that was off for more than a week learns how its charge ended, and one without an answer is given up [TILL-11, TILL-18]', async () => {
  const till = await open()
  const [paidKey, openKey] = [randomUUID(), randomUUID()]
  const sale = (key: string) => `/api/tills/${till.till.id}/sales/${key}`
  const { id } = await till.charge(500, { idempotencyKey: paidKey })
  await (await createPayer(api, database, 500)).pay(id)
  await till.charge(700, { idempotencyKey: openKey })
  clock.advance(8 * 86_400_000)
  await sweep()
  expect((await api.get(`/api/payment-requests/${id}`, till.till.headers)).body.message).toBe('FORBIDDEN')
  expect((await api.get(sale(paidKey), till.till.headers)).body).toMatchObject({ id, status: 'paid' })
  expect((await api.post(`${sale(paidKey)}/abandon`, {}, till.till.headers)).body).toMatchObject({ paymentRequest: { id, status: 'paid' } })
  expect((await api.post(`${sale(openKey)}/abandon`, {}, till.till.headers)).body).toMatchObject({ paymentRequest: { status: 'expired' } })
  const other = await pairTill(api, till.shop, 'Till 2')
  expect((await api.get(sale(paidKey), other.headers)).body.message).toBe('FORBIDDEN')
})

test('when nobody took the rest in a day, the part is the shop’s, and nothing more can be paid [TILL-13, TILL-14]', async () => {
  const till = await open()
  const { id, first } = await partPaid(till)
  await till.offer(id)
  clock.advance(86_400_000)
  const late = await createPayer(api, database, 5000)
  expect((await late.pay(id)).body.message).toBe('REQUEST_EXPIRED')
  const turn = await startTurn(api, till.shop, till.till, till.shop.owner)
  expect((await till.take(id, 'cash', 1360, randomUUID(), turn)).body.message).toBe('REQUEST_EXPIRED')
  await sweep()
  expect(await till.read(id)).toMatchObject({ status: 'paid', remainingAmount: '1360' })
  expect((await late.pay(id)).body.message).toBe('REQUEST_PAID')
  const payment = await till.payment(id)
  expect(payment.status).toBe('part-paid')
  expect([await till.settled(), await first.balance()]).toEqual([Number(payment.whatYouGet.toBank), 0])
})
