import { setTimeout as sleep } from 'node:timers/promises'
import { testDatabase } from '@nikau/testing'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createShop, runningApi } from '../../../fixtures.ts'
import { completeReturn } from './completion.ts'
import { insertRefundReturns } from './store.ts'

const database = await testDatabase()
const { db } = database
const api = await runningApi(database)
const shop = await createShop(api, database)

const completed = async () =>
  (await sql<{ count: bigint }>`select count(*) as count from outbox_event where type = 'payment-request:refund-completed'`.execute(db)).rows[0]!.count

test('a refund that goes back in two ways is complete with the second, also when both arrive at once [MON-1]', async () => {
  const request = await shop.createRequest(1000)
  await db.transaction().execute((tx) => insertRefundReturns(tx, request, 1, ['by-bank', 'by-card']))
  const first = await db.startTransaction().execute()
  await completeReturn(first, 'by-bank', new Date())
  const second = db.transaction().execute((tx) => completeReturn(tx, 'by-card', new Date()))
  await sleep(200)
  await first.commit().execute()
  await second
  expect(await completed()).toBe(1n)
  await db.transaction().execute((tx) => completeReturn(tx, 'by-card', new Date()))
  expect(await completed()).toBe(1n)
})
