import { getStatement, listStatements } from '@nikau/contract/desk/statements'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { type DeskServer, startDeskServer } from '../../testing/desk-server.ts'
import { answerSession, openDesk } from '../../testing/open-desk.tsx'
import { comparisonOf, statementAnswer, statementList, trust } from '../../testing/statements.ts'
import { expectFocusSeen, expectSound } from '../../testing/sweep.ts'

let server: DeskServer
beforeEach(async () => {
  await page.viewport(1280, 800)
  server = startDeskServer()
  answerSession(server)
  server.on(listStatements, () => statementList())
  server.on(getStatement, () => statementAnswer())
})
afterEach(() => vi.unstubAllGlobals())
const textOf = (element: Element) => element.textContent.replaceAll(/\s+/g, ' ')
const rowsOf = (element: Element) => [...element.querySelectorAll('tbody tr, tfoot tr')].map(textOf)

test('a day shows balances, expected and shown by type, its differences and lines [DESK-56]', async () => {
  await openDesk('/reconciliation')
  const differences = page.getByRole('table', { name: 'Differences' })
  await expect.element(differences).toBeVisible()
  expect(server.to(getStatement)[0]!.params).toEqual({ account: trust.id, day: '2026-11-16' })
  expect(rowsOf(differences.element())).toEqual([
    expect.stringMatching(/^Shown twiceduplicateT7QKMX3BVA5Rline 198DD–no amount\+\$614\.50\+\$614\.502021open.*Mere Tamihana$/),
    expect.stringMatching(/^Another amountwrong-amountTB5RZQ7XKD2Mline 215DD\+\$120\.00\+\$102\.00−\$18\.002024opennobody$/),
  ])
  expect(rowsOf(page.getByRole('table', { name: 'Expected and shown, by type' }).element())).toEqual([
    'Direct debits collected DD393+$58,265.00394+$58,861.50+$596.50',
    'Payments out DC147−$16,145.70147−$16,145.70$0.00',
    'All lines540+$42,119.30541+$42,715.80+$596.50',
  ])
  expect(textOf(page.getByRole('region', { name: 'The statement against itself' }).element())).toMatch(
    /Opening\$2,105,046\.03equals the last closing541 lines\+\$42,715\.80.*Closing\$2,147,761\.83opening plus lines, gap \$0\.00Expected\+\$42,119\.30.*Differs by\+\$596\.502 lines differ/,
  )
  await page.getByRole('button', { name: 'Next lines' }).click()
  await expect.poll(() => server.to(getStatement).at(-1)!.query).toEqual({ pageKey: '198' })
})

test('a comparison that no longer adds up says so [DESK-56]', async () => {
  server.on(getStatement, () => statementAnswer({ comparison: comparisonOf({ addsUp: false }) }))
  await openDesk('/reconciliation')
  await expect.element(page.getByText('Expected and differences are not what is shown')).toBeVisible()
})

test('a day that was not compared or is late says why and is never shown as agreeing [DESK-57]', async () => {
  await openDesk('/reconciliation')
  const days = page.getByRole('navigation', { name: 'Statement days' })
  await expect.element(days).toBeVisible()
  expect([...days.element().querySelectorAll('a')].map((link) => [textOf(link), link.dataset.status])).toEqual([
    ['Fri 13 Nov not compared', 'not-compared'],
    ['Sat 14 Nov agrees', 'agrees'],
    ['Sun 15 Nov late', 'late'],
    ['Mon 16 Nov 2 differences2', 'differs'],
  ])
  const without = { comparison: undefined, items: [], matching: 0, nextPageKey: undefined, day: '2026-11-15' }
  const dueAt = new Date('2026-11-16T03:00:00+13:00')
  server.on(getStatement, () => statementAnswer({ ...without, status: 'late', notCompared: { reason: 'no-statement', dueAt, isFailing: true } }))
  await page.getByRole('link', { name: 'Sun 15 Nov late' }).click()
  await expect.element(page.getByRole('heading', { name: 'Late: this day was not compared' })).toBeVisible()
  await expect.element(page.getByText(/was due Mon 16 Nov, 3:00 am and has not been read\. The last attempt to read it failed/)).toBeVisible()
  expect(document.querySelector('main')!.textContent).not.toMatch(/Every line agrees|to the cent/)
  await expect.element(page.getByRole('table')).not.toBeInTheDocument()
  server.on(getStatement, () => statementAnswer({ ...without, status: 'not-compared', notCompared: { reason: 'before-first', day: '2026-11-14' } }))
  await page.getByRole('link', { name: 'Fri 13 Nov not compared' }).click()
  await expect.element(page.getByText('Nothing was expected of this account before Sat 14 Nov.')).toBeVisible()
})

test('a statement is sound in both themes and walked by Tab [DESK-94]', async () => {
  await openDesk('/reconciliation')
  await expect.element(page.getByRole('table', { name: 'Differences' })).toBeVisible()
  await expectSound('desktop')
  await expectFocusSeen()
})
