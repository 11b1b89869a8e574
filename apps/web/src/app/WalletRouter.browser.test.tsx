import { useEffect } from 'react'
import { UNSAFE_createMemoryHistory as createMemoryHistory, useLocation, useNavigationType } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { page } from 'vitest/browser'
import { base } from '../lib/paths.ts'
import { loadViewTransitions } from '../testing/load-view-transitions.ts'
import { preloadPath } from './Shell.tsx'
import { WalletRouter } from './WalletRouter.tsx'
import './app.css'

const directions: (string | undefined)[] = []
let isStill = false

/** The real transition, counted with its direction. */
beforeEach(() => {
  directions.length = 0
  isStill = false
  const start = document.startViewTransition.bind(document)
  vi.spyOn(document, 'startViewTransition').mockImplementation((update) => {
    directions.push(document.documentElement.dataset.direction)
    return start(update)
  })
  const media = matchMedia
  vi.spyOn(window, 'matchMedia').mockImplementation((query) =>
    query.includes('prefers-reduced-motion') ? ({ matches: isStill } as MediaQueryList) : media(query),
  )
})
afterEach(() => vi.restoreAllMocks())

const renders: string[] = []
function Where() {
  const { pathname, search } = useLocation()
  const type = useNavigationType()
  useEffect(() => void renders.push(pathname))
  return <h1>{`${type} ${pathname}${search}`}</h1>
}

async function open(path: string) {
  const history = createMemoryHistory({ initialEntries: [base + path], v5Compat: true })
  await render(
    <WalletRouter history={history} preload={preloadPath}>
      <Where />
    </WalletRouter>,
  )
  await loadViewTransitions()
  const shows = async (text: string) => await expect.element(page.getByRole('heading', { name: text, exact: true })).toBeVisible()
  return { go: (to: string) => history.push(base + to), replace: (to: string) => history.replace(base + to), back: () => history.go(-1), shows }
}

test('a step to another screen is a view transition forward, the way back one backward', async () => {
  const { go, back, shows } = await open('/activity')
  go('/locations')
  await shows('PUSH /locations')
  expect(directions).toEqual(['forward'])
  go('/send?step=amount')
  await shows('PUSH /send?step=amount')
  back()
  await shows('POP /locations')
  expect(directions).toEqual(['forward', 'forward', 'back'])
})

test('a redirect, the guides over a screen and a filter of the same screen are no view transition', async () => {
  const { go, replace, shows } = await open('/')
  replace('/activity')
  await shows('REPLACE /activity')
  go('/activity?show=in')
  await shows('PUSH /activity?show=in')
  replace('/')
  await shows('REPLACE /')
  go('/guides')
  await shows('PUSH /guides')
  expect(directions).toEqual([])
})

test('under reduced motion the next screen is there without a view transition', async () => {
  isStill = true
  const { go, shows } = await open('/activity')
  go('/locations')
  await shows('PUSH /locations')
  expect(directions).toEqual([])
})

test('of two steps in a row only the last is shown, and during a transition the page takes input', async () => {
  const { go, shows } = await open('/activity')
  renders.length = 0
  go('/locations')
  go('/limits')
  await shows('PUSH /limits')
  expect(renders).not.toContain('/locations')
  expect(getComputedStyle(document.documentElement, '::view-transition').pointerEvents).toBe('none')
})
