import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { initials } from '../avatar/Avatar.tsx'
import { Amount } from './Amount.tsx'
import { Money } from './Money.tsx'

test.each([
  ['$128.40', '', '$', '.40'],
  ['−$12.00', '−', '$', '.00'],
  ['+$1,204,880.15', '+', '$', '.15'],
  ['$0.00', '', '$', '.00'],
])('the parts of %s keep every digit', async (text, sign, currency, cents) => {
  await render(<Money text={text} />)
  const part = (name: string) => document.querySelector(`.n-money-${name}`)?.textContent ?? ''
  expect(document.querySelector('.n-money')?.textContent).toBe(text)
  expect([part('sign'), part('currency'), part('cents')]).toEqual([sign, currency, cents])
})

test('an amount is smaller from seven digits on', async () => {
  const screen = await render(<Money text="$9,999.99" size="xl" />)
  const long = () => document.querySelector('.n-money')?.hasAttribute('data-long')
  expect(long()).toBe(false)
  await screen.rerender(<Money text="$99,999.99" size="xl" />)
  expect(long()).toBe(true)
})

test('screen readers get the spoken text, once', async () => {
  await render(
    <>
      <Money text="−$12.00" spoken="minus 12 dollars" />
      <Amount text="−$8.50" spoken="minus 8 dollars 50" />
    </>,
  )
  const heard = [...document.querySelectorAll('.n-money > span, .n-amount > span')].filter((part) => part.getAttribute('aria-hidden') !== 'true')
  expect(heard.map((part) => part.textContent)).toEqual(['minus 12 dollars', 'minus 8 dollars 50'])
})

test.each([
  ['Corner Loaf', 'CL'],
  ['Te Aroha Whaanga-Henderson', 'TW'],
  ['Ōtaki', 'Ō'],
  ['  āio  ', 'Ā'],
])('%s is marked %s', (name, letters) => {
  expect(initials(name)).toBe(letters)
})
