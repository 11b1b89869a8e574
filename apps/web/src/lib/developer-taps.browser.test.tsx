import { beforeEach, expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { page } from 'vitest/browser'
import { afterTap, noTaps, type Tap, useDeveloperTaps } from './developer-taps.ts'
import { flags } from './flags.ts'
import { activateLanguage } from './i18n.ts'

beforeEach(async () => {
  localStorage.clear()
  await activateLanguage('en-NZ')
})

const taps = (letters: string, everyMs = 100) =>
  letters.split('').reduce((state, letter, index) => afterTap(state, letter as Tap, 1000 + index * everyMs), noTaps).count

test('only L L G L G G within ten seconds is the sequence [DEV-01]', () => {
  expect(taps('LLGLGG')).toBe(6)
  expect(taps('LLGLG')).toBe(5)
  for (const wrong of ['LLGLGL', 'GLGLGG', 'LLLGLGG', 'LLGGLG']) expect(taps(wrong)).toBeLessThan(6)
})

test('a wrong tap starts over [DEV-01]', () => {
  expect(taps('LLGG')).toBe(0)
  expect(taps('LLGGLLGLGG')).toBe(6)
})

test('more than ten seconds from first to last is too slow [DEV-01]', () => {
  expect(taps('LLGLGG', 2000)).toBe(6)
  expect(taps('LLGLGG', 2001)).toBeLessThan(6)
})

function Greeting() {
  const logo = useDeveloperTaps('L')
  const greeting = useDeveloperTaps('G')
  return (
    <>
      <span ref={logo}>logo</span>
      <span ref={greeting}>greeting</span>
    </>
  )
}

test('the sequence on logo and greeting sets devModeEnabled in config.deimos [DEV-01, DEV-02]', async () => {
  await render(<Greeting />)
  for (const letter of 'LLGLG') await page.getByText(letter === 'L' ? 'logo' : 'greeting').click()
  expect(flags().devModeEnabled).toBe(false)
  await page.getByText('greeting').click()
  expect(JSON.parse(localStorage.getItem('config.deimos')!)).toEqual({ devModeEnabled: true })
  expect(flags().devModeEnabled).toBe(true)
})
