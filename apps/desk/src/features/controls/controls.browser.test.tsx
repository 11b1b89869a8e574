import { listControlValues, listFlags, listStops, setFlag, stopNow } from '@nikau/contract/desk/controls'
import { createProposal, listProposals } from '@nikau/contract/desk/proposals'
import type { DeskRole } from '@nikau/contract/desk/roles'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { controlValues, flagsAnswer, stopsAnswer } from '../../testing/controls.ts'
import { type DeskServer, refuse, startDeskServer } from '../../testing/desk-server.ts'
import { answerSession, openDesk } from '../../testing/open-desk.tsx'
import { sendBack } from '../../testing/proposals.ts'
import { expectFocusSeen, expectSound } from '../../testing/sweep.ts'

let server: DeskServer
const as = (role: DeskRole) => answerSession(server, { operator: { id: 'pita.moana', name: 'Pita Moana', roles: [role] } })
const button = (name: string | RegExp) => page.getByRole('button', { name })
const stops = page.getByRole('table', { name: 'What can be stopped, and whether it is' })
const flags = page.getByRole('table', { name: 'Flags of the app' })
const why = page.getByRole('textbox', { name: 'Why' })
const textsOf = (element: Element) => [...element.querySelectorAll('tbody tr')].map((row) => row.textContent.replaceAll(/\s+/g, ' '))

beforeEach(async () => {
  await page.viewport(1280, 800)
  server = startDeskServer()
  as('operations')
  server.on(listStops, { stops: stopsAnswer(), now: new Date() })
  server.on(listFlags, { flags: flagsAnswer(), now: new Date() })
  server.on(listControlValues, { items: controlValues })
  server.on(listProposals, { waiting: [], decided: [], now: new Date() })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

async function openControls() {
  await openDesk('/flags')
  await expect.element(stops).toBeVisible()
  await expect.element(flags).toBeVisible()
}

test('stops say what runs, what is stopped, since when, by whom and why, in words [DESK-92] [DESK-95]', async () => {
  await openControls()
  const rows = textsOf(stops.element())
  expect(rows).toHaveLength(8)
  expect(rows[0]).toMatch(/^Top-upsstopped: new top-ups are refusedrunningStop Top-ups$/)
  expect(rows[2]).toContain('by the check of the books: An invariant does not hold: units_sum_to_zero')
  expect(rows[5]).toMatch(/^Pay by bank, Westpacsince .*, Mere Tamihana: Westpac answers 503 .*stoppedStart again Pay by bank, Westpac$/)
})

test('stopping takes one person and a reason, at once [DESK-92]', async () => {
  server.on(stopNow, { name: 'top-ups', stopped: true })
  await openControls()
  await button('Stop Top-ups').click()
  await expect.element(why).toHaveFocus()
  await button('Stop now').click()
  await expect.element(page.getByText('Say why, in at least 3 characters.')).toBeVisible()
  expect(server.to(stopNow)).toEqual([])
  await why.fill('The bank answers 503')
  await button('Stop now').click()
  await expect.poll(() => server.to(stopNow)).toMatchObject([{ params: { name: 'top-ups' }, body: { reason: 'The bank answers 503' } }])
  await expect.element(why).not.toBeInTheDocument()
})

test('starting again is proposed, and a refusal says that nothing was done [DESK-92]', async () => {
  server.on(createProposal, () => refuse('BOOKS_BROKEN'))
  await openControls()
  await button('Start again Bank windows').click()
  await expect.element(page.getByText('It stays stopped until a second person agrees. Needs Finance lead, Compliance.')).toBeVisible()
  await why.fill('They hold again')
  await button('Propose the start').click()
  await expect.element(page.getByRole('alert').getByText('An invariant does not hold. Money does not leave until it does.')).toBeVisible()
  server.on(createProposal, sendBack({ kind: 'start-after-break', subject: 'stop:windows' }))
  await button('Propose the start').click()
  await expect.element(why).not.toBeInTheDocument()
  expect(server.to(createProposal).at(-1)).toMatchObject({ body: { kind: 'start-after-break', content: { name: 'windows' }, note: 'They hold again' } })
  expect(new Set(server.to(createProposal).map(({ body }) => (body as { key: string }).key)).size).toBe(1)
})

test('a start that is proposed leads to its proposal [DESK-92]', async () => {
  const start = { act: 'start-again', needs: [['operations' as const]], proposalId: '310' }
  server.on(listStops, { stops: stopsAnswer({ name: 'bank-westpac', start }), now: new Date() })
  await openControls()
  await expect.element(page.getByRole('link', { name: 'Start is proposed Pay by bank, Westpac' })).toHaveAttribute('href', '/approvals/310')
})

test('a flag is changed with a reason, and who may not sees no button [DESK-91]', async () => {
  server.on(setFlag, { name: 'showWithdraw', on: false })
  await openControls()
  await button('Turn off Withdraw in the menu').click()
  await why.fill('Cases 74 to 76')
  await button('Turn off now').click()
  await expect.poll(() => server.to(setFlag)).toMatchObject([{ params: { name: 'showWithdraw' }, body: { on: false, reason: 'Cases 74 to 76' } }])
  expect(textsOf(flags.element()).find((row) => row.includes('sendAssetsToEmailEnabled'))).toContain('Wiremu Parata')
})

test('an auditor reads everything and changes nothing [DESK-91] [DESK-92]', async () => {
  as('auditor')
  await openControls()
  expect(button(/^(Stop|Start again|Turn) /).elements()).toEqual([])
})

test('the history says each value with from, until, who and why [DESK-93]', async () => {
  await openControls()
  const items = [...document.querySelectorAll('.dk-control-log li')].map(({ textContent }) => textContent.replaceAll(/\s+/g, ' '))
  expect(items).toHaveLength(5)
  expect(items[3]).toMatch(/Farm card started againThe company answers againsince .* · Mere Tamihana, approved by Wiremu Parata$/)
  expect(items[4]).toMatch(/Farm card stoppedThe company is down.* until .* · Mere Tamihana$/)
  expect(items[0]).toContain('by the check of the books')
})

test('no barrier that axe finds, no sideways scrolling, and every control by keyboard [DESK-94]', async () => {
  await openControls()
  await expectSound('desktop')
  await expectFocusSeen()
  await button('Stop Top-ups').click()
  await expectSound('desktop')
  await expectSound('phone')
})
