import { expect, test } from 'vitest'
import { createHandScanner } from './hand-scanner.ts'

function scannerWithLog() {
  const scans: string[] = []
  const starts: number[] = []
  const scanner = createHandScanner((digits, startedAt) => {
    scans.push(digits)
    starts.push(startedAt)
  })
  let now = 0
  const type = (text: string, gapMs: number) => text.split('').map((key) => scanner.press(key, (now += gapMs)))
  return {
    scans,
    starts,
    type,
    enter: (gapMs: number) => scanner.press('Enter', (now += gapMs)),
    press: (key: string, gapMs: number) => scanner.press(key, (now += gapMs)),
  }
}

test('digits that come quickly and end with Enter are one scan [TILL-07]', () => {
  const { scans, starts, type, enter } = scannerWithLog()
  type('9990001234567890', 12)
  expect(enter(12)).toBe(true)
  expect(starts).toEqual([12])
  type('1234567812345670', 8)
  enter(8)
  expect(scans).toEqual(['9990001234567890', '1234567812345670'])
})

test('typing of a person is no scan, and its keys are left alone [TILL-07]', () => {
  const { scans, starts, type, enter, press } = scannerWithLog()
  expect(type('9990001234567890', 120)).not.toContain(true)
  expect(enter(120)).toBe(false)
  // A person's digit in front of a scan does not belong to it.
  press('5', 400)
  press('1', 400)
  type('234567812345670', 10)
  enter(10)
  expect(scans).toEqual(['1234567812345670'])
  expect(starts).toEqual([2840])
  press('3', 400)
  expect(press('4', 5)).toBe(true)
  expect(enter(5)).toBe(false)
  expect(scans).toHaveLength(1)
})
