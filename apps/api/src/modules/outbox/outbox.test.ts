import { createMetrics, type Database, openDatabase, Secret } from '@nikau/runtime'
import { silent, testDatabase } from '@nikau/testing'
import { sql } from 'kysely'
import { beforeEach, expect, test, vi } from 'vitest'
import { createPayer, createShop, dispatchEvents, runningApi } from '../../fixtures.ts'
import { appendEvent, dispatchOutbox, measureOutbox, type OutboxEvent, type OutboxSubscriber, startOutboxDispatcher } from './index.ts'

const database = await testDatabase()
const { db } = database

const eventOf = (paymentRequestId: string, activityNumber = 1) => ({
  type: 'payment-request:paid' as const,
  accountId: 'acc_1',
  paymentRequestId,
  activityNumber,
  occurredAt: new Date('2026-07-01T00:00:00Z'),
})
const append = async (count: number, paymentRequestId?: string) => {
  for (let i = 0; i < count; i++) await appendEvent(db, eventOf(paymentRequestId ?? `pr_${i}`, i))
}
const pending = async () => (await sql<{ id: string }>`select payment_request_id as id from outbox_event order by id`.execute(db)).rows.map((row) => row.id)

beforeEach(async () => {
  await sql`truncate outbox_event`.execute(database.owner.db)
})

test('an event commits and rolls back with its transaction', async () => {
  await expect(
    db.transaction().execute(async (tx) => {
      await appendEvent(tx, eventOf('pr_rolled_back'))
      throw new Error('rolled back')
    }),
  ).rejects.toThrow('rolled back')
  await db.transaction().execute((tx) => appendEvent(tx, eventOf('pr_committed')))
  const received: OutboxEvent[] = []
  expect(await dispatchOutbox({ db, subscribers: [async (_tx, events) => void received.push(...events)] })).toBe(1)
  expect(received).toMatchObject([eventOf('pr_committed')])
  expect(await pending()).toEqual([])
})

test('a payment appends its event in the ledger’s batch, and only when it settles the request', async () => {
  const api = await runningApi(database)
  const shop = await createShop(api, database)
  const payer = await createPayer(api, database, 500)
  const request = await shop.createRequest(300)
  expect((await payer.pay(request.id)).status).toBe(200)
  expect((await payer.pay((await shop.createRequest(300)).id)).status).toBe(403)
  const { rows } = await sql`select type, account_id, payment_request_id, activity_number from outbox_event`.execute(db)
  expect(rows).toEqual([{ type: 'payment-request:paid', account_id: shop.accountId, payment_request_id: request.id, activity_number: 2 }])
})

test('an event whose transaction commits after later ids were dispatched is not skipped', async () => {
  const client = await database.pool.connect()
  try {
    await client.query('begin')
    await client.query(
      `insert into outbox_event (type, account_id, payment_request_id, activity_number, occurred_at) values ('payment-request:paid', 'acc_1', 'pr_late', 1, now())`,
    )
    await appendEvent(db, eventOf('pr_early'))
    expect(await dispatchOutbox({ db, subscribers: [] })).toBe(1)
    await client.query('commit')
  } finally {
    client.release()
  }
  expect(await pending()).toEqual(['pr_late'])
  expect(await dispatchOutbox({ db, subscribers: [] })).toBe(1)
})

test('concurrent dispatchers hand over each event once, and those of one request in order', async () => {
  const handled: OutboxEvent[] = []
  const subscriber: OutboxSubscriber = async (tx, events) => {
    await sql`select pg_sleep(0.002)`.execute(tx)
    handled.push(...events)
  }
  const dispatchers = Array.from({ length: 4 }, () => startOutboxDispatcher({ db, subscribers: [subscriber], batchSize: 7, log: silent }))
  const requests = ['pr_a', 'pr_b', 'pr_c']
  await Promise.all(requests.map((request) => append(60, request)))
  await vi.waitFor(async () => expect(await pending()).toEqual([]), { timeout: 10_000 })
  await Promise.all(dispatchers.map((dispatcher) => dispatcher.stop()))
  for (const request of requests)
    expect(handled.filter((event) => event.paymentRequestId === request).map((event) => event.activityNumber)).toEqual(Array.from({ length: 60 }, (_, i) => i))
})

test('a subscriber that fails puts its batch back, and the dispatcher retries', async () => {
  await append(3)
  let attempts = 0
  const handled: string[] = []
  const dispatcher = startOutboxDispatcher({
    db,
    log: silent,
    subscribers: [
      async (_tx, events) => {
        if (++attempts === 1) throw new Error('subscriber failed')
        handled.push(...events.map((event) => event.paymentRequestId!))
      },
    ],
  })
  await vi.waitFor(() => expect(handled).toEqual(['pr_0', 'pr_1', 'pr_2']), { timeout: 5000 })
  await dispatcher.stop()
  expect(await pending()).toEqual([])
})

test('a dispatcher whose connection is killed mid-batch loses and doubles nothing', async () => {
  await append(5)
  const own = openDatabase({ url: new Secret(database.url), name: 'outbox-victim', log: silent })
  const handled: string[] = []
  let kills = 0
  const dispatcher = startOutboxDispatcher({
    db: own.db,
    log: silent,
    subscribers: [
      async (tx, events) => {
        if (kills++ === 0) await killSession(database, 'outbox-victim')
        await sql`select 1`.execute(tx)
        handled.push(...events.map((event) => event.paymentRequestId!))
      },
    ],
  })
  await vi.waitFor(() => expect(handled).toHaveLength(5), { timeout: 10_000 })
  await dispatcher.stop()
  await own.close()
  expect(handled).toEqual(['pr_0', 'pr_1', 'pr_2', 'pr_3', 'pr_4'])
  expect(await pending()).toEqual([])
})

async function killSession({ pool }: Database, name: string): Promise<void> {
  await pool.query('select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1', [name])
}

test('metrics show the backlog and the lag', async () => {
  const metrics = createMetrics('test')
  const onDispatched = measureOutbox(metrics, db)
  await append(2)
  expect(await metrics.registry.metrics()).toMatch(/nikau_outbox_pending\{.*\} 2\n/)
  await dispatchOutbox({ db, subscribers: [], onDispatched })
  const text = await metrics.registry.metrics()
  expect(text).toMatch(/nikau_outbox_pending\{.*\} 0\n/)
  expect(text).toMatch(/nikau_outbox_lag_seconds_count\{.*\} 2\n/)
  expect(await dispatchEvents(database)).toBe(0)
})
