import '../tokens.css'
import './countdown-ring.css'
import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { CountdownRing } from './CountdownRing.tsx'

/** The computed colour of a role. */
function role(name: string): string {
  const probe = document.body.appendChild(document.createElement('i'))
  probe.style.color = `var(--${name})`
  const { color } = getComputedStyle(probe)
  probe.remove()
  return color
}

test.each([
  [1, 'brand'],
  [0.26, 'brand'],
  [0.25, 'flower'],
  [0.11, 'flower'],
  [0.1, 'negative'],
  [0.01, 'negative'],
])('with %d of the time left the ring has the colour of %s [CODE-05]', async (fraction, colour) => {
  await render(<CountdownRing fraction={fraction}>42</CountdownRing>)
  const value = document.querySelector('.n-ring-value') as Element
  expect(getComputedStyle(value).stroke).toBe(role(colour))
})

test('the ring’s length is the remaining fraction of its circumference of 283', async () => {
  const screen = await render(<CountdownRing fraction={0.75} />)
  const value = () => document.querySelector('.n-ring-value')
  expect(value()?.getAttribute('stroke-dasharray')).toBe('283')
  expect(Number(value()?.getAttribute('stroke-dashoffset'))).toBeCloseTo(283 / 4)
  await screen.rerender(<CountdownRing fraction={0} />)
  expect(value()).toBeNull()
})
