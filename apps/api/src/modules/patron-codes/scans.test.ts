import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { createAccessToken, testDatabase } from '@nikau/testing'
import { sql } from 'kysely'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { createPayer, createShop, runningApi } from '../../fixtures.ts'

const database = await testDatabase()
const env = { RATE_LIMIT_SCALE: '100' }
const [api, other] = [await runningApi(database, { env }), await runningApi(database, { env })]
const shop = await createShop(api, database)
const origin = await api.app.listen({ port: 0 })
// After an abort, fetch opens the next connection before it has a request for it.
afterAll(() => api.app.server.closeAllConnections())

type Headers = Record<string, string>
const codeOf = async (headers: Headers) => (await api.post('/api/patron-codes', {}, headers)).body
const scan = async (barcode: string, at = api) =>
  (await at.post('/api/payment-requests', { configId: shop.configId, value: { amount: '1250', currency: 'NZD' }, barcode }, shop.till)).body

/** A page that has the stream open. */
async function watch(headers: Headers) {
  const closing = new AbortController()
  const response = await fetch(`${origin}/api/me/patron-code-payment-request/events`, { headers, signal: closing.signal })
  onTestFinished(() => closing.abort())
  const page = { response, close: () => closing.abort(), ids: [] as string[], isOpen: response.ok }
  const read = async () => {
    let text = ''
    for await (const part of response.body!.pipeThrough(new TextDecoderStream())) {
      text += part
      page.ids = [...text.matchAll(/^data: (.*)$/gm)].map(([, data]) => (JSON.parse(data!) as { paymentRequestId: string }).paymentRequestId)
    }
  }
  void read()
    .catch(() => {})
    .finally(() => void (page.isOpen = false))
  return page
}

test('a page that is open is told of the request at once, whichever process the till called, and nobody else is', async () => {
  const [mia, stranger] = [await createPayer(api, database), await createPayer(api, database)]
  const [page, otherPage] = [await watch(mia.headers), await watch(stranger.headers)]
  expect(page.response.headers.get('content-type')).toBe('text/event-stream')
  expect(page.response.headers.get('cache-control')).toBe('no-store')
  const ids: string[] = []
  for (const at of [api, other]) {
    ids.push((await scan((await codeOf(mia.headers)).barcode, at)).id)
    const started = Date.now()
    await expect.poll(() => page.ids, { timeout: 5000, interval: 10 }).toEqual(ids)
    expect(Date.now() - started).toBeLessThan(1000)
  }
  expect(otherPage.ids).toEqual([])
})

test('the first event is of the request that waits already', async () => {
  const mia = await createPayer(api, database)
  const { id } = await scan((await codeOf(mia.headers)).barcode)
  const page = await watch(mia.headers)
  await expect.poll(() => new Set(page.ids)).toEqual(new Set([id]))
})

test('a page that was hidden is told of what its code has paid without approval in the last minute', async () => {
  const mia = await createPayer(api, database)
  const allowed = await api.put(`/api/accounts/${mia.accountId}/till-settings`, { withoutApproval: '2000' }, mia.headers)
  expect(allowed.status).toBe(200)
  const paid = await scan((await codeOf(mia.headers)).barcode)
  expect(paid.status).toBe('paid')
  const page = await watch(mia.headers)
  await expect.poll(() => page.ids).toEqual([paid.id])
  await sql`update till_payment set paid_at = paid_at - interval '1 minute' where payment_request_id = ${paid.id}`.execute(database.owner.db)
  const later = await watch(mia.headers)
  await pause(300)
  expect(later.ids).toEqual([])
})

test('it needs a person who is signed in, and ends with the session [GUARD-13]', async () => {
  expect((await api.get('/api/me/patron-code-payment-request/events')).status).toBe(401)
  expect((await api.get('/api/me/patron-code-payment-request/events', shop.till)).status).toBe(401)
  const mia = await createPayer(api, database)
  const headers = { authorization: `Bearer ${await createAccessToken(database, mia.personId)}` }
  const { id } = await codeOf(headers)
  const { rows } = await sql<{ uid: string }>`select session_uid as uid from patron_code where id = ${id}`.execute(database.owner.db)
  const [ended, stays] = [await watch(headers), await watch(mia.headers)]
  await sql`select identity.end_sessions(${mia.personId}, ${rows[0]!.uid})`.execute(database.owner.db)
  const request = await scan((await codeOf(mia.headers)).barcode)
  await expect.poll(() => stays.ids).toEqual([request.id])
  await expect.poll(() => ended.isOpen, { timeout: 8000 }).toBe(false)
  expect([ended.ids, stays.isOpen]).toEqual([[], true])
})

test('a person has three streams at most: the fourth ends the first', async () => {
  const mia = await createPayer(api, database)
  const pages = [await watch(mia.headers), await watch(mia.headers), await watch(mia.headers), await watch(mia.headers)]
  await expect.poll(() => pages.map(({ isOpen }) => isOpen)).toEqual([false, true, true, true])
  pages[1]!.close()
  await pause(100)
  const next = await watch(mia.headers)
  await pause(100)
  expect([pages[2]!.isOpen, pages[3]!.isOpen, next.isOpen]).toEqual([true, true, true])
})

test('when the connection that tells of scans is lost the streams end, and the next page gets what was missed', async () => {
  const mia = await createPayer(api, database)
  const page = await watch(mia.headers)
  await sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'nikau-api-scans'`.execute(database.owner.db)
  await expect.poll(() => page.isOpen).toBe(false)
  const { id } = await scan((await codeOf(mia.headers)).barcode)
  await expect.poll(async () => (await watch(mia.headers)).response.status, { timeout: 10_000 }).toBe(200)
  const next = await watch(mia.headers)
  await expect.poll(() => new Set(next.ids)).toEqual(new Set([id]))
})

test('a process with open streams stops at once', async () => {
  const stopping = await runningApi(database, { env })
  const url = await stopping.app.listen({ port: 0 })
  const mia = await createPayer(api, database)
  const response = await fetch(`${url}/api/me/patron-code-payment-request/events`, { headers: mia.headers })
  const body = response.body!.getReader()
  await body.read()
  const started = Date.now()
  const closed = once(stopping.app.server, 'close')
  await stopping.app.close()
  await closed
  expect(Date.now() - started).toBeLessThan(3000)
  expect((await body.read()).done).toBe(true)
})
