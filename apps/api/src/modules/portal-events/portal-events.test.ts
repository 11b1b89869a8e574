import { randomIds, systemClock } from '@nikau/runtime'
import { createPerson, fakeClock, silent, testDatabase } from '@nikau/testing'
import type { OrgRole } from '@nikau/contract/roles'
import { sql } from 'kysely'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { createPayer, createShop, createWebhook, dispatchEvents, runningApi } from '../../fixtures.ts'
import { portalEventJobs } from './index.ts'

const database = await testDatabase()
const { db } = database.owner
const clock = fakeClock(new Date().toISOString())
const env = { RATE_LIMIT_SCALE: '100' }
const options = { clock, wallClock: systemClock, env }
const [api, other] = [await runningApi(database, options), await runningApi(database, options)]
const [origin, otherOrigin] = [await api.app.listen({ port: 0 }), await other.app.listen({ port: 0 })]
// After an abort, fetch opens the next connection before it has a request for it.
afterAll(() => [api, other].forEach(({ app }) => app.server.closeAllConnections()))

const payer = await createPayer(api, database, 50_000)
type Headers = Record<string, string>
type Shop = Awaited<ReturnType<typeof createShop>>

interface Frame {
  id: string
  kind: string
  paymentRequestId?: string
}

/** A page of the portal that has the stream open. */
async function open(accountId: string, headers: Headers, options: { after?: string; query?: string; at?: string } = {}) {
  const closing = new AbortController()
  const response = await fetch(`${options.at ?? origin}/api/accounts/${accountId}/events${options.query ?? ''}`, {
    headers: { ...headers, ...(options.after !== undefined && { 'last-event-id': options.after }) },
    signal: closing.signal,
  })
  onTestFinished(() => closing.abort())
  const page = { status: response.status, close: () => closing.abort(), frames: [] as Frame[], isOpen: response.ok }
  const read = async () => {
    let text = ''
    for await (const part of response.body!.pipeThrough(new TextDecoderStream())) {
      text += part
      page.frames = [...text.matchAll(/^id: (\d+)\ndata: (.*)\n\n/gm)].map(([, id, data]) => {
        const frame = JSON.parse(data!) as Frame
        expect(frame.id).toBe(id)
        return frame
      })
    }
  }
  void read()
    .catch(() => {})
    .finally(() => void (page.isOpen = false))
  const of = (page: { frames: Frame[] }) => page.frames.filter(({ kind }) => kind !== 'reset').map(({ kind, paymentRequestId }) => [kind, paymentRequestId])
  return { ...page, state: page, kinds: () => page.frames.map(({ kind }) => kind), events: () => of(page), lastId: () => page.frames.at(-1)!.id }
}

/** Open, and past its first frame. */
async function openReady(...args: Parameters<typeof open>) {
  const page = await open(...args)
  await expect.poll(() => page.kinds()).toEqual(['reset'])
  return page
}

async function pay(shop: Shop, amount = 100): Promise<string> {
  const request = await shop.createRequest(amount)
  expect((await payer.pay(request.id)).status).toBe(200)
  await dispatchEvents(database)
  return String(request.id)
}

async function createMember(accountId: string, role: OrgRole, merchantIds?: string[]) {
  const person = await createPerson(database)
  await sql`
    insert into account_member (account_id, person_id, role, merchant_ids, added_at)
    values (${accountId}, ${person.personId}, ${role}, ${merchantIds ?? null}, now())`.execute(db)
  return person
}

/** Everything dispatched so far has reached the streams of both processes. */
async function settled(): Promise<void> {
  const shop = await createShop(api, database)
  const pages = [await openReady(shop.accountId, shop.owner.headers), await openReady(shop.accountId, shop.owner.headers, { at: otherOrigin })]
  const paid = await pay(shop)
  for (const page of pages) await expect.poll(() => page.events()).toEqual([['paid', paid]])
}

test('an open page is told of each payment at once, at whichever process it is open, and no other account is [BIZ-15]', async () => {
  const [shop, stranger] = [await createShop(api, database), await createShop(api, database)]
  const [here, there] = [await openReady(shop.accountId, shop.owner.headers), await openReady(shop.accountId, shop.owner.headers, { at: otherOrigin })]
  const foreign = await openReady(stranger.accountId, stranger.owner.headers)
  const started = Date.now()
  const paid = await pay(shop)
  for (const page of [here, there]) await expect.poll(() => page.events(), { interval: 10 }).toEqual([['paid', paid]])
  expect(Date.now() - started).toBeLessThan(3000)
  expect(here.state.frames.at(-1)).toEqual({ id: here.lastId(), kind: 'paid', merchantId: shop.merchantId, paymentRequestId: paid, at: expect.any(String) })
  await settled()
  expect(foreign.events()).toEqual([])
})

test('part payments, refunds and cancellations are told too, and make no webhook of their own [BIZ-15]', async () => {
  const shop = await createShop(api, database)
  const webhook = await createWebhook(api, database, shop)
  const page = await openReady(shop.accountId, shop.owner.headers)
  const part = await shop.createRequest(300)
  expect((await payer.pay(part.id, { mode: 'multi-asset-payment', amount: '100' })).status).toBe(200)
  const cancelled = await shop.createRequest(300)
  await api.post(`/api/payment-requests/${cancelled.id}/cancel`, {}, shop.till)
  const refunded = await pay(shop)
  await api.post(`/api/payment-requests/${refunded}/refund`, { value: { amount: '50', currency: 'NZD' }, externalRef: 'r1' }, shop.till)
  await dispatchEvents(database)
  const all = [
    ['changed', part.id],
    ['cancelled', cancelled.id],
    ['paid', refunded],
    ['refund-completed', refunded],
  ]
  await expect.poll(() => page.events()).toEqual(all)
  const { rows } = await sql<{ type: string }>`select type from webhook_delivery where endpoint_id = ${webhook.id} order by sequence`.execute(db)
  expect(rows.map(({ type }) => type)).toEqual(['payment-request:cancelled', 'payment-request:paid', 'payment-request:refund-completed'])
})

test('a page that comes back gets what it missed, once and in order, at another process too [BIZ-15]', async () => {
  const shop = await createShop(api, database)
  const first = await openReady(shop.accountId, shop.owner.headers)
  const seen = await pay(shop)
  await expect.poll(() => first.events()).toEqual([['paid', seen]])
  const id = first.lastId()
  first.close()
  const missed = [await pay(shop), await pay(shop)]
  const pages = [
    await open(shop.accountId, shop.owner.headers, { after: id, at: otherOrigin }),
    await open(shop.accountId, shop.owner.headers, { query: `?after=${id}` }),
    // A browser repeats the address and adds the header, which is newer.
    await open(shop.accountId, shop.owner.headers, { query: '?after=0', after: id }),
  ]
  const then = await pay(shop)
  for (const page of pages) await expect.poll(() => page.events()).toEqual([...missed, then].map((request) => ['paid', request]))
  for (const page of pages) expect(page.kinds()).not.toContain('reset')
})

test('payments while a page connects are neither lost nor sent twice [BIZ-15]', async () => {
  const shop = await createShop(api, database)
  const first = await openReady(shop.accountId, shop.owner.headers)
  let id = first.lastId()
  first.close()
  const requests = await Promise.all(Array.from({ length: 20 }, () => shop.createRequest(10)))
  const got: unknown[] = []
  const paying = Promise.all(requests.map((request) => payer.pay(request.id).then(() => dispatchEvents(database))))
  for (let round = 0; round < 6; round++) {
    const page = await open(shop.accountId, shop.owner.headers, { after: id, at: round % 2 ? origin : otherOrigin })
    if (round === 5) {
      await paying
      await dispatchEvents(database)
      await expect.poll(() => got.length + page.events().length).toBe(20)
    }
    page.close()
    await expect.poll(() => page.state.isOpen).toBe(false)
    got.push(...page.events().map(([, request]) => request))
    if (page.state.frames.length > 0) id = page.lastId()
  }
  expect(got.map(String).toSorted()).toEqual(requests.map((request) => request.id as string).toSorted())
})

test('an id that is too old, unknown or none of ours is answered with a reset, from which the page goes on [BIZ-15]', async () => {
  const shop = await createShop(api, database)
  const page = await openReady(shop.accountId, shop.owner.headers)
  await pay(shop)
  await expect.poll(() => page.events().length).toBe(1)
  const old = page.lastId()
  await pay(shop)
  const { 'delete-portal-events': deleteOld } = portalEventJobs({ db: database.openAs('nikau_worker').db, clock, log: silent }).tasks
  await deleteOld!({}, {} as never)
  const kept = await open(shop.accountId, shop.owner.headers, { after: old })
  await expect.poll(() => kept.kinds()).toEqual(['paid'])
  clock.advance(86_400_000 + 1)
  await pay(shop)
  await deleteOld!({}, {} as never)
  for (const after of [old, '999999999999', 'nonsense']) {
    const late = await open(shop.accountId, shop.owner.headers, { after })
    await expect.poll(() => late.kinds()).toEqual(['reset'])
    const next = await pay(shop)
    await expect.poll(() => late.events()).toEqual([['paid', next]])
    late.close()
  }
  expect((await open(shop.accountId, shop.owner.headers, { query: '?after=x' })).status).toBe(400)
  // The last event stays, however old, so that a deletion can be seen.
  clock.advance(2 * 86_400_000)
  await deleteOld!({}, {} as never)
  expect((await sql`select from portal_event`.execute(db)).rows).toHaveLength(1)
})

test('a page that missed more than a thousand events loads its lists instead [BIZ-15]', async () => {
  const shop = await createShop(api, database)
  const page = await openReady(shop.accountId, shop.owner.headers)
  const id = page.lastId()
  const missed = async (count: number) => {
    await sql`
      insert into portal_event (account_id, merchant_id, test, payment_request_id, kind, at)
      select ${shop.accountId}, ${shop.merchantId}, true, 'pr_' || n, 'paid', ${clock.now()} from generate_series(1, ${count}::int) n`.execute(db)
    const late = await open(shop.accountId, shop.owner.headers, { after: id })
    await expect.poll(() => late.state.frames.length).toBeGreaterThan(0)
    return late
  }
  const all = await missed(1000)
  await expect.poll(() => all.events().length).toBe(1000)
  expect((await missed(1)).kinds()).toEqual(['reset'])
})

test('a developer is told of test payments only, a member limited to shops of those only, a cashier of nothing [BIZ-05, BIZ-06]', async () => {
  const shop = await createShop(api, database)
  const second = await createShop(api, database, { owner: shop.owner })
  await sql`update merchant set account_id = ${shop.accountId} where id = ${second.merchantId}`.execute(db)
  const developer = await createMember(shop.accountId, 'developer')
  const limited = await createMember(shop.accountId, 'manager', [shop.merchantId])
  const accountant = await createMember(shop.accountId, 'accountant')
  const cashier = await createMember(shop.accountId, 'cashier')
  expect((await open(shop.accountId, cashier.headers)).status).toBe(403)
  const pages = await Promise.all([developer, limited, accountant].map(({ headers }) => openReady(shop.accountId, headers)))
  const insert = (merchantId: string, test: boolean, requestId: string) =>
    sql`
      with e as (insert into portal_event (account_id, merchant_id, test, payment_request_id, kind, at)
        values (${shop.accountId}, ${merchantId}, ${test}, ${requestId}, 'paid', now()) returning id)
      select pg_notify('portal_event', 'event ' || id) from e`.execute(db)
  await insert(shop.merchantId, true, 'own-test')
  await insert(second.merchantId, true, 'other-test')
  await insert(shop.merchantId, false, 'own-live')
  await insert(second.merchantId, false, 'other-live')
  const requestsOf = (page: (typeof pages)[number]) => page.events().map(([, request]) => request)
  await expect.poll(() => requestsOf(pages[2]!)).toEqual(['own-test', 'other-test', 'own-live', 'other-live'])
  await expect.poll(() => requestsOf(pages[0]!)).toEqual(['own-test', 'other-test'])
  await expect.poll(() => requestsOf(pages[1]!)).toEqual(['own-test', 'own-live'])
  await settled()
  expect([requestsOf(pages[0]!), requestsOf(pages[1]!)]).toEqual([
    ['own-test', 'other-test'],
    ['own-test', 'own-live'],
  ])
})

test('the stream of a member who is removed, demoted or limited ends at once, and is not opened again [BIZ-58]', async () => {
  const shop = await createShop(api, database)
  const members = [await createMember(shop.accountId, 'manager'), await createMember(shop.accountId, 'manager'), await createMember(shop.accountId, 'manager')]
  const pages = await Promise.all(members.map(({ headers }) => openReady(shop.accountId, headers)))
  const owner = await openReady(shop.accountId, shop.owner.headers)
  const [removed, demoted, limited] = members.map(({ personId }) => personId)
  await sql`delete from account_member where person_id = ${removed}`.execute(db)
  await sql`update account_member set role = 'cashier' where person_id = ${demoted}`.execute(db)
  await sql`update account_member set merchant_ids = '{elsewhere}' where person_id = ${limited}`.execute(db)
  for (const page of pages) await expect.poll(() => page.state.isOpen, { timeout: 2000 }).toBe(false)
  expect(owner.state.isOpen).toBe(true)
  const again = await Promise.all(members.map(({ headers }) => open(shop.accountId, headers)))
  expect(again.map(({ status }) => status)).toEqual([403, 403, 200])
})

test('a person has three streams at most: the fourth ends the first [BIZ-15]', async () => {
  const shop = await createShop(api, database)
  const pages: Awaited<ReturnType<typeof openReady>>[] = []
  for (let i = 0; i < 4; i++) pages.push(await openReady(shop.accountId, shop.owner.headers))
  await expect.poll(() => pages.map(({ state }) => state.isOpen)).toEqual([false, true, true, true])
})

test('when the connection that tells of events is lost the streams end, and the next one resumes [BIZ-15]', async () => {
  const shop = await createShop(api, database)
  const page = await openReady(shop.accountId, shop.owner.headers)
  await sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'nikau-api-portal-events'`.execute(db)
  await expect.poll(() => page.state.isOpen).toBe(false)
  const missed = await pay(shop)
  await expect.poll(async () => (await open(shop.accountId, shop.owner.headers)).status, { timeout: 10_000 }).toBe(200)
  const next = await open(shop.accountId, shop.owner.headers, { after: page.lastId() })
  await expect.poll(() => next.events()).toEqual([['paid', missed]])
})

const tasksOf = async (accountId: string, headers: Headers, liveness = 'main') => {
  const { status, body } = await api.get(`/api/accounts/${accountId}/tasks?liveness=${liveness}`, headers)
  return status === 200 ? (body as { kind: string }[]).map(({ kind }) => kind) : status
}

test('what needs a member comes most pressing first, five at most, to the roles that may do it [BIZ-14]', async () => {
  const shop = await createShop(api, database, { test: false })
  const { accountId, owner } = shop
  const members = Object.fromEntries(
    await Promise.all((['manager', 'accountant', 'developer', 'cashier'] as const).map(async (role) => [role, await createMember(accountId, role)])),
  ) as Record<string, Awaited<ReturnType<typeof createMember>>>
  expect(await tasksOf(accountId, owner.headers)).toEqual([])

  const requests = await Promise.all([300, 400, 500].map((amount) => shop.createRequest(amount, { expirySeconds: 86_400 - amount })))
  await sql`update payment_request set remaining = amount - 100 where merchant_account_id = ${accountId}`.execute(db)
  await returnPayout(shop)
  const bankAccountId = await linkBankAccount(accountId, owner.personId)
  await sendCent(accountId, bankAccountId)
  const webhook = await createWebhook(api, database, shop)
  await failDelivery(webhook.id, shop, 11)

  const parts = ['part-payment', 'part-payment', 'part-payment']
  expect(await tasksOf(accountId, owner.headers)).toEqual(['payout-sent-back', 'payout-account-to-confirm', 'webhooks-failing', ...parts].slice(0, 5))
  expect(await tasksOf(accountId, members.manager!.headers)).toEqual(parts)
  expect(await tasksOf(accountId, members.developer!.headers)).toEqual([])
  expect(await tasksOf(accountId, members.accountant!.headers)).toEqual([])
  expect(await tasksOf(accountId, members.cashier!.headers)).toBe(403)
  for (const { headers } of [owner, members.developer!]) expect(await tasksOf(accountId, headers, 'test')).toEqual([])
  const limited = await createMember(accountId, 'manager', ['elsewhere'])
  expect(await tasksOf(accountId, limited.headers)).toEqual([])

  const { body } = await api.get(`/api/accounts/${accountId}/tasks`, owner.headers)
  expect(body[0]).toMatchObject({ amount: '12345' })
  expect(body[1]).toMatchObject({ bankAccountId })
  expect(body[2]).toMatchObject({ webhookId: webhook.id, count: 1, lastResult: '503' })
  // Those that expire first.
  expect(body.slice(3)).toMatchObject([
    { paymentRequestId: requests[2].id, rest: '400' },
    { paymentRequestId: requests[1].id, rest: '300' },
  ])
})

test('a task ends when it is done [BIZ-14]', async () => {
  const shop = await createShop(api, database)
  const request = await shop.createRequest(300)
  expect((await payer.pay(request.id, { mode: 'multi-asset-payment', amount: '100' })).status).toBe(200)
  expect(await tasksOf(shop.accountId, shop.owner.headers, 'test')).toEqual(['part-payment'])
  expect((await payer.pay(request.id)).status).toBe(200)
  expect(await tasksOf(shop.accountId, shop.owner.headers, 'test')).toEqual([])
  const webhook = await createWebhook(api, database, shop)
  await failDelivery(webhook.id, shop, 9)
  expect(await tasksOf(shop.accountId, shop.owner.headers, 'test')).toEqual([])
  clock.advance(120_000)
  expect(await tasksOf(shop.accountId, shop.owner.headers, 'test')).toEqual(['webhooks-failing'])
  await sql`update webhook_delivery set status = 'delivered' where endpoint_id = ${webhook.id}`.execute(db)
  expect(await tasksOf(shop.accountId, shop.owner.headers, 'test')).toEqual([])
})

test('a payout account is to confirm while its code can be entered: its cent was sent, and tries are left [BIZ-14]', async () => {
  const { accountId, owner } = await createShop(api, database, { test: false })
  const tasks = () => tasksOf(accountId, owner.headers)
  const [first, second] = [await linkBankAccount(accountId, owner.personId), await linkBankAccount(accountId, owner.personId)]
  expect(await tasks()).toEqual([])
  const wrong = (attempts: number) => sql`update bank_account set failed_attempts = ${attempts} where id = ${first}`.execute(db)
  await wrong(4)
  await sendCent(accountId, first)
  // The newer one was sent no cent.
  expect((await api.get(`/api/accounts/${accountId}/tasks`, owner.headers)).body).toMatchObject([{ bankAccountId: first }])
  await wrong(5)
  expect(await tasks()).toEqual([])
  await sendCent(accountId, second)
  expect(await tasks()).toEqual(['payout-account-to-confirm'])
  await sql`update outgoing_payment set status = 'returned', returned_at = sent_at, return_reason = 'account-closed', return_posting = 4 where bank_account_id = ${second}`.execute(
    db,
  )
  expect(await tasks()).toEqual([])
})

/** The cent that brings the code to the statement of a bank account. */
async function sendCent(accountId: string, bankAccountId: string): Promise<void> {
  const [id, at] = [randomIds.public(), clock.now()]
  await sql`
    insert into outgoing_payment (id, purpose, account_id, bank_account_id, amount, source_account, reference, particulars, code, status, posting, created_at, sent_at)
    values (${id}, 'account-check', ${accountId}, ${bankAccountId}, 1, 'costs:account-checks', ${`P${id.slice(0, 11)}`}, 'CODE 1234', 'NIKAU', 'sent', ${nextPosting++},
      ${at}, ${at})`.execute(db)
}
let nextPosting = 100

test('a refund above the limit of who asked waits a day for those who may approve it, until something goes back [BIZ-14]', async () => {
  const shop = await createShop(api, database)
  const { accountId, owner } = shop
  const cashier = await createMember(accountId, 'cashier')
  await sql`update identity.person set given_name = 'Sione' where id = ${cashier.personId}`.execute(db)
  const [manager, elsewhere] = [await createMember(accountId, 'manager'), await createMember(accountId, 'manager', ['elsewhere'])]
  const paid = async (amount: number) => {
    const { id } = await shop.createRequest(amount, { terminalId: 'till_front', operatorId: cashier.personId })
    const payer = await createPayer(api, database, 100_000)
    expect((await payer.pay(id)).status).toBe(200)
    return id as string
  }
  const refund = async (id: string, amount: number, by = cashier) =>
    (await api.post(`/api/payment-requests/${id}/refund`, { value: { amount: String(amount), currency: 'NZD' }, externalRef: randomIds.public() }, by.headers))
      .body.message
  const tasks = async (by: { headers: Headers }, liveness = 'test') =>
    ((await api.get(`/api/accounts/${accountId}/tasks?liveness=${liveness}`, by.headers)).body as { kind: string }[]).filter(
      ({ kind }) => kind === 'refund-waiting',
    )
  const [small, large] = [await paid(10_000), await paid(80_000)]
  expect(await refund(small, 5001)).toBe('REFUND_LIMIT_EXCEEDED')
  expect(await refund(small, 10_001)).toBe('INVALID_AMOUNT')
  clock.advance(60_000)
  expect(await refund(small, 6000)).toBe('REFUND_LIMIT_EXCEEDED')
  clock.advance(60_000)
  expect(await refund(large, 60_000)).toBe('REFUND_LIMIT_EXCEEDED')
  const waiting = { kind: 'refund-waiting', merchantId: shop.merchantId, askedBy: 'Sione' }
  // The last wish of a payment counts, and a manager is not asked for what they cannot approve.
  expect(await tasks(manager)).toMatchObject([{ ...waiting, paymentRequestId: small, amount: '6000', shortCode: expect.stringMatching(/^NK-/) }])
  expect(await tasks(owner)).toMatchObject([{ paymentRequestId: small }, { ...waiting, paymentRequestId: large, amount: '60000' }])
  expect([await tasks(elsewhere), await tasks(await createMember(accountId, 'accountant')), await tasks(owner, 'main')]).toEqual([[], [], []])
  expect(await refund(small, 100, manager)).toBeUndefined()
  expect(await tasks(owner)).toMatchObject([{ paymentRequestId: large }])
  // It stands between part payments and tokens that end.
  const part = await shop.createRequest(300)
  expect((await payer.pay(part.id, { mode: 'multi-asset-payment', amount: '100' })).status).toBe(200)
  expect(await tasksOf(accountId, owner.headers, 'test')).toEqual(['part-payment', 'refund-waiting'])
  await sql`update waiting_refund set asked_at = asked_at - interval '1 day 1 second' where account_id = ${accountId}`.execute(database.owner.db)
  expect(await tasks(owner)).toEqual([])
})

test('a task about webhooks counts the events about the money that the view shows [BIZ-07, BIZ-14]', async () => {
  const [live, sandbox] = [await createShop(api, database, { test: false }), await createShop(api, database)]
  const developer = await createMember(live.accountId, 'developer')
  const webhook = await createWebhook(api, database, live)
  for (const shop of [live, live, sandbox]) {
    const request = await shop.createRequest(100)
    await sql`update payment_request set merchant_account_id = ${live.accountId} where id = ${request.id}`.execute(db)
    await api.post(`/api/payment-requests/${request.id}/cancel`, {}, live.owner.headers)
  }
  await dispatchEvents(database)
  const at = new Date(clock.now().getTime() - 11 * 60_000)
  await sql`update webhook_delivery set attempts = 3, last_result = '503', created_at = ${at} where endpoint_id = ${webhook.id}`.execute(db)
  const countOf = async (headers: Headers, liveness: string) => {
    const { body } = await api.get(`/api/accounts/${live.accountId}/tasks?liveness=${liveness}`, headers)
    return (body as { kind: string; count: number }[]).map(({ kind, count }) => [kind, count])
  }
  expect(await countOf(live.owner.headers, 'main')).toEqual([['webhooks-failing', 2]])
  expect(await countOf(live.owner.headers, 'test')).toEqual([['webhooks-failing', 1]])
  expect(await countOf(developer.headers, 'main')).toEqual([])
  expect(await countOf(developer.headers, 'test')).toEqual([['webhooks-failing', 1]])
})

/** A delivery of so many minutes ago whose attempts have failed since. */
async function failDelivery(webhookId: string, shop: Shop, minutes: number): Promise<void> {
  const request = await shop.createRequest(100)
  await api.post(`/api/payment-requests/${request.id}/cancel`, {}, shop.till)
  await dispatchEvents(database)
  const at = new Date(clock.now().getTime() - minutes * 60_000)
  await sql`update webhook_delivery set attempts = 3, last_result = '503', created_at = ${at} where endpoint_id = ${webhookId}`.execute(db)
}

async function linkBankAccount(accountId: string, personId: string, verifiedAt: Date | null = null): Promise<string> {
  const id = randomIds.public()
  await sql`
    insert into bank_account (id, account_id, name, sealed_number, key_id, fingerprint, masked_number, liveness, created_at, created_by, verified_at, status)
    values (${id}, ${accountId}, 'Kauri Cafe', '\\x00', 'k', decode(md5(${id}), 'hex'), '02-••••-•••••00-00', 'main', ${clock.now()}, ${personId},
      ${verifiedAt}, ${verifiedAt ? 'active' : 'created'})`.execute(db)
  return id
}

/** A payout of $123.45 that the bank returned, after the account was chosen. */
async function returnPayout({ accountId, owner, settlementWallet }: Shop): Promise<void> {
  const at = clock.now()
  const bankAccountId = await linkBankAccount(accountId, owner.personId, at)
  await sql`
    insert into payout_account (account_id, bank_account_id, chosen_at, chosen_by, effective_at)
    values (${accountId}, ${bankAccountId}, ${at}, ${owner.personId}, ${at})`.execute(db)
  clock.advance(1000)
  await sql`
    insert into outgoing_payment (id, purpose, account_id, bank_account_id, amount, source_account, reference, particulars, code, status, posting, created_at,
      sent_at, returned_at, return_reason, return_posting)
    values ('op_1', 'payout', ${accountId}, ${bankAccountId}, 12345, ${`asset:${settlementWallet}`}, 'OP1', 'p', 'c', 'returned', 1, ${at}, ${at}, ${clock.now()},
      'account-closed', 2)`.execute(db)
  await sql`insert into payout_run (day, started_at) values ('2026-12-04', now())`.execute(db)
  await sql`
    insert into payout (id, day, account_id, wallet_id, first_day, last_day, from_version, to_version, fees_version, gst_version, payments, refunds, fees, gst,
      carried_in, carried_out, net, outgoing_payment_id, created_at)
    values ('po_1', '2026-12-04', ${accountId}, ${settlementWallet}, '2026-12-03', '2026-12-03', 0, 0, 0, 0, 12345, 0, 0, 0, 0, 0, 12345, 'op_1', ${at})`.execute(
    db,
  )
}
