import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { Secret, systemClock } from '@nikau/runtime'
import { type TestDatabase, testDatabase } from '@nikau/testing'
import { sql } from 'kysely'
import { afterAll } from 'vitest'
import { createPayer, createShop, dispatchEvents, runningApi } from '../fixtures.ts'
import { challenge } from '../modules/webhooks/challenge.ts'
import { deliver, type DeliverDeps } from '../modules/webhooks/deliver.ts'

/** The API behind a real port, with a shop, its keys, and somebody who pays. */
export async function listeningApi() {
  const database = await testDatabase()
  const api = await runningApi(database, { env: { WEBHOOK_LOOPBACK: 'true', WEBHOOK_SECRET: 'test', RATE_LIMIT_SCALE: '100' } })
  const address = await api.app.listen({ port: 0, host: '127.0.0.1' })
  const shop = await createShop(api, database)
  const payer = await createPayer(api, database)
  const ownerKey = await api.post(`/api/accounts/${shop.accountId}/api-keys`, { name: 'books', role: 'account-owner' }, shop.owner.headers)
  return { database, api, address, shop, payer, key: shop.till['x-api-key'], ownerKey: String(ownerKey.body.secret) }
}

export type ListeningApi = Awaited<ReturnType<typeof listeningApi>>

/** A server between client and API that loses answers: the API has done what was asked, and the client does not learn it. */
export async function losingAnswers(target: string) {
  const state = { lose: 0, seen: [] as string[] }
  const forward = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await buffer(request)
    state.seen.push(`${request.method} ${request.url}`)
    const headers = Object.fromEntries(
      Object.entries(request.headers).filter(([name]) => !['host', 'connection', 'content-length', 'transfer-encoding'].includes(name)),
    )
    const answer = await fetch(target + request.url, { method: request.method!, headers: headers as Record<string, string>, ...(body.length > 0 && { body }) })
    const text = await answer.text()
    if (state.lose-- > 0) return response.destroy()
    return response.writeHead(answer.status, { 'content-type': 'application/json' }).end(text)
  }
  const server = createServer((request, response) => void forward(request, response)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  afterAll(() => void server.close())
  return { state, address: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

const deliverDeps = (database: TestDatabase): DeliverDeps => ({
  db: database.db,
  clock: systemClock,
  secret: new Secret('test'),
  loopback: true,
  resolve: async () => ['127.0.0.1'],
})

/** Registers a webhook and challenges its address as the worker would. `onId` is told the id before the challenge is sent. */
export async function registerWebhook(
  { api, database, shop }: ListeningApi,
  url: string,
  onId: (id: string) => unknown = () => {},
): Promise<{ id: string; jwksUrl: string; status: string }> {
  const base = `/api/accounts/${shop.accountId}/webhooks`
  await dispatchEvents(database)
  const { id } = (await api.post(base, { url }, shop.owner.headers)).body
  await onId(String(id))
  const { rows } = await sql<{ challenge: string }>`select challenge from webhook_endpoint where id = ${id}`.execute(database.owner.db)
  await challenge(deliverDeps(database), { endpointId: String(id), challenge: rows[0]!.challenge })
  return (await api.get(base, shop.owner.headers)).body.find((one: { id: string }) => one.id === id)
}

/** Sends what is due to a webhook. */
export async function deliverDue({ api, database, shop }: ListeningApi, webhookId: string): Promise<string[]> {
  await dispatchEvents(database)
  const due = (await api.get(`/api/accounts/${shop.accountId}/webhooks/${webhookId}/deliveries`, shop.owner.headers)).body.items as {
    id: string
    status: string
  }[]
  const waiting = due.filter(({ status }) => status === 'waiting').toReversed()
  const results = []
  for (const { id } of waiting) results.push(await deliver(deliverDeps(database), id))
  return results
}

/** A payout that carries everything: the shop has no bank account. */
export async function addPayout({ database, shop }: ListeningApi): Promise<string> {
  const id = randomUUID()
  await sql`insert into payout_run (day, started_at) values ('2026-12-04', now()) on conflict do nothing`.execute(database.owner.db)
  await sql`
    insert into payout (id, day, account_id, wallet_id, first_day, last_day, from_version, to_version, fees_version, gst_version, payments, refunds, fees, gst,
      carried_in, carried_out, net, carried_reason, created_at)
    values (${id}, '2026-12-04', ${shop.accountId}, ${shop.settlementWallet}, '2026-12-03', '2026-12-03', 0, 0, 0, 0, 0, 0, 0, 0, 100, 100, 0, 'no-account', now())`.execute(
    database.owner.db,
  )
  return id
}
