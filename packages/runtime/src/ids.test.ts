import { expect, test } from 'vitest'
import { randomIds } from './ids.ts'

test('public ids have 22 characters, an optional prefix, and are unique', () => {
  const ids = Array.from({ length: 1000 }, () => randomIds.public())
  expect(new Set(ids).size).toBe(1000)
  for (const id of ids) expect(id).toMatch(/^[1-9A-HJ-NP-Za-km-z]{22}$/)
  expect(randomIds.public('mc_')).toMatch(/^mc_/)
})

test('ordered ids are version 7 UUIDs and sort by time', async () => {
  const first = randomIds.ordered()
  await new Promise((resolve) => setTimeout(resolve, 3))
  const second = randomIds.ordered()
  expect(first).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(first < second).toBe(true)
})
