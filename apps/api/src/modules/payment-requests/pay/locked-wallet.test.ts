import { holdAccount, testDatabase } from '@nikau/testing'
import { expect, test } from 'vitest'
import { createPayer } from '../../../fixtures.ts'
import { startTill } from '../fixtures.ts'

const database = await testDatabase()
const { api, shop } = await startTill(database)

test('a wallet that another transaction keeps locked stops its own payment alone, which can be made again with the same key [MON-8]', async () => {
  const payers = await Promise.all(Array.from({ length: 60 }, () => createPayer(api, database, 500)))
  const requests = await Promise.all(payers.map(() => shop.createRequest(500)))
  const pay = (n: number) => payers[n]!.pay(requests[n]!.id, { idempotencyKey: `key-${n}` })
  const letGo = await holdAccount(database.owner, `asset:${payers[7]!.walletId}`)
  const startedAt = Date.now()
  const answers = await Promise.all(payers.map((_, n) => pay(n)))
  const elapsed = Date.now() - startedAt
  await letGo()
  expect(answers.map(({ status }) => status)).toEqual(payers.map((_, n) => (n === 7 ? 503 : 200)))
  expect(answers[7]!.headers['retry-after']).toBeDefined()
  // Less than the time after which an outcome is unknown.
  expect(elapsed).toBeLessThan(8000)
  expect(await payers[7]!.balance()).toBe(500)
  expect((await pay(7)).status).toBe(200)
  expect(await payers[7]!.balance()).toBe(0)
})
