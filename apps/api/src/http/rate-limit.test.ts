import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '@nikau/runtime'
import { fakeClock, testDatabase } from '@nikau/testing'
import { afterAll, expect, test } from 'vitest'
import { createRateLimiter } from './rate-limit.ts'

const database = await testDatabase()

const limiterAt = (time: string) => {
  const limiter = createRateLimiter(database.db, fakeClock(time))
  afterAll(() => limiter.close())
  return limiter
}
const onTime = limiterAt('2026-11-20T00:01:10Z')
const behind = limiterAt('2026-11-20T00:00:59Z')
const nextDay = limiterAt('2026-11-21T00:00:00Z')

test('a process whose clock is behind does not reset the current minute [API-05]', async () => {
  for (let n = 0; n < 8; n++) expect(await onTime.consume('shop', 10)).toBe(0)
  for (let n = 0; n < 2; n++) await behind.consume('shop', 4)
  expect(await onTime.consume('shop', 10)).toBe(50)
})

test('a call that overtakes buffered ones is counted after them [API-05]', async () => {
  const flushed = Promise.withResolvers<void>()
  const executor = database.db.getExecutor()
  let isFirst = true
  /** Its first statement, which is the flush, takes a while. */
  const executeQuery: typeof executor.executeQuery = async (...query) => {
    if (isFirst) {
      isFirst = false
      flushed.resolve()
      await sleep(200)
    }
    return await executor.executeQuery(...query)
  }
  const slow = new Proxy(executor, {
    get: (target, name) => {
      const value: unknown = name === 'executeQuery' ? executeQuery : Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  const limiter = createRateLimiter({ getExecutor: () => slow } as Db, fakeClock('2026-11-20T00:01:10Z'))
  afterAll(() => limiter.close())
  for (let n = 0; n < 2; n++) expect(await limiter.consume('kiosk', 10)).toBe(0)
  await flushed.promise
  const waits: number[] = []
  for (let n = 0; n < 10; n++) waits.push(await limiter.consume('kiosk', 10))
  expect(waits).toEqual([...Array.from({ length: 8 }, () => 0), 50, 50])
})

test('a process that ends flushes its counts [API-05]', async () => {
  const ending = createRateLimiter(database.db, fakeClock('2026-11-20T00:01:20Z'))
  for (let n = 0; n < 5; n++) await ending.consume('stall', 20) // too few to be written at once
  await ending.close()
  for (let n = 0; n < 15; n++) expect(await onTime.consume('stall', 20)).toBe(0)
  expect(await onTime.consume('stall', 20)).toBe(50)
})

test('counts of another minute are reset, also when the clock was set back [API-05]', async () => {
  for (let n = 0; n < 10; n++) await nextDay.consume('cafe', 10)
  expect(await nextDay.consume('cafe', 10)).toBeGreaterThan(0)
  for (let n = 0; n < 10; n++) expect(await onTime.consume('cafe', 10)).toBe(0)
})
