import axe from 'axe-core'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { mockServerPerTest } from '../testing/fixtures.tsx'
import { cornerLoaf, cornerLoafNow } from '../testing/corner-loaf.ts'
import { queryClient } from '../lib/endpoint-hooks.ts'
import { server } from '../testing/mock-server.ts'
import { openPortal } from '../testing/portal.tsx'
import { portalRoutes } from './routes.ts'
import { brokenOrder, brokenTables, smallTargets } from './sweep-rules.ts'

// Every route of the portal, with the answers about Corner Loaf. A new route is covered as soon as its row is in the route table;
// one with a parameter needs an example here, and data in testing/corner-loaf.ts.

mockServerPerTest()

const examples: Readonly<Record<string, string>> = {
  paymentRequestId: 'pr_1',
  payoutId: 'po_1',
  step: 'payout-account',
  invitationId: 'inv_1',
  collectionId: 'col_1',
  deliveryId: '5b2f8c1e-0d3a-4f6b-9c7d-000000004182',
}

function addressOf(path: string): string {
  if (path === '*') return '/business/nowhere'
  return path.replaceAll(/:(\w+)/g, (_, name: string) => {
    const example = examples[name]
    if (example === undefined) throw new Error(`give an example of :${name}, which a route of the portal has`)
    return example
  })
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], shouldAdvanceTime: true })
  vi.setSystemTime(cornerLoafNow)
  Object.assign(server.answers, cornerLoaf)
  // Open until the page closes it: the numbers stay fresh.
  server.answers['GET /api/accounts/org/events'] = (_body: unknown, { signal }: { signal: AbortSignal }) =>
    new Response(
      new ReadableStream<Uint8Array>({
        start(controller) {
          controller.enqueue(new TextEncoder().encode(': \n\nid: 1\ndata: {"id":"1","kind":"reset"}\n\n'))
          signal.addEventListener('abort', () => controller.error(signal.reason))
        },
      }),
    )
})
afterEach(() => {
  vi.useRealTimers()
  delete document.documentElement.dataset.theme
})

const sizes = { desktop: [1280, 800], phone: [390, 844] } as const
const screens = portalRoutes.flatMap(({ name, path }) => Object.entries(sizes).map(([size, [width, height]]) => ({ name, path, size, width, height })))
/** What these list is a table with at least one row. */
const tablesOfMoney = ['home', 'payments', 'payment', 'payouts', 'payout', 'take', 'tokens', 'token']
const withTables = [...tablesOfMoney, 'team', 'changes', 'api-keys', 'webhooks', 'requests']
/** Their own minute: axe reads every element, twice. */
const timeout = 120_000

async function openLoaded(path: string): Promise<HTMLElement> {
  await openPortal(addressOf(path))
  await expect.element(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
  await expect.poll(() => queryClient.isFetching()).toBe(0)
  const main = () => document.querySelector<HTMLElement>('main')
  await expect.poll(() => main()?.querySelectorAll('[aria-busy="true"]').length).toBe(0)
  return main()!
}

test.each(screens)(
  'the screen $name on a $size has no violation of WCAG 2.2 A and AA, in light and dark [BIZ-10]',
  async ({ path, width, height }) => {
    await page.viewport(width, height)
    await openLoaded(path)
    for (const theme of ['light', 'dark']) {
      document.documentElement.dataset.theme = theme
      for (const animation of document.getAnimations()) if (Number.isFinite(Number(animation.effect?.getComputedTiming().endTime))) animation.finish()
      const { violations } = await axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] })
      expect(violations.map(({ id, nodes }) => `${theme} ${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)).toEqual([])
    }
  },
  timeout,
)

test.each(screens)(
  'every control of the screen $name on a $size is reached by Tab in reading order, and on a phone at least 48 px [BIZ-10]',
  async ({ path, width, height }) => {
    await page.viewport(width, height)
    const main = await openLoaded(path)
    if (width < 768) expect(smallTargets(document.body)).toEqual([])
    const visited: Element[] = []
    // A page that has opened has its focus on the heading: Tab starts at the top.
    const start = document.body.insertAdjacentElement('afterbegin', document.createElement('button')) as HTMLButtonElement
    start.focus()
    for (let n = 0; n < 120; n++) {
      await userEvent.tab()
      const at = document.activeElement
      start.remove()
      if (at !== null && at === visited.at(-1)) continue // day, month and year of a date are stops of one field
      if (!at || at === document.body || visited.includes(at)) break
      visited.push(at)
    }
    expect(brokenOrder(visited, main)).toEqual([])
  },
  timeout,
)

test.each(screens)(
  'lists of the screen $name on a $size are tables with a caption, column headers and row headers, folded or not [BIZ-09]',
  async ({ name, path, width, height }) => {
    await page.viewport(width, height)
    const main = await openLoaded(path)
    expect(brokenTables(main, width < 768)).toEqual([])
    if (withTables.includes(name)) await expect.poll(() => page.getByRole('table').elements().length).toBeGreaterThan(0)
    const tables = page.getByRole('table').elements()
    for (const table of tables) expect(page.elementLocator(table).getByRole('row').elements()).toHaveLength(table.querySelectorAll('tr').length)
  },
  timeout,
)
