import { expect, test } from 'vitest'
import { createTabLock } from './only-tab.ts'

const { locks } = navigator
let name = 0
/** Tabs of one device. */
const twoTabs = () => {
  name++
  return [createTabLock(`till.${name}`, locks), createTabLock(`till.${name}`, locks)] as const
}

test('one tab runs the till, and another one when that is closed and no sooner [TILL-06]', async () => {
  const [first, second] = twoTabs()
  expect([await first.ask(), first.state()]).toEqual([true, 'ours'])
  expect([await second.ask(), second.state()]).toEqual([false, 'elsewhere'])
  expect([await second.ask(), first.state()]).toEqual([false, 'ours'])
  first.leave()
  expect([await second.ask(), second.state()]).toEqual([true, 'ours'])
  expect([await first.ask(), first.state()]).toEqual([false, 'elsewhere'])
})

test('a page that starts again takes its place back from the one before, however quickly [TILL-18]', async () => {
  const [before, after] = twoTabs()
  await before.ask()
  const asked = after.ask()
  expect(after.state()).toBe('asking')
  before.leave()
  expect(await asked).toBe(true)
  // As React starts effects twice in development.
  after.leave()
  const given = before.ask()
  before.leave()
  expect([await before.ask(), before.state()]).toEqual([true, 'ours'])
  await given
  before.leave()
  expect(await after.ask()).toBe(true)
})

test('a browser without locks has one tab [TILL-06]', async () => {
  const tab = createTabLock('till', undefined)
  expect([tab.state(), await tab.ask()]).toEqual(['ours', true])
})
