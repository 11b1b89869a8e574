import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { moneyFaults } from './money-faults.ts'
import { chooseItems, faultOf, onceWeak, plantingFault } from './mutants-choice.ts'
import { readMutants } from './mutants/index.ts'
import { readItems } from './requirements-results.ts'

const names = readdirSync('docs').filter((name) => /^requirements(-[a-z]+)?\.md$/.test(name))
const items = names.flatMap((name) => readItems(readFileSync(join('docs', name), 'utf8')))

const folder = mkdtempSync(join(tmpdir(), 'mutants-'))
afterAll(() => rmSync(folder, { recursive: true }))
const write = (name: string, text: string) => {
  writeFileSync(join(folder, name), text)
  return join(folder, name)
}
const file = write('fruit.ts', 'export const ripe = (days: number) => days > 3\nexport const sold = (days: number) => days > 9\n')
const own = write('fruit.test.ts', "test('apples are ripe after three days [FRUIT-01]', () => {})\n")
const good = { item: 'FRUIT-01', file, find: 'days > 3', replace: 'days > 4', test: own }
const fruit = [{ id: 'FRUIT-01', area: 'FRUIT' }]

test('every mutant fits the source as it is, and has a test', async () => {
  const faults = (await readMutants()).flatMap((mutant) => faultOf(mutant, items)?.replace(/^/, `${mutant.item}: `) ?? [])
  expect(faults).toEqual([])
})

test('every fault of the money paths fits the source as it is, and has a test', () => {
  expect(moneyFaults.flatMap((fault) => plantingFault(fault)?.replace(/^/, `${fault.name}: `) ?? [])).toEqual([])
  expect(new Set(moneyFaults.map(({ name }) => name)).size).toBe(34)
})

test('the items that were once tested too weakly have a mutant, and so do enough others for a full run', async () => {
  const known = new Set((await readMutants()).map(({ item }) => item))
  expect(onceWeak.filter((item) => !known.has(item))).toEqual([])
  expect(known.size).toBeGreaterThanOrEqual(60)
})

test('a mutant that no longer fits is named with the reason', () => {
  expect(faultOf(good, fruit)).toBeUndefined()
  expect(faultOf({ ...good, item: 'FRUIT-02' }, fruit)).toBe('no such requirement')
  expect(faultOf({ ...good, file: join(folder, 'nut.ts') }, fruit)).toMatch(/does not exist$/)
  expect(faultOf({ ...good, find: 'days > 5' }, fruit)).toMatch(/^its text occurs 0 times in /)
  expect(faultOf({ ...good, find: '(days: number)' }, fruit)).toMatch(/^its text occurs 2 times in /)
  expect(faultOf({ ...good, replace: good.find }, fruit)).toBe('it changes nothing')
  expect(faultOf({ ...good, test: write('nut.test.ts', '') }, fruit)).toMatch(/has no test titled with it$/)
  expect(faultOf({ ...good, replace: 'days >' }, fruit)).toMatch(/^does not compile/)
})

test('a seed always chooses the same items, and those that must be among them', () => {
  const all = Array.from({ length: 50 }, (_, index) => `FRUIT-${index}`)
  const choose = (seed: number) => chooseItems(all, { count: 10, seed, always: ['FRUIT-7', 'FRUIT-8'] })
  expect(choose(1)).toEqual(choose(1))
  expect(choose(1)).not.toEqual(choose(2))
  expect(choose(3).slice(0, 2)).toEqual(['FRUIT-7', 'FRUIT-8'])
  expect(new Set(choose(4)).size).toBe(10)
  expect(chooseItems(['FRUIT-1'], { count: 10, seed: 1, always: [] })).toEqual(['FRUIT-1'])
})
