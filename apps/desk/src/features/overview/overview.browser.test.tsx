import { getOverview } from '@nikau/contract/desk/overview'
import { listProposals } from '@nikau/contract/desk/proposals'
import { cents } from '@nikau/money'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { type DeskServer, startDeskServer } from '../../testing/desk-server.ts'
import { answerSession, openDesk } from '../../testing/open-desk.tsx'
import { brokenOverview, overviewOf } from '../../testing/overview.ts'
import { proposals } from '../../testing/proposals.ts'
import { expectFocusSeen, expectSound } from '../../testing/sweep.ts'
import { waterfallOf } from './waterfall.ts'

let server: DeskServer
let overview = overviewOf()

beforeEach(async () => {
  await page.viewport(1280, 800)
  overview = overviewOf()
  server = startDeskServer()
  answerSession(server)
  server.on(listProposals, () => ({ ...proposals, now: new Date() }))
  server.on(getOverview, () => overview)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const text = (element: Element) => element.textContent.replaceAll(/\s+/g, ' ').trim()
const rowsOf = (name: string | RegExp) => [...page.getByRole('table', { name }).element().querySelectorAll('tbody tr, tfoot tr')].map(text)
const well = page.getByRole('heading', { level: 1, name: 'Every cent is where it should be' })
const broken = page.getByRole('heading', { level: 1, name: 'A cent is not where it should be' })

async function open() {
  const desk = await openDesk('/overview')
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
  return desk
}

test('the largest figure is the unexplained amount, with the moment it was read [DESK-35]', async () => {
  await open()
  await expect.element(well).toBeVisible()
  const answer = document.querySelector('.dk-answer')!
  expect(text(answer)).toMatch(/\$0\.00 ?of \$2,794,402\.18 we owe is unexplained\. ?Read \d+ seconds? ago\./)
  expect(text(answer)).toMatch(/Books sum to \$0\.00 ?48,930,114 entries, nzd\.main/)
  expect(text(answer)).toMatch(/79 of 79 invariants hold ?2:40 pm, every 5 minutes/)
  expect(text(answer)).toMatch(/Customer money covered ?\$77,536\.13 of our own beyond it/)
  const sizes = [...document.querySelectorAll('main *')]
    .filter((element) => element.textContent.trim() !== '')
    .map((element) => Number.parseFloat(getComputedStyle(element).fontSize))
  expect(Number.parseFloat(getComputedStyle(answer.querySelector('.n-money')!).fontSize)).toBe(Math.max(...sizes))
})

test.each([
  [
    'a sum that is not zero',
    { verdict: 'missing' as const, books: { ...overviewOf().books, units: [{ unit: 'nzd.main', sum: cents(-1) }] } },
    /−\$0\.01.*Books sum to −\$0\.01/,
  ],
  ['an invariant with rows', brokenOverview(), /\$18\.00 ?unexplained since 2:35 pm\..*78 of 79 invariants hold ?invariant_bank_balance_is_explained: 1 row/],
])('the field is red with %s [DESK-35] [DESK-36]', async (_, change, words) => {
  overview = overviewOf(change)
  await open()
  await expect.element(broken).toBeVisible()
  await expect.element(well).not.toBeInTheDocument()
  expect(text(document.querySelector('.dk-answer')!)).toMatch(words)
})

test('what broke is named with its rows, since when and what should hold [DESK-36]', async () => {
  overview = brokenOverview()
  await open()
  expect(rowsOf('Invariants that are broken')).toEqual([
    'invariant_bank_balance_is_explained12:35 pmBank statement balances equal the ledger, apart from what is in flight and the differences that nobody has resolved',
  ])
  // Nothing is said about what stops: that is not built.
  expect(text(document.querySelector('main')!)).not.toMatch(/stopped|paused/i)
})

test('a check that is too old says nothing, and neither does a server that is away [DESK-35] [DESK-96]', async () => {
  overview = overviewOf({ verdict: 'unknown' })
  const desk = await open()
  await expect.element(page.getByRole('heading', { level: 1, name: 'Not known: the books were not checked lately' })).toBeVisible()
  overview = overviewOf()
  await desk.queries.invalidateQueries()
  await expect.element(well).toBeVisible()
  server.isAway = true
  await desk.queries.invalidateQueries()
  await expect.element(page.getByRole('heading', { level: 1, name: 'Not known: the desk cannot reach the books' })).toBeVisible()
  await expect.element(page.getByText(/^Shown as of \d+:\d\d [ap]m$/)).toBeVisible()
  expect(rowsOf('Open exceptions by age')).toHaveLength(5)
  server.isAway = false
  await desk.queries.invalidateQueries()
  await expect.element(well).toBeVisible()
})

test('the bank position goes down term by term to what nothing explains, and adds up to the cent [DESK-37] [DESK-95]', async () => {
  await open()
  expect(rowsOf('From the banks’ statements to our books, term by term')).toEqual([
    'On the statements, less our books$79,959.00',
    'In bank files2 files, 690 orders−$84,310.00',
    'Paid at customers’ banksbooked on one side so far$4,906.30',
    'Differences7 lines, 4 open−$555.30',
    expect.stringMatching(/^4 other terms are zero: Received from partners.*\$0\.00$/),
    'Unexplainednothing left over$0.00',
  ])
  const { start, steps } = waterfallOf(overview.bank!)
  expect(start.width + start.left).toBeCloseTo(100)
  expect(steps.map(({ to }) => to)).toEqual([-435_100n, 55_530n, 0n])
  expect(steps.at(-1)!.to).toBe(overview.bank!.unexplained)
  const bars = page.getByRole('table', { name: /term by term/ }).getByRole('img')
  expect(bars.elements().map((bar) => bar.getAttribute('aria-label'))).toEqual([
    'from $0.00 to $79,959.00',
    'from $79,959.00 to −$4,351.00',
    'from −$4,351.00 to $555.30',
    'from $555.30 to $0.00',
  ])
})

test('clearing accounts, exceptions, files and tasks have their figures [DESK-38] [DESK-39]', async () => {
  await open()
  const clearing = rowsOf('Clearing accounts')
  expect(clearing[0]).toMatch(/^Payouts on their waypayouts\$63,412\.75271 items, \$63,412\.75oldest 5 h 29 minWed 18 Nov\$0\.00$/)
  expect(clearing[4]).toMatch(/To go back to bank payers.*2 d \d+ h late/)
  expect(clearing[6]).toMatch(/−\$14,814\.50.*next statement, Wed 18 Nov/)
  expect(rowsOf('Open exceptions by age').at(-1)).toBe('Open14$15,942.70')
  await expect.element(page.getByText('3 overdue')).toBeVisible()
  await expect.element(page.getByText(/^1 h 1[34] min$/)).toBeVisible()
  await expect.element(page.getByText('until the window closes, 3:55 pm. The bank’s cut-off is 4:00 pm.')).toBeVisible()
  expect(rowsOf('Orders that wait for a file, and files of today')).toEqual([
    'Debits waiting412$61,240.00',
    'Payouts waiting118$31,980.00',
    'DC261116-02 rejected41$12,940.00',
  ])
  expect(rowsOf('Background tasks')[0]).toMatch(/^deliver-webhook.*128 s0$/)
  expect(rowsOf('Background tasks')).toHaveLength(8)
  await page.getByRole('button', { name: 'Show all 10 tasks' }).click()
  expect(rowsOf('Background tasks')).toHaveLength(10)
})

test('the chart is spoken, and its figures are in a table [DESK-40]', async () => {
  await open()
  await expect
    .element(page.getByRole('img', { name: /^Payments per minute over the last hour, between \d+ and \d+; now 214; in the same minute last Tuesday 188$/ }))
    .toBeVisible()
  await expect.element(page.getByText('refused 1.1 %, median answer 38 ms')).toBeVisible()
  await page.getByText('Figures by minute').click()
  const rows = rowsOf('Payments by minute')
  expect(rows).toHaveLength(60)
  expect(rows.at(-1)).toBe('2:40 pm214188')
})

test('an empty desk shows zeroes, and one over test money no bank', async () => {
  const {
    bank: _bank,
    customers: _customers,
    payments: _payments,
    ...rest
  } = overviewOf({
    test: true,
    clearing: [],
    books: { ...overviewOf().books, units: [{ unit: 'nzd.test', sum: cents(0) }] },
    exceptions: { open: 0, sum: cents(0), overdue: 0, ages: overviewOf().exceptions.ages.map(({ age }) => ({ age, open: 0, sum: cents(0) })) },
    queues: { workers: 0, failing: 2, tasks: [] },
  })
  overview = rest
  await open()
  await expect.element(well).toBeVisible()
  expect(text(document.querySelector('.dk-answer')!)).toMatch(/\$0\.00 ?is unexplained\./)
  await expect.element(page.getByText(/no worker alive, 2 jobs failing/)).toBeVisible()
  await expect.element(page.getByRole('table', { name: 'Clearing accounts' })).not.toBeInTheDocument()
  await expectSound('desktop')
})

test('it is read again every 15 seconds, and nothing moves [DESK-96]', async () => {
  const shifts: number[] = []
  const observer = new PerformanceObserver((list) => shifts.push(...list.getEntries().map((entry) => (entry as unknown as { value: number }).value)))
  observer.observe({ type: 'layout-shift', buffered: false })
  const desk = await open()
  await expect.element(well).toBeVisible()
  const tops = () => [...document.querySelectorAll('.dk-panel, .dk-answer, .dk-table tr')].map((element) => Math.round(element.getBoundingClientRect().top))
  await vi.waitFor(() => expect(document.querySelectorAll('.dk-panel').length).toBe(6))
  const before = tops()
  const calls = server.to(getOverview).length
  overview = overviewOf({ exceptions: { ...overview.exceptions, open: 15, sum: cents(2_594_270) } })
  await vi.waitFor(() => expect(server.to(getOverview).length).toBeGreaterThan(calls), { timeout: 20_000, interval: 200 })
  await vi.waitFor(() => expect(rowsOf('Open exceptions by age').at(-1)).toBe('Open15$25,942.70'))
  expect(tops()).toEqual(before)
  expect(shifts.reduce((sum, shift) => sum + shift, 0)).toBeLessThanOrEqual(0.05)
  observer.disconnect()
  expect(desk.state().isAway).toBe(false)
})

test.each(['desktop', 'phone'] as const)('both forms are sound on a %s, and all of it is reached by keyboard [DESK-94]', async (size) => {
  await open()
  await expectSound(size)
  await expectFocusSeen()
  overview = brokenOverview()
  document.body.replaceChildren()
  await open()
  await expect.element(broken).toBeVisible()
  await expectSound(size)
})

test('at 400 % zoom nothing scrolls sideways and no amount is cut off [DESK-94] [DESK-95]', async () => {
  await page.viewport(320, 200)
  await open()
  await expect.element(page.getByRole('table', { name: 'Clearing accounts' })).toBeInTheDocument()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320)
  const cut = [...document.querySelectorAll('.dk-sum, .n-money')].filter((element) => {
    const { left, right } = element.getBoundingClientRect()
    return (left < 0 || right > 320) && element.closest('.dk-table-scroll[tabindex]') === null
  })
  expect(cut.map(text)).toEqual([])
})
