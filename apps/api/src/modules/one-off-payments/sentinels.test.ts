import { assertBooksInOrder } from '@nikau/ledger'
import { systemClock } from '@nikau/runtime'
import { testDatabase } from '@nikau/testing'
import { sql } from 'kysely'
import { afterEach, expect, test, vi } from 'vitest'
import { payingByBank } from './given.ts'

// Every way in which the sandbox banks misbehave on request, by the cents of the amount, from the customer's side to the books.

const database = await testDatabase()
const world = await payingByBank(database, { bank: { patienceSeconds: 1 }, waitMs: 3000 })
const { api, banks } = world

afterEach(() => assertBooksInOrder(database.db))

const code = ({ status, body }: { status: number; body: { message?: string; status?: string; reason?: string } }) =>
  [status, body.message ?? body.status, body.reason].filter(Boolean).join(' ')
const posts = async (id: string) => {
  const { calls } = await banks.control<{ calls: { path: string; status: number; idempotencyKey: string | null }[] }>('calls')
  return calls.filter((one) => one.path.endsWith('/domestic-payments') && one.idempotencyKey?.startsWith(id)).map((one) => one.status)
}
const requestIs = async (id: string, status: string) => expect((await world.request(id)).status).toBe(status)

test('.61 SLOW is only slow', async () => {
  const { paid, id } = await world.whole(561)
  expect(code(paid)).toBe('200 paid')
  expect(await world.atBank(id)).toHaveLength(1)
})

test('.62 DOWN: there is no way to the bank, and the request stays payable', async () => {
  const begun = await world.begin(562)
  expect(code(begun)).toBe('503 BANK_UNAVAILABLE')
  await requestIs(begun.requestId, 'new')
  expect(code(await world.beginOn(begun.requestId, 'asb'))).toBe('503 BANK_UNAVAILABLE')
})

test('.63 DOWNPAY: asked again under the same key until the bank answers', async () => {
  const { paid, id } = await world.whole(563)
  expect(code(paid)).toBe('200 paid')
  expect(await posts(id)).toEqual([503, 503, 201])
})

test.each([
  ['.64 LOSE', 564, [0, 201]],
  ['.76 GARBLE', 576, [502, 201]],
] as const)('%s: paid once although the answer was lost', async (_, amount, answers) => {
  const { paid, id } = await world.whole(amount)
  expect(code(paid)).toBe('200 paid')
  expect(await posts(id)).toEqual(answers)
  expect(await world.atBank(id)).toHaveLength(1)
})

test('.65 LOSECONS: one consent, asked for twice under one key', async () => {
  const { paid, id } = await world.whole(565)
  expect(code(paid)).toBe('200 paid')
  const { consents } = await banks.control<{ consents: { initiation: { EndToEndIdentification: string } }[] }>('consents')
  expect(consents.filter((one) => one.initiation.EndToEndIdentification === id)).toHaveLength(1)
})

test.each([
  ['.66 LATE', 566],
  ['.67 REJECT', 567],
])('%s: declined, nothing booked, the request free again', async (_, amount) => {
  const { paid, id, requestId } = await world.whole(amount)
  expect(code(paid)).toBe('403 PAYMENT_DECLINED declined')
  expect(await world.get(id)).toMatchObject({ status: 'failed', failure: 'declined' })
  await requestIs(requestId, 'new')
  const again = await world.beginOn(requestId)
  expect(again.status).toBe(200)
})

test('.68 PEND ends well; a call that does not wait is told that the bank is still at it', async () => {
  await banks.settings({ pendingMs: 3_600_000 })
  const { id, requestId, body } = await world.begin(568)
  const answer = await world.approve(body.authorizationUrl)
  expect(code(await world.payOnce(id, answer))).toBe('200 authorized')
  await requestIs(requestId, 'new')
  await vi.waitFor(async () => expect(await world.exceptions(id)).toEqual([{ kind: 'bank-undecided', amount: 568n, closed: false }]), { timeout: 30_000 })
  await world.bankHour()
  expect(code(await world.pay(id, answer))).toBe('200 paid')
  await requestIs(requestId, 'paid')
  expect(await world.exceptions(id)).toEqual([{ kind: 'bank-undecided', amount: 568n, closed: true }])
  await banks.settings({ pendingMs: 600 })
})

test('.69 NOCODE: back without a code, the try is cancelled', async () => {
  const begun = await world.begin(569)
  const answer = await world.approve(begun.body.authorizationUrl)
  expect(answer).toMatchObject({ state: begun.id, code: undefined })
  expect(code(await api.post(`/api/one-off-payments/${begun.id}/cancel`, {}))).toBe('200 failed')
  expect(await world.atBank(begun.id)).toEqual([])
})

test('.70 BADSTATE: a state that nobody asked for opens nothing [ONE-09]', async () => {
  const begun = await world.begin(570)
  const answer = await world.approve(begun.body.authorizationUrl)
  expect((await api.get(`/api/one-off-payments/${answer.state}`)).status).toBe(404)
  expect((await world.pay(answer.state!, answer)).status).toBe(404)
  expect((await world.get(begun.id)).status).toBe('created')
})

test.each([
  ['.71 ELSEWHERE', 571, 1],
  ['.72 TWICE', 572, 2],
])('%s: paid once, however often and wherever the answer is opened', async (_, amount, links) => {
  const begun = await world.begin(amount)
  const answer = await world.approve(begun.body.authorizationUrl)
  expect(answer.links).toHaveLength(links)
  expect(code(await world.pay(begun.id, answer))).toBe('200 paid')
  expect(code(await world.pay(begun.id, answer))).toBe('200 paid')
  expect(await world.atBank(begun.id)).toHaveLength(1)
})

test('.73 EXPIRED: approved and lapsed: nothing is charged', async () => {
  const { paid, id, requestId } = await world.whole(573)
  expect(code(paid)).toBe('403 PAYMENT_DECLINED expired')
  expect(await world.atBank(id)).toEqual([])
  await requestIs(requestId, 'new')
})

test('.74 TOKENERR passes; .78 TOKENLOST ends in a failure that charges nothing', async () => {
  expect(code((await world.whole(574)).paid)).toBe('200 paid')
  const lost = await world.whole(578)
  expect(code(lost.paid)).toBe('403 PAYMENT_DECLINED bank-unavailable')
  expect(await world.atBank(lost.id)).toEqual([])
  await requestIs(lost.requestId, 'new')
})

test('.75 STUCK: the request stays held, and an operator is told', async () => {
  const { id, requestId, body } = await world.begin(575)
  expect(code(await world.payOnce(id, await world.approve(body.authorizationUrl)))).toBe('200 authorized')
  await vi.waitFor(async () => expect(await world.exceptions(id)).toEqual([{ kind: 'bank-undecided', amount: 575n, closed: false }]), { timeout: 30_000 })
  expect((await sql<{ by: string }>`select held_by as by from payment_request where id = ${requestId}`.execute(database.db)).rows).toEqual([{ by: id }])
})

test('.77 MIXUP: at another bank’s callback the code is still exchanged where it is from', async () => {
  const begun = await world.begin(577)
  const answer = await world.approve(begun.body.authorizationUrl)
  expect(answer.url).not.toContain('/bnz/oidc-callback')
  expect(code(await world.pay(begun.id, answer))).toBe('200 paid')
})

test('an order whose answer never comes while the token lives is settled by what the consent says', async () => {
  const faults = [{ bank: 'bnz', at: 'payments', kind: 'lose', times: 2 }]
  for (const fault of faults) await banks.control('faults', fault)
  const begun = await world.begin(1000)
  const answer = await world.approve(begun.body.authorizationUrl)
  await world.stopWork()
  const paying = world.payOnce(begun.id, answer)
  await vi.waitFor(async () => expect((await world.get(begun.id)).status).toBe('authorized'), 30_000)
  // In a moment that does not end: a second of it, and an operator would be told that the bank takes long.
  const moment = systemClock.now()
  const standing = { now: () => moment }
  await world.advanceAt(begun.id, standing) // the order is taken, the answer lost
  // The token is gone: the bank refuses the repetition, and its consent tells that it has paid.
  await banks.control('clear', {})
  await sql`update one_off_payment set access_token = 'gone' where id = ${begun.id}`.execute(database.db)
  await world.advanceAt(begun.id, standing)
  expect(await world.exceptions(begun.id)).toEqual([{ kind: 'bank-lost', amount: 1000n, closed: false }])
  world.startWork()
  expect(code(await paying)).toBe('200 authorized')
  await banks.settings({ slowMs: 300, settleMs: 200, lateRejectMs: 400, pendingMs: 600 })
})
