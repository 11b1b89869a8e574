import { paymentStatus, paymentStatuses } from '@nikau/contract/payment-status'
import { cancellationReasons, requestStatuses, statusAt as requestStatusAt } from '@nikau/contract/payment-request-states'
import { fakeClock, testDatabase } from '@nikau/testing'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createPayer, createShop, createTokens, createWebhook, dispatchEvents, runningApi } from '../../fixtures.ts'
import { statusAt } from './store-status.ts'

const database = await testDatabase()
// A Saturday afternoon in Auckland.
const clock = fakeClock('2026-11-14T03:12:00Z')
const api = await runningApi(database, { clock, wallClock: { now: () => new Date() }, env: { FEES: '{}', RATE_LIMIT_SCALE: '1000' } })

interface Listed {
  id: string
  status: string
  shortCode: string
}

/** A shop with its tokens, a payer, and its calls. */
async function startShop() {
  const shop = await createShop(api, database)
  const payer = await createPayer(api, database, 100_000)
  const tokens = await createTokens(database, clock, shop)
  const base = `/api/merchants/${shop.merchantId}`
  const get = async (path: string) => (await api.get(`${base}${path}`, shop.owner.headers)).body
  return {
    shop,
    payer,
    tokens,
    get,
    list: async (query = ''): Promise<Listed[]> => (await get(`/payments${query}`)).items,
    found: async (search: string) => ((await get(`/payments?search=${encodeURIComponent(search)}`)).items as Listed[]).map(({ id }) => id),
    call: (id: string, action: string, body: object = {}) => api.post(`/api/payment-requests/${id}/${action}`, body, shop.till),
    exported: async (query = '') => {
      const response = await api.app.inject({ url: `${base}/payments/export${query}`, headers: shop.owner.headers })
      expect(response.statusCode).toBe(200)
      const [names, ...rows] = response.body.replace('\uFEFF', '').trim().split('\r\n').map(toCells)
      return rows.map((row) => Object.fromEntries(row.map((value, place) => [names![place], value])) as Record<string, string>)
    },
  }
}

/** A line of CSV. */
const toCells = (line: string) => [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, plain]) => quoted ?? plain ?? '')

const nzd = (amount: number) => ({ amount: String(amount), currency: 'NZD' })
const pie = { name: 'Venison pie', qty: '1', price: '1050' }
const coffee = { name: 'Flat white', sku: 'flat-white', qty: '1', price: '550' }

/** $16.00: a token of the shop's own for the coffee, the rest from a wallet, with a note. */
async function payWithToken({ shop, payer, tokens }: Awaited<ReturnType<typeof startShop>>, more: object = {}) {
  const token = await tokens.issue(payer.accountId)
  const request = await shop.createRequest(1600, { lineItems: [coffee, pie], expirySeconds: 3600, ...more })
  const byToken = { assetType: 'nikau.token.test', assetId: token, mode: 'multi-asset-payment', amount: '550', lineItems: [coffee] }
  expect((await api.post(`/api/payment-requests/${request.id}/pay`, byToken, payer.headers)).status).toBe(200)
  const rest = await payer.pay(request.id, { mode: 'multi-asset-payment', amount: '1050', note: 'No sauce on the pie please, and it’s for Mia.' })
  expect(rest.status).toBe(200)
  return request.id as string
}

test('the status is the same in the contract and in SQL, for every state of a request', async () => {
  const now = clock.now()
  const [past, future] = [new Date(now.getTime() - 1000), new Date(now.getTime() + 1000)]
  const states = requestStatuses.flatMap((status) =>
    [null, ...cancellationReasons].flatMap((cancellationReason) =>
      [past, future].flatMap((expiresAt) =>
        [null, 'payment'].flatMap((reservedFor) =>
          [
            [null, 100n, 100n, 0n, 0n],
            [null, 100n, 60n, 0n, 0n],
            [null, 100n, 0n, 0n, 0n],
            [null, 100n, 60n, 0n, 40n],
            [null, 100n, 0n, 0n, 30n],
            [null, 100n, 0n, 0n, 100n],
            ['pending', 100n, 100n, 0n, 0n],
            ['authorized', 100n, 0n, 0n, 0n],
            ['authorized', 100n, 0n, 40n, 0n],
            ['authorized', 100n, 0n, 40n, 10n],
            ['released', 100n, 0n, 0n, 0n],
            ['released', 100n, 0n, 40n, 0n],
            ['released', 100n, 0n, 40n, 40n],
          ].map(([preAuthStatus, amount, remaining, captured, refunded]) => ({
            status,
            cancellationReason,
            expiresAt,
            reservedFor,
            preAuthStatus: preAuthStatus as string | null,
            amount: amount as bigint,
            remaining: remaining as bigint,
            captured: captured as bigint,
            refunded: refunded as bigint,
          })),
        ),
      ),
    ),
  )
  const column = (name: keyof (typeof states)[number]) => states.map((state) => state[name])
  const { rows } = await sql<{ status: string }>`
    select ${statusAt(now)} as status
      from unnest(${column('status')}::text[], ${column('cancellationReason')}::text[], ${column('expiresAt')}::timestamptz[], ${column('reservedFor')}::text[],
        ${column('preAuthStatus')}::text[], ${column('amount')}::bigint[], ${column('remaining')}::bigint[], ${column('captured')}::bigint[],
        ${column('refunded')}::bigint[]) with ordinality
        as n (status, cancellation_reason, expires_at, reserved_for, pre_auth_status, amount, remaining, captured, refunded, place),
        lateral (select n.*, 'none' as id, n.pre_auth_status is not null as pre_auth) r order by n.place`.execute(database.db)
  const expected = states.map(({ reservedFor, preAuthStatus, remaining, captured, ...state }) =>
    paymentStatus({
      ...state,
      status: reservedFor === null ? requestStatusAt(state, now) : state.status,
      isReserved: reservedFor !== null,
      received: preAuthStatus === null ? state.amount - remaining : captured,
      amount: preAuthStatus === 'released' ? captured : state.amount,
    }),
  )
  expect(rows.map(({ status }) => status)).toEqual(expected)
  expect(new Set(expected)).toEqual(new Set(paymentStatuses))
})

test('each payment has exactly one status in the list, on its page and in the export, and the list is filtered by it [BIZ-16, BIZ-17]', async () => {
  const counter = await startShop()
  const { shop, payer, call, list, get, exported } = counter
  const create = async (more: Record<string, unknown> = {}) => {
    clock.advance(1)
    return (await shop.createRequest(1000, more)).id as string
  }
  const ids: Record<string, string> = {}
  ids.expired = await create({ expirySeconds: 30 })
  clock.advance(31_000)
  ids.waiting = await create({ expirySeconds: 3600 })
  ids.paid = await create()
  await payer.pay(ids.paid)
  ids['bank-finishing'] = await create({ expirySeconds: 3600 })
  await sql`update payment_request set reserved_for = 'a payment' where id = ${ids['bank-finishing']}`.execute(database.owner.db)
  ids['part-paid'] = await create({ partialAllowed: true, basketAmount: '1000' })
  await payer.pay(ids['part-paid'], { mode: 'partial-payment', amount: '400' })
  for (const [name, amount] of [
    ['part-refunded', 300],
    ['refunded', 1000],
  ] as const) {
    // prettier-ignore
    ids[name] = await create()
    await payer.pay(ids[name])
    expect((await call(ids[name], 'refund', { value: nzd(amount), externalRef: name })).status).toBe(200)
  }
  ids.cancelled = await create()
  await call(ids.cancelled, 'cancel')
  ids.declined = await create({ conditionsEnabled: true })
  await sql`update payment_request set status = 'cancelled', cancellation_reason = 'DECLINED_BY_PATRON' where id = ${ids.declined}`.execute(database.owner.db)

  const listed = await list()
  expect(Object.fromEntries(listed.map(({ id, status }) => [status, id]))).toEqual(ids)
  expect(listed.map(({ id }) => id)).toEqual(Object.values(ids).toReversed())
  for (const [status, id] of Object.entries(ids)) {
    expect((await get(`/payments/${id}`)).status).toBe(status)
    expect((await list(`?status=${status}`)).map((one) => one.id)).toEqual([id])
  }
  expect((await list('?status=refunded&status=part-refunded')).map(({ id }) => id)).toEqual([ids.refunded, ids['part-refunded']])
  expect((await exported()).map((row) => [row.Type, row.Status, row.Amount])).toEqual([
    ['Payment', 'Refunded', '10.00'],
    ['Refund', 'Refunded', '-10.00'],
    ['Payment', 'Part refunded', '10.00'],
    ['Refund', 'Part refunded', '-3.00'],
    ['Payment', 'Part paid', '4.00'],
    ['Payment', 'Paid', '10.00'],
  ])
})

test('a webhook says the status that its activity led to, whatever happens later, and the log lists those of one payment [BIZ-17, BIZ-24]', async () => {
  const { shop, payer, call } = await startShop()
  const endpoint = await createWebhook(api, database, shop)
  const [first, other] = [await shop.createRequest(1000), await shop.createRequest(500)]
  await payer.pay(first.id)
  await payer.pay(other.id)
  await call(first.id, 'refund', { value: nzd(300), externalRef: 'a' })
  await call(first.id, 'refund', { value: nzd(700), externalRef: 'b' })
  await dispatchEvents(database)
  const { webhookPayload } = await import('../payment-requests/index.ts')
  const url = `/api/accounts/${shop.accountId}/webhooks/${endpoint.id}/deliveries?paymentRequestId=${first.id}`
  const { items } = (await api.get(url, shop.owner.headers)).body as { items: { paymentRequestId: string; activityNumber: number; type: string }[] }
  expect(items.map(({ type, paymentRequestId }) => [type, paymentRequestId])).toEqual([
    ['payment-request:refund-completed', first.id],
    ['payment-request:refund-completed', first.id],
    ['payment-request:paid', first.id],
  ])
  const statuses = await Promise.all(items.map(({ activityNumber }) => webhookPayload(database.db, first.id, activityNumber)))
  expect(statuses.map(({ status }) => status)).toEqual(['refunded', 'part-refunded', 'paid'])
})

test('search finds by short code, reference, item without macrons, amount and note, of this merchant only [BIZ-18]', async () => {
  const { shop, payer, found, list } = await startShop()
  const other = await startShop()
  const loaf = { name: 'Kūmara sourdough', qty: '1', price: '1600' }
  const { id, shortCode } = await shop.createRequest(1600, { lineItems: [loaf], externalRef: 'Order INV-1042', expirySeconds: 3600 })
  await payer.pay(id, { note: 'Gluten free, e hoa' })
  await shop.createRequest(1650)
  await other.shop.createRequest(1600, { lineItems: [loaf], externalRef: 'Order INV-1042' })
  const typed = [
    shortCode, shortCode.replaceAll('-', ''), shortCode.replaceAll('-', ' ').toLowerCase(), shortCode.slice(3),
    'order inv-1042', '1042', 'INV', 'kumara', 'KŪMARA', 'kumara sour', 'gluten', 'e hoa', '16', '16.00', '$16', '$16.00',
  ] // prettier-ignore
  for (const text of typed) expect([text, await found(text)]).toEqual([text, [id]])
  for (const text of ['kumara pie', 'kum sourdough', '$16.01', '104', 'NK-0000-0000', '—', "');--"]) expect([text, await found(text)]).toEqual([text, []])
  // A search has all days unless it names some; a list has 7.
  await sql`update payment_request set created_at = created_at - interval '90 days', expires_at = expires_at - interval '90 days' where id = ${id}`.execute(
    database.owner.db,
  )
  expect(await found('kumara')).toEqual([id])
  expect(await list('?search=kumara&from=2026-11-01')).toEqual([])
  expect((await list()).map((one) => one.id)).not.toContain(id)
  expect((await list('?from=2026-08-01&to=2026-08-31')).map((one) => one.id)).toEqual([id])
})

test('the list is filtered by method and place, and its pages join without a gap [BIZ-16]', async () => {
  const { shop, payer, get, list } = await startShop()
  const { id: atTill } = await shop.createRequest(100, { terminalId: 'Till 1', operatorId: 'Sione' })
  await payer.pay(atTill)
  for (let count = 0; count < 51; count++) {
    clock.advance(1000)
    await shop.createRequest(200)
  }
  expect((await list('?method=wallet')).map(({ id }) => id)).toEqual([atTill])
  expect((await list('?where=till')).map(({ id }) => id)).toEqual([atTill])
  expect((await list(`?where=${encodeURIComponent('till:Till 1')}`)).map(({ id }) => id)).toEqual([atTill])
  expect(await list('?where=till:elsewhere')).toEqual([])
  expect(await list('?where=online')).toHaveLength(50)
  const first = await get('/payments')
  const second = await get(`/payments?pageKey=${first.nextPageKey}`)
  expect([first.items.length, second.items.length, second.nextPageKey]).toEqual([50, 2, undefined])
  expect(second.items.at(-1)).toMatchObject({ id: atTill, place: { kind: 'till', terminalId: 'Till 1', operatorId: 'Sione' }, methods: ['wallet'] })
  expect(new Set([...first.items, ...second.items].map(({ id }: Listed) => id)).size).toBe(52)
})

const sumOf = (rows: readonly Record<string, string>[], column: string) => String(rows.reduce((sum, row) => sum + BigInt(row[column]!.replace('.', '')), 0n))

test('the totals are those of the whole filter and equal the exported rows to the cent [BIZ-19, BIZ-20]', async () => {
  const counter = await startShop()
  const { shop, payer, call, get, exported } = counter
  const withToken = await payWithToken(counter, { externalRef: '=1+1', terminalId: 'Till 1', operatorId: 'Sione' })
  await call(withToken, 'refund', { value: nzd(333), externalRef: 'r1' })
  await call(withToken, 'refund', { value: nzd(334), externalRef: 'r2' })
  for (const amount of [1001, 1002, 1003, 1999]) {
    const { id } = await shop.createRequest(amount)
    await payer.pay(id)
    if (amount === 1003) expect((await call(id, 'void')).status).toBe(200)
  }
  const { id: atTill } = await shop.createRequest(700)
  await call(atTill, 'pay', { assetType: 'external.test', transactionId: 'eftpos-1' })
  await shop.createRequest(5000)

  const [totals, rows] = [await get('/payments/totals'), await exported()]
  const [taken, back] = [rows.filter(({ Type }) => Type === 'Payment'), rows.filter(({ Type }) => Type === 'Refund')]
  expect([taken.length, back.length]).toEqual([7, 3])
  expect(totals).toMatchObject({ count: 7, paidCount: 6, taken: sumOf(taken, 'Amount'), givenBack: sumOf(back, 'Amount').replace('-', '') })
  expect(totals).toMatchObject({ fees: sumOf(rows, 'Fee'), gstOnFees: sumOf(rows, 'GST on fee'), gstInSales: sumOf(rows, 'GST in sale') })
  expect(totals.ownTokens).toBe(sumOf(rows.filter(({ Method }) => Method === 'Own token'), 'Amount')) // prettier-ignore
  expect(totals.takenAtTill).toBe('700')
  const { rows: wallets } = await sql<{ balance: bigint }>`select balance from ledger.account where id = ${`asset:${shop.settlementWallet}`}`.execute(
    database.db,
  )
  expect(totals.toBank).toBe(String(wallets[0]!.balance))
  expect(rows.find(({ Method }) => Method === 'Own token')).toMatchObject({
    Reference: "'=1+1",
    Till: 'Till 1',
    Person: 'Sione',
    Items: 'Flat white, Venison pie',
    Amount: '5.50',
    Fee: '0.00',
    'GST in sale': '0.72',
  })
  const filtered = await get('/payments/totals?search=venison')
  expect(filtered).toMatchObject({ count: 1, taken: '1600', givenBack: '667' })
})

test('an export above 50,000 rows is refused [BIZ-20]', async () => {
  const counter = await startShop()
  const { shop } = counter
  const id = await payWithToken(counter)
  // Its first leg again and again, as rows of history.
  for (let first = 10_000; first < 60_000; first += 5000)
    await sql`
      insert into payment (payment_request_id, number, id, merchant_id, test, method, asset_type, description, amount, paid_at, posting)
      select payment_request_id, n, 'copy' || n, merchant_id, test, method, asset_type, description, amount, paid_at, posting
        from payment, generate_series(${first}::int, ${first + 4999}::int) n where payment_request_id = ${id} and method = 'wallet' and number < 10000`.execute(
      database.owner.db,
    )
  const { status, body } = await api.get(`/api/merchants/${shop.merchantId}/payments/export`, shop.owner.headers)
  expect([status, body.message]).toEqual([403, 'EXPORT_TOO_LONG'])
})

test('a payment’s page has its legs, its items with their GST, its note and what goes to the bank, and never names the payer [BIZ-21, BIZ-22, BIZ-23]', async () => {
  const counter = await startShop()
  const { payer, get, call } = counter
  const id = await payWithToken(counter, { externalRef: 'Order 1042', invoiceRef: 'INV-7' })
  const page = await get(`/payments/${id}`)
  expect(page).toMatchObject({
    status: 'paid',
    amount: '1600',
    note: 'No sauce on the pie please, and it’s for Mia.',
    externalRef: 'Order 1042',
    invoiceRef: 'INV-7',
    gstNumber: '140107697',
    lineItems: [
      { name: 'Flat white', price: '550', gst: '72' },
      { name: 'Venison pie', price: '1050', gst: '137' },
    ],
    legs: [
      { method: 'own-token', description: 'Free coffee', amount: '550', covers: ['Flat white'] },
      { method: 'wallet', amount: '1050' },
    ],
    whatYouGet: { taken: '1600', givenBack: '0', ownTokens: '550', takenAtTill: '0', fees: '8', gstOnFees: '1', toBank: '1041' },
  })
  const list = JSON.stringify(await get('/payments'))
  for (const secret of [payer.accountId, payer.personId, payer.phone, payer.walletId, 'Aroha']) expect(JSON.stringify(page) + list).not.toContain(secret)
  await call(id, 'refund', { value: nzd(1050), externalRef: 'all money' })
  const { whatYouGet } = await get(`/payments/${id}`)
  expect(whatYouGet).toMatchObject({ taken: '1600', givenBack: '1050', ownTokens: '550', fees: '0', gstOnFees: '0', toBank: '0' })
})

test('a note has at most 140 characters [BIZ-22]', async () => {
  const { shop, payer, get } = await startShop()
  const { id } = await shop.createRequest(100)
  expect((await payer.pay(id, { note: 'x'.repeat(141) })).status).toBe(400)
  expect((await payer.pay(id, { note: 'x'.repeat(140) })).status).toBe(200)
  expect((await get(`/payments/${id}`)).note).toHaveLength(140)
})

test('takings are by the hour of two days, and the hours add up on days of 23 and 25 hours [BIZ-13]', async () => {
  const { shop, payer, get, call } = await startShop()
  const payAt = async (amount: number, at: string) => {
    const { id } = await shop.createRequest(amount)
    expect((await payer.pay(id)).status).toBe(200)
    await sql`update payment set paid_at = ${at} where payment_request_id = ${id}`.execute(database.owner.db)
    return id as string
  }
  // Clocks go forward at 2 am on 27 September 2026 and back at 3 am on 4 April 2027.
  const [short, long] = ['2026-09-27', '2027-04-04']
  await payAt(100, `${short}T00:00:00+12:00`)
  await payAt(200, `${short}T23:59:59+13:00`)
  await payAt(999, '2026-09-28T00:00:00+13:00')
  await payAt(300, `${long}T02:30:00+13:00`)
  await payAt(400, `${long}T02:30:00+12:00`)
  await payAt(500, `${long}T23:59:59+12:00`)
  const { day, compareWith } = await get(`/takings?day=${short}&compareWith=${long}`)
  expect([day.hours.length, day.amount, day.count]).toEqual([23, '300', 2])
  expect([day.hours[0], day.hours.at(-1)]).toMatchObject([{ amount: '100', count: 1 }, { amount: '200', count: 1 }]) // prettier-ignore
  expect([compareWith.hours.length, compareWith.amount, compareWith.count]).toEqual([25, '1200', 3])
  expect([2, 3, 24].map((hour) => compareWith.hours[hour].amount)).toEqual(['300', '400', '500'])
  for (const { hours, amount, count } of [day, compareWith]) {
    expect(String(hours.reduce((sum: number, hour: { amount: string }) => sum + Number(hour.amount), 0))).toBe(amount)
    expect(hours.reduce((sum: number, hour: { count: number }) => sum + hour.count, 0)).toBe(count)
  }

  // Today against the same weekday a week before, up to the same time; refunds reduce nothing, a voided payment is none.
  const paid = await payAt(1000, clock.now().toISOString())
  await call(paid, 'refund', { value: nzd(400), externalRef: 'r' })
  await call(await payAt(5000, clock.now().toISOString()), 'void')
  const week = 7 * 86_400_000
  await payAt(700, new Date(clock.now().getTime() - week - 60_000).toISOString())
  await payAt(800, new Date(clock.now().getTime() - week + 3_600_000).toISOString())
  const today = await get('/takings')
  expect(today.day).toMatchObject({ amount: '1000', count: 1, givenBack: '400' })
  expect(today.compareWith).toMatchObject({ amount: '1500', count: 2, soFar: { amount: '700', count: 1 } })
})
