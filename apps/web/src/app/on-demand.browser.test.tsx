import { expect, test } from 'vitest'
import { heading, mockServerPerTest, openApp, pageText } from '../testing/fixtures.tsx'

mockServerPerTest()

/** The files of features that the page has asked for since the observer started. */
const requested = new Set<string>()
new PerformanceObserver((list) => {
  for (const { name } of list.getEntries()) requested.add(new URL(name).pathname.replace(/^.*\/src\//, ''))
}).observe({ type: 'resource', buffered: true })

/** A file of each area, its path and its heading, in an order in which none opens another's. */
const areas = [
  ['not-found/NotFoundScreen.tsx', '/404', '404'],
  ['components/ComponentsScreen.tsx', '/components', 'Components'],
  ['developer/ConfigScreen.tsx', '/config', 'Configs'],
  ['session/AuthTestScreen.tsx', '/auth', 'Auth test'],
] as const

test('the areas 404, examples, debug and callback are loaded when they are opened, and not before [ROUTE-38]', async () => {
  const isLoaded = (file: string) => requested.has(`features/${file}`)
  const home = await openApp('/')
  await expect.poll(pageText).toContain('$128.40')
  await expect.poll(() => isLoaded('dashboard/DashboardScreen.tsx')).toBe(true)
  await home.unmount()
  for (const [index, [file, path, name]] of areas.entries()) {
    expect(areas.slice(index).filter(([later]) => isLoaded(later))).toEqual([])
    const screen = await openApp(path)
    await expect.element(heading(name)).toBeVisible()
    await expect.poll(() => isLoaded(file)).toBe(true)
    await screen.unmount()
  }
  expect(isLoaded('session/SigningInScreen.tsx')).toBe(true)
})
