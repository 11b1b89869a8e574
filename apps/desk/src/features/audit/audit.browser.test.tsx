import { getAuditChain, listAudit } from '@nikau/contract/desk/audit'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import { auditChain, auditEntries, auditEntry } from '../../testing/audit.ts'
import { type DeskServer, startDeskServer } from '../../testing/desk-server.ts'
import { answerSession, openDesk } from '../../testing/open-desk.tsx'
import { expectFocusSeen, expectSound } from '../../testing/sweep.ts'

let server: DeskServer
const textOf = (found: Locator) => found.element().textContent.replaceAll(/\s+/g, ' ')

beforeEach(async () => {
  await page.viewport(1280, 800)
  server = startDeskServer()
  answerSession(server, { operator: { id: 'grace.oduya', name: 'Grace Oduya', roles: ['compliance'] } })
  server.on(listAudit, { items: [...auditEntries] })
  server.on(getAuditChain, auditChain)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const table = page.getByRole('table', { name: 'Entries, newest first' })
const rows = () => [...table.element().querySelectorAll('tbody tr')].map((row) => row.textContent.replaceAll(/\s+/g, ' '))
const panel = (name: string) => page.getByRole('region', { name })
const current = () => table.element().querySelector('tr[aria-current]')?.textContent

async function openLog() {
  await openDesk('/audit')
  await expect.element(table).toBeVisible()
}

test('the log is a table, newest first, with who, what and why in words [DESK-20] [DESK-95]', async () => {
  await openLog()
  const shown = rows()
  expect(shown).toHaveLength(auditEntries.length)
  expect(shown[0]).toMatch(/^1,284,1192:41:08 pm.*Priya.*looked.*proposal 318/)
  expect(shown[3]).toMatch(/Tomasi.*refused.*proposal 314: SAME_PERSON/)
  expect(shown[4]).toMatch(/Hannah.*did.*Freeze an account.*account 44d9e02a/)
  expect(shown[6]).toMatch(/Mere.*proposed.*Send back to a bank payer.*exception 2009/)
  expect(shown[9]).toMatch(/not known.*sign-in.*signed in: NOT_AN_OPERATOR/)
  expect(shown[11]).toMatch(/the system.*ended.*not confirmed in the review: all roles taken.*operator ihaia\.rua/)
  expect(table.element().querySelector('th[aria-sort]')).toHaveAttribute('aria-sort', 'descending')
  expect(page.getByRole('button', { name: /Export/ }).query()).toBeNull()
})

test('the newest entry stands in the panel with time to the millisecond, session, call and both hashes [DESK-20]', async () => {
  await openLog()
  const entry = panel('Entry 1,284,119')
  await expect.poll(() => textOf(entry)).toMatch(/Priya Raman, Finance lead.*Tue 17 Nov 2026, 2:41:08\.114 pm/)
  expect(textOf(entry)).toContain('GET /api/desk/proposals/:id')
  const [{ previous, hash, session } = auditEntries[0]!] = auditEntries
  for (const text of [previous, hash, session!]) expect(textOf(entry)).toContain(text)
  await expect.element(entry.getByText('chain holds')).toBeVisible()
  await expect.poll(() => textOf(panel('Chain'))).toMatch(/1,284,119.*2:40 pm, outside.*2:41 pm, no gap, all hold/)
})

test('a log that was not checked has no tick, and a broken one says so [DESK-18]', async () => {
  server.on(getAuditChain, { entries: 9, head: auditChain.head })
  await openLog()
  await expect.poll(() => textOf(panel('Chain'))).toMatch(/Anchorednot yet.*Checkednot yet/)
  expect(panel('Chain').element().querySelector('.n-icon')).toBeNull()
  expect(page.getByText('chain holds').query()).toBeNull()
  server.on(getAuditChain, { ...auditChain, holds: false })
  await openDesk('/audit')
  await expect.element(page.getByText('2:41 pm, the chain is broken')).toBeVisible()
})

test('chips and the field narrow the log by kind, operator and subject [DESK-20]', async () => {
  await openLog()
  await page.getByRole('button', { name: 'Refused' }).click()
  await expect.poll(() => server.to(listAudit).at(-1)!.query).toEqual({ kind: 'refused' })
  await page.getByRole('button', { name: 'Everything' }).click()
  const field = page.getByRole('searchbox', { name: 'Operator or subject' })
  await field.fill('Mere.Tamihana')
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => server.to(listAudit).at(-1)!.query).toEqual({ operator: 'mere.tamihana' })
  await field.fill('exception:2009')
  expect(server.to(listAudit).at(-1)!.query).toEqual({ operator: 'mere.tamihana' })
  server.on(listAudit, { items: [] })
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('No entry is like this')).toBeVisible()
  expect(server.to(listAudit).at(-1)!.query).toEqual({ subject: 'exception:2009' })
  server.on(listAudit, { items: [...auditEntries] })
  await field.fill('')
  await expect.element(table).toBeVisible()
  await page.getByRole('button', { name: 'Only Priya Raman' }).click()
  await expect.element(field).toHaveValue('priya.raman')
  await expect.poll(() => server.to(listAudit).at(-1)!.query).toEqual({ operator: 'priya.raman' })
})

test('J, K and Enter move and choose; a newer entry does not move what is chosen [DESK-94] [DESK-96]', async () => {
  const desk = await openDesk('/audit')
  await expect.element(table).toBeVisible()
  await userEvent.keyboard('jjj')
  expect(document.activeElement?.textContent).toBe('1,284,117')
  await expect.element(panel('Entry 1,284,119')).toBeVisible()
  await userEvent.keyboard('{Enter}')
  await expect.element(panel('Entry 1,284,117')).toBeVisible()
  await userEvent.keyboard('k{Enter}')
  await expect.element(panel('Entry 1,284,118')).toBeVisible()
  server.on(listAudit, { items: [auditEntry(1_284_120, '14:41:20', 'mere', {}), ...auditEntries] })
  await desk.queries.invalidateQueries()
  await expect.poll(() => rows().length).toBe(auditEntries.length + 1)
  expect(current()).toContain('1,284,118')
  expect(document.activeElement?.textContent).toBe('1,284,118')
  await expect.element(panel('Entry 1,284,118')).toBeVisible()
})

test('Show more reads the next page and keeps the first [DESK-20]', async () => {
  server.on(listAudit, ({ query }) => (query.pageKey === 'next' ? { items: auditEntries.slice(6) } : { items: auditEntries.slice(0, 6), nextPageKey: 'next' }))
  await openLog()
  expect(rows()).toHaveLength(6)
  await page.getByRole('button', { name: 'Show more' }).click()
  await expect.poll(() => rows().length).toBe(auditEntries.length)
  expect(page.getByRole('button', { name: 'Show more' }).query()).toBeNull()
})

test('with the server away the last answer stays and says of when it is [DESK-96]', async () => {
  const desk = await openDesk('/audit')
  await expect.element(table).toBeVisible()
  server.isAway = true
  await desk.queries.invalidateQueries()
  await expect.element(page.getByText(/^Shown as of/)).toBeVisible()
  expect(rows()).toHaveLength(auditEntries.length)
})

test('the log is sound in light and dark on desktop and phone, and by keyboard [DESK-94]', { timeout: 120_000 }, async () => {
  await openLog()
  await expectSound('desktop')
  await expectSound('phone')
  await page.viewport(1280, 800)
  await expectFocusSeen()
})
