import { approveProposal, declineProposal, getProposal, listProposals } from '@nikau/contract/desk/proposals'
import { finishPasskey } from '@nikau/contract/desk/session'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { type DeskServer, inTurn, refuse, startDeskServer } from '../../testing/desk-server.ts'
import { answerSession, openDesk, stubPasskey } from '../../testing/open-desk.tsx'
import { proposals, sendBack } from '../../testing/proposals.ts'
import { expectFocusSeen, expectSound } from '../../testing/sweep.ts'

let server: DeskServer
let proposal = sendBack()

beforeEach(async () => {
  await page.viewport(1280, 800)
  proposal = sendBack()
  server = startDeskServer()
  answerSession(server)
  server.on(listProposals, () => ({ ...proposals, now: new Date() }))
  server.on(getProposal, () => ({ proposal, now: new Date() }))
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const waiting = page.getByRole('table', { name: 'Proposals that wait for a second person' })
const approve = page.getByRole('button', { name: /^Approve \$154\.30 with passkey/ })
const decline = page.getByRole('button', { name: 'Decline' })
const note = page.getByRole('textbox', { name: 'Why (needed to decline)' })
const rowText = (row: Element) => row.textContent.replaceAll(/\s+/g, ' ')

async function openProposal() {
  await openDesk('/approvals/318')
  await expect.element(page.getByRole('heading', { level: 1, name: 'Send back to a bank payer' })).toBeVisible()
}

test('those that wait are marked for the caller, with the reason for the others [DESK-23]', async () => {
  await openDesk('/approvals')
  await expect.element(waiting).toBeVisible()
  const rows = [...waiting.element().querySelectorAll('tbody tr')].map(rowText)
  expect(rows).toHaveLength(5)
  expect(rows[0]).toMatch(/318.*Send back to a bank payer.*exception 2009.*\$154\.30.*Mere Tamihana.*2:12 pm.*23 h \d+ min.*you can/)
  expect(rows[1]).toMatch(/1 h \d+ min.*soon.*you can/)
  expect(rows[2]).toMatch(/Lift a freeze.*–.*needs Risk or Compliance/)
  expect(rows[3]).toMatch(/Priya Raman.*another person/)
  await expect.element(page.getByText(/3 for you, 2 for others/)).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Approvals 3 waiting' })).toBeVisible()
  const decided = [...page.getByRole('table', { name: 'Proposals decided lately' }).element().querySelectorAll('tbody tr')].map(rowText)
  expect(decided[0]).toMatch(/Grace Oduya.*Mon 16 Nov, 4:48 pm.*approved/)
  expect(decided[2]).toMatch(/Priya Raman.*declined/)
})

test('J, K and Enter walk the table; the row keeps the focus on the way back', async () => {
  const desk = await openDesk('/approvals')
  await expect.element(waiting).toBeVisible()
  const current = () => waiting.element().querySelector('[aria-current]')?.textContent
  await userEvent.keyboard('j')
  expect(document.activeElement?.textContent).toBe('Send back to a bank payer')
  await userEvent.keyboard('jj')
  expect(current()).toContain('316')
  await userEvent.keyboard('k')
  expect(current()).toContain('317')
  // A new one arrives above: the row under the keys stays the same.
  server.on(listProposals, () => ({ ...proposals, waiting: [sendBack({ id: '319' }), ...proposals.waiting], now: new Date() }))
  await desk.queries.invalidateQueries()
  await expect.poll(() => waiting.element().querySelectorAll('tbody tr').length).toBe(6)
  expect(current()).toContain('317')
  expect(document.activeElement?.textContent).toBe('Send the orders of a file again')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('heading', { name: 'What happens when you approve' })).toBeVisible()
})

test('before its button there is all of it: debit and credit, balances, evidence, note and checks [DESK-31]', async () => {
  await openProposal()
  const posted = page.getByRole('table', { name: 'What will be posted, as debit and credit' })
  expect(rowText(posted.element().querySelector('tbody tr')!)).toBe('transfersurplus:nzd.mainbank$154.30')
  const balances = page.getByRole('table', { name: 'Balances before and after' })
  expect([...balances.element().querySelectorAll('tbody tr')].map(rowText)).toEqual([
    'surplus:nzd.main$184.30−$154.30$30.00',
    'bank−$2,754,009.18+$154.30−$2,753,854.88',
  ])
  await expect.element(page.getByText('BNZ case 4718, letter of Tue 17 Nov')).toBeVisible()
  await expect.element(page.getByText(/BNZ named the payer’s account at 1:58 pm, case 4718\./)).toBeVisible()
  await expect.element(page.getByText(/You did not propose it, note on it or own it/)).toBeVisible()
  await expect.element(page.getByText(/It was tried against the books, and every debit has its credit/)).toBeVisible()
  await expect.element(approve).toBeEnabled()
  // In the order of the page, too, the content comes first.
  const follows = posted.element().compareDocumentPosition(approve.element()) & Node.DOCUMENT_POSITION_FOLLOWING
  expect(follows).not.toBe(0)
})

test('while the proposal is read there is no button to press [DESK-31]', async () => {
  const { promise, resolve } = Promise.withResolvers<Response>()
  server.on(getProposal, () => promise)
  await openDesk('/approvals/318')
  await expect.poll(() => server.to(getProposal).length).toBe(1)
  expect(approve.query()).toBeNull()
  resolve(refuse('NOT_FOUND'))
  await expect.element(page.getByText('This does not exist, or no longer does.')).toBeVisible()
  expect(approve.query()).toBeNull()
})

test('approving names the act and the amount, and asks for the passkey before anything is sent [DESK-32]', async () => {
  const passkey = stubPasskey()
  server.on(approveProposal, () => {
    proposal = sendBack({
      state: 'approved',
      needs: [],
      approvers: [{ id: 'priya.raman', name: 'Priya Raman' }],
      decidedAt: new Date(),
      cannotDecide: 'PROPOSAL_ENDED',
    })
    return proposal
  })
  await openProposal()
  expect(approve.element().textContent).toBe('Approve $154.30 with passkey: Send back to a bank payer')
  await approve.click()
  await expect.element(page.getByText(/^Approved \d+:\d+ pm$/)).toBeVisible()
  expect(passkey).toHaveBeenCalledTimes(1)
  const calls = server.requests.map(({ endpoint }) => endpoint)
  expect(calls.indexOf(finishPasskey)).toBeLessThan(calls.indexOf(approveProposal))
  expect(server.to(approveProposal)).toHaveLength(1)
  expect(approve.query()).toBeNull()
})

test('without the passkey nothing is approved, and no key of the keyboard approves [DESK-32]', async () => {
  stubPasskey(() => 'closed')
  await openProposal()
  for (const key of ['a', 'A', 'Enter', ' ', 'j', 'x', 'o']) await userEvent.keyboard(key === 'Enter' ? '{Enter}' : key)
  await approve.click()
  const dialog = page.getByRole('alertdialog', { name: 'Use your passkey to go on' })
  await expect.element(dialog.getByText(/No passkey was used\. Nothing was done\./)).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(page.getByText('Use your passkey to go on. Nothing was done.')).toBeVisible()
  expect(server.to(approveProposal)).toHaveLength(0)
})

test('an act that needs a recent passkey asks for it and goes on by itself [DESK-07]', async () => {
  stubPasskey()
  server.on(
    declineProposal,
    inTurn<Response | typeof proposal>(
      () => refuse('STEP_UP_REQUIRED'),
      () =>
        (proposal = sendBack({
          state: 'declined',
          needs: [],
          declineNote: 'Wrong payer.',
          declinedBy: { id: 'priya.raman', name: 'Priya Raman' },
          decidedAt: new Date(),
        })),
    ),
  )
  await openProposal()
  await note.fill('Wrong payer.')
  await decline.click()
  await expect.element(page.getByText('Priya Raman: Wrong payer.')).toBeVisible()
  const sent = server.requests.map(({ endpoint }) => endpoint).filter((endpoint) => endpoint === declineProposal || endpoint === finishPasskey)
  expect(sent).toEqual([declineProposal, finishPasskey, declineProposal])
  expect(server.to(declineProposal).map(({ body }) => body)).toEqual([{ note: 'Wrong payer.' }, { note: 'Wrong payer.' }])
})

test('declining needs a note of at least 3 characters, and closes the proposal [DESK-30]', async () => {
  server.on(declineProposal, ({ body }) => {
    proposal = sendBack({
      state: 'declined',
      needs: [],
      declineNote: (body as { note: string }).note,
      declinedBy: { id: 'priya.raman', name: 'Priya Raman' },
      decidedAt: new Date(),
    })
    return proposal
  })
  await openProposal()
  await note.fill(' no ')
  await decline.click()
  await expect.element(page.getByText('Say why, in at least 3 characters.')).toBeVisible()
  await expect.element(note).toHaveFocus()
  expect(server.to(declineProposal)).toHaveLength(0)
  await note.fill('not')
  await decline.click()
  await expect.element(page.getByText(/^Declined \d+:\d+ pm$/)).toBeVisible()
  expect(approve.query()).toBeNull()
  expect(decline.query()).toBeNull()
})

test('one’s own proposal can be taken back and not approved [DESK-25]', async () => {
  proposal = sendBack({ proposer: { id: 'priya.raman', name: 'Priya Raman' }, cannotDecide: 'SAME_PERSON' })
  await openProposal()
  await expect.element(page.getByRole('button', { name: 'Take back' })).toBeEnabled()
  await expect.element(page.getByText(/You proposed it, noted on it or own it/)).toBeVisible()
  expect(approve.query()).toBeNull()
})

test('what has changed since it was proposed is refused, says that nothing was posted, and is read again [DESK-26]', async () => {
  stubPasskey()
  server.on(approveProposal, () => refuse('STALE_PROPOSAL'))
  await openProposal()
  await approve.click()
  await expect.element(page.getByText('It changed while you looked')).toBeVisible()
  await expect.element(page.getByText('What it was made for has changed. Nothing was posted.')).toBeVisible()
  await expect.element(approve).toBeDisabled()
  const before = server.to(getProposal).length
  await page.getByRole('button', { name: 'Read again' }).click()
  await expect.poll(() => server.to(getProposal).length).toBeGreaterThan(before)
  await expect.element(approve).toBeEnabled()
})

test.each([
  ['BOOKS_BROKEN', {}, 'An invariant does not hold. Money does not leave until it does.'],
  ['LEDGER_REFUSED', { reason: 'INSUFFICIENT_FUNDS' }, 'INSUFFICIENT_FUNDS'],
  ['PROPOSAL_ENDED', {}, 'The proposal was decided or has run out of time. Nothing was posted.'],
] as const)('%s is said in words', async (code, detail, text) => {
  stubPasskey()
  server.on(approveProposal, () => refuse(code, detail))
  await openProposal()
  await approve.click()
  await expect.element(page.getByText(text)).toBeVisible()
})

test('with the server away the last answer stays, says of when it is, and nothing can be done [DESK-96]', async () => {
  const desk = await openDesk('/approvals/318')
  await expect.element(approve).toBeEnabled()
  server.isAway = true
  await desk.queries.invalidateQueries()
  await expect.element(page.getByText(/^Shown as of 2:4\d pm$/)).toBeVisible()
  await expect.element(page.getByText('The desk cannot reach the books. Nothing here can be done until it can.')).toBeVisible()
  await expect.element(page.getByRole('table', { name: 'Balances before and after' })).toBeVisible()
  await expect.element(approve).toBeDisabled()
  await expect.element(decline).toBeDisabled()
  server.isAway = false
  await expect.element(approve).toBeEnabled()
  await expect.poll(() => page.getByText(/^Shown as of/).query()).toBeNull()
})

test.each(['/approvals', '/approvals/318'])(
  '%s is sound in light and dark on desktop and phone, and by keyboard alone [DESK-94 DESK-95]',
  { timeout: 180_000 },
  async (path) => {
    await openDesk(path)
    await expect.element(page.getByText('Send back to a bank payer').first()).toBeVisible()
    await expectSound('desktop')
    await expectFocusSeen()
    await expectSound('phone')
    await expectFocusSeen()
    for (const table of document.querySelectorAll('table')) {
      expect(table.caption?.textContent).toBeTruthy()
      expect(table.querySelectorAll('thead [role="columnheader"][scope="col"]').length).toBeGreaterThan(2)
      for (const row of table.querySelectorAll('tbody tr')) expect(row.querySelectorAll('[role="rowheader"][scope="row"]')).toHaveLength(1)
    }
  },
)
