import { silent, testDatabase } from '@nikau/testing'
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { createPayer, createShop, createWebhook, runningApi } from '../../fixtures.ts'
import { outboxSubscribers } from '../../subscribers.ts'
import { startOutboxDispatcher } from './index.ts'

const database = await testDatabase()
const { db } = database

test('deliveries and their jobs exist within 100 ms of the commit, numbered without gaps', { timeout: 30_000 }, async () => {
  const api = await runningApi(database)
  const shop = await createShop(api, database)
  const endpoint = await createWebhook(api, database, shop)
  const payer = await createPayer(api, database, 10_000)
  const dispatcher = startOutboxDispatcher({ db, subscribers: outboxSubscribers, log: silent })
  const delays: number[] = []
  try {
    for (let i = 0; i < 15; i++) {
      const request = await shop.createRequest(10)
      expect((await payer.pay(request.id)).status).toBe(200)
      const paidAt = performance.now()
      await vi.waitFor(async () => expect(await deliveriesOf(request.id)).toBe(1), { timeout: 10_000, interval: 5 })
      delays.push(performance.now() - paidAt)
    }
  } finally {
    await dispatcher.stop()
  }
  expect(delays.toSorted((x, y) => x - y)[7]).toBeLessThan(100)
  const { rows } = await sql<{ sequence: bigint; jobs: number }>`
    select d.sequence, (select count(*)::int from graphile_worker._private_jobs j where j.payload ->> 'deliveryId' = d.id::text) as jobs
      from webhook_delivery d where d.endpoint_id = ${endpoint.id} order by d.sequence`.execute(db)
  expect(rows).toEqual(Array.from({ length: 15 }, (_, i) => ({ sequence: BigInt(i + 1), jobs: 1 })))
})

async function deliveriesOf(requestId: string): Promise<number> {
  return (await sql`select from webhook_delivery where payment_request_id = ${requestId}`.execute(db)).rows.length
}
