import { systemClock } from '@nikau/runtime'
import { createAccessToken, fakeClock, testDatabase } from '@nikau/testing'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createPayer, createShop, runningApi } from '../../../fixtures.ts'
import { nzd } from '../fixtures.ts'

const database = await testDatabase()
// Sign-ins are as old as they really are, whatever day the refunds are of.
const clock = fakeClock(new Date().toISOString())
const api = await runningApi(database, { clock, wallClock: systemClock, env: { STEP_UP_PAYMENT_LIMIT: '1000', RATE_LIMIT_SCALE: '1000' } })
const shop = await createShop(api, database)
const { owner } = shop

/** The owner with a sign-in of ten minutes ago. */
const oldToken = await createAccessToken(database, owner.personId, undefined, { signedInAt: new Date(Date.now() - 600_000) })
const old = { authorization: `Bearer ${oldToken}` }

async function paidRequest(amount: number, at = shop): Promise<string> {
  const payer = await createPayer(api, database, 100_000)
  const { id } = await at.createRequest(amount)
  expect((await payer.pay(id)).status).toBe(200)
  return String(id)
}

let references = 0
const refund = (id: string, amount: number, headers: Record<string, string>, externalRef = `large-${++references}`) =>
  api.post(`/api/payment-requests/${id}/refund`, { value: nzd(amount), externalRef }, headers)
const nextDay = () => clock.advance(86_400_000)
const events = async () =>
  (await sql<{ detail: object }>`select detail from security_event where person_id = ${owner.personId} and kind = 'large-refund' order by id`.execute(database.db)).rows.map(({ detail }) => detail) // prettier-ignore

test('a large refund by a person needs a recent sign-in and is told to the owners; a repeated call and a key need none [BIZ-25]', async () => {
  const id = await paidRequest(5000)
  expect((await refund(id, 1000, old)).status).toBe(200)
  expect(await events()).toEqual([])
  nextDay()
  const refused = await refund(id, 1001, old, 'again')
  expect(refused).toMatchObject({ status: 403, body: { message: 'SIGN_IN_AGAIN', signIn: { acr: 'code', maxAge: 300 } } })
  expect((await refund(id, 1100, shop.till)).status).toBe(200)
  const made = await refund(id, 1001, owner.headers, 'again')
  expect(made.status).toBe(200)
  expect((await refund(id, 1001, old, 'again')).body).toEqual(made.body)
  expect(await events()).toEqual([{ amount: '$10.01', merchant: 'Kauri Cafe', name: expect.any(String), liveness: 'test' }])
  nextDay()
})

test('refunds of a day count together, of every shop of the business and at once, and are told once [BIZ-25]', async () => {
  const ids = [await paidRequest(600), await paidRequest(600), await paidRequest(600)]
  const before = (await events()).length
  const answers = await Promise.all([0, 1].map((n) => refund(ids[n]!, 600, old)))
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 403])
  expect((await refund(ids[2]!, 401, old)).body.message).toBe('SIGN_IN_AGAIN')
  expect((await refund(ids[2]!, 400, old)).status).toBe(200)
  expect((await refund(ids[2]!, 100, owner.headers)).status).toBe(200)
  expect((await refund(ids[2]!, 50, owner.headers)).status).toBe(200)
  expect(await events()).toHaveLength(before + 1)
  expect((await refund(ids[2]!, 1, old)).body.message).toBe('SIGN_IN_AGAIN')
  nextDay()
  expect((await refund(ids[2]!, 1, old)).status).toBe(200)
})

test('owners get a message about a large refund of real money, and none about test money [BIZ-25]', async () => {
  const told = async () => (await sql<{ body: string }>`select body from message where purpose = 'security-notice' and recipient = ${owner.phone} and body like '%refunded%'`.execute(database.owner.db)).rows.map(({ body }) => body) // prettier-ignore
  expect(await told()).toEqual([])
  const id = await paidRequest(3000)
  await sql`update payment_request set test = false where id = ${id}`.execute(database.owner.db)
  expect((await refund(id, 1500, owner.headers)).status).toBe(200)
  expect(await told()).toEqual([expect.stringMatching(/^.+ of your business refunded \$15\.00 of a payment at Kauri Cafe\. If this wasn’t you/)])
})

test('a code that approves refunds is made only by somebody who signed in recently [BIZ-56]', async () => {
  const url = `/api/accounts/${shop.accountId}/refund-approvals`
  expect((await api.post(url, {}, old)).body.message).toBe('SIGN_IN_AGAIN')
  expect((await api.post(url, {}, owner.headers)).status).toBe(200)
  const another = await createShop(api, database)
  expect((await api.post(`/api/accounts/${another.accountId}/refund-approvals`, {}, owner.headers)).body.message).toBe('FORBIDDEN')
})
