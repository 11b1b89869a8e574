import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const text = readFileSync(join(root, 'docs/security/asvs.md'), 'utf8')
const rows = [...text.matchAll(/^\| V([\d.]+) \| (\d) \| (.+?) \| (.+?) \| (.+?) \|$/gm)].map(([, id, level, requirement, metBy, proof]) => ({
  id: id!,
  level: Number(level),
  requirement: requirement!,
  metBy: metBy!,
  proof: proof!,
}))

/** How many requirements of levels 1 and 2 each chapter of ASVS 5.0.0 has. */
const chapters = { 1: 27, 2: 11, 3: 19, 4: 10, 5: 9, 6: 35, 7: 18, 8: 7, 9: 7, 10: 29, 11: 14, 12: 9, 13: 13, 14: 9, 15: 13, 16: 16, 17: 7 }

test('every requirement of levels 1 and 2 is listed once', () => {
  expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length)
  const counts = Map.groupBy(
    rows.filter(({ level }) => level <= 2),
    ({ id }) => id.split('.')[0]!,
  )
  expect(Object.fromEntries([...counts].map(([chapter, list]) => [chapter, list.length]))).toEqual(chapters)
})

test('every row names a test, or says why there is none', () => {
  const without = rows.filter(({ metBy, proof }) => proof === '–' && !/Does not apply|Open|proxy|Node's HTTP parser|TypeScript on Node/.test(metBy))
  const withoutReason = rows.filter(({ metBy }) => /^(Open|Does not apply)(?!: \w)/.test(metBy))
  expect([...without, ...withoutReason].map(({ id }) => id)).toEqual([])
})

test('every file that the table names exists', () => {
  const files = [...text.matchAll(/`((?:apps|packages|tools|e2e|trials|docs)\/[^`]+)`/g)].map(([, file]) => file!)
  expect(files.length).toBeGreaterThan(80)
  expect([...new Set(files)].filter((file) => !existsSync(join(root, file)))).toEqual([])
})
