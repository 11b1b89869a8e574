import { exceptionKinds } from '@nikau/contract/desk/exception-kinds'
import { closeException, getException, listExceptions, noteException, takeException } from '@nikau/contract/desk/exceptions'
import { createProposal, getProposal, listProposals, previewProposal } from '@nikau/contract/desk/proposals'
import { cents } from '@nikau/money'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { type DeskServer, refuse, startDeskServer } from '../../testing/desk-server.ts'
import { exceptionAnswer, exceptionRow, exceptionRows, wrongAmount } from '../../testing/exceptions.ts'
import { answerSession, openDesk, stubPasskey } from '../../testing/open-desk.tsx'
import { sendBack } from '../../testing/proposals.ts'
import { expectFocusSeen, expectSound } from '../../testing/sweep.ts'
import { kindTexts } from './kinds.ts'
import { actTexts } from './texts.ts'

let server: DeskServer
let exception = wrongAmount()
const mere = { id: 'mere.tamihana', name: 'Mere Tamihana', roles: ['operations' as const, 'finance' as const] }

beforeEach(async () => {
  await page.viewport(1280, 800)
  exception = wrongAmount()
  server = startDeskServer()
  answerSession(server, { operator: mere })
  server.on(listProposals, { waiting: [], decided: [], now: new Date() })
  server.on(listExceptions, () => exceptionAnswer())
  server.on(getException, () => ({ exception, now: new Date() }))
  for (const endpoint of [takeException, noteException, closeException]) server.on(endpoint, () => ({ exception, now: new Date() }))
  stubPasskey()
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const table = page.getByRole('table', { name: 'Open exceptions, oldest first' })
const rows = () => [...table.element().querySelectorAll('tbody tr')]
const current = () => table.element().querySelector('tr[aria-current]')?.textContent ?? ''
const textOf = (element: Element) => element.textContent.replaceAll(/\s+/g, ' ')

async function openQueue(address = '/exceptions') {
  const desk = await openDesk(address)
  await expect.element(table).toBeVisible()
  return desk
}
async function openOne() {
  await openDesk('/exceptions/2024')
  await expect.element(page.getByRole('heading', { level: 1, name: 'Line has another amount' })).toBeVisible()
}

test('every kind has a plain name and a sentence, and every act of one its words [DESK-46]', () => {
  for (const kind of exceptionKinds) expect([kind, kindTexts[kind].name.id && kindTexts[kind].meaning.id]).toEqual([kind, expect.stringMatching(/./)])
  const names = exceptionKinds.map((kind) => kindTexts[kind].name.message ?? kindTexts[kind].name.id)
  expect(new Set(names).size).toBe(exceptionKinds.length)
  expect(Object.keys(actTexts).length).toBeGreaterThan(20)
})

test('the queue says what happened in words, with age, owner and where it stands [DESK-44] [DESK-95]', async () => {
  await openQueue()
  expect(rows()).toHaveLength(14)
  const texts = rows().map(textOf)
  expect(texts[0]).toMatch(/1987.*Paid too late: send it back.*bank-payment-surplus.*request CP-7QK-2M4, ASB.*\$30\.00.*8 d 4 hlate.*Tomasi.*closes by payment/)
  expect(texts[2]).toMatch(/2009.*\$154\.30.*4 d 3 hlate.*Mere.*second person/)
  expect(texts[3]).toMatch(/2 d 8 hdue soon/)
  expect(texts[10]).toMatch(/Line has another amount.*−\$18\.00.*11 h 39 min(?!late|due).*Mere.*to do/)
  expect(texts[4]).toMatch(/nobody.*closes by itself/)
  expect([...table.element().querySelectorAll('[aria-sort]')].map((head) => [textOf(head), head.getAttribute('aria-sort')])).toEqual([['Age', 'descending']])
  const strip = page.getByRole('region', { name: 'In short' })
  expect(textOf(strip.element())).toMatch(
    /Open14.*7 without an owner.*\$15,906\.70.*Past their time3.*Wait for a second person2\$13,094\.30.*Closed today9.*median 2 h 10 min/,
  )
  await expect.element(page.getByRole('link', { name: 'Exceptions 14 waiting' })).toBeVisible()
})

test('J and K move, Enter opens, and the row has the focus again on the way back [DESK-42] [DESK-43]', async () => {
  const desk = await openQueue()
  await userEvent.keyboard('j')
  expect(document.activeElement?.textContent).toBe('Paid too late: send it back')
  await userEvent.keyboard('jjk')
  expect(current()).toContain('2003')
  // A new one arrives above: the row under the keys keeps its place.
  const older = exceptionRow({ id: '1900', kind: 'statement-sum', subject: 'x', cents: 1, minutes: 20_000, targetHours: 72, standing: { kind: 'to-do' } })
  server.on(listExceptions, () => exceptionAnswer([older, ...exceptionRows]))
  await desk.queries.invalidateQueries()
  await expect.poll(() => rows().length).toBe(15)
  expect(current()).toContain('2003')
  expect(document.activeElement?.textContent).toBe('Card company refuses a refund')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('heading', { level: 1, name: 'Line has another amount' })).toBeVisible()
  expect(server.to(getException).at(-1)!.params.id).toBe('2003')
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Exceptions' }).click()
  await expect.element(table).toBeVisible()
  expect(current()).toContain('2003')
})

test('A takes the row on, X selects, N notes on what is selected, F goes to the filters, O opens the next [DESK-42]', async () => {
  await openQueue()
  await userEvent.keyboard('jjja')
  await expect.poll(() => server.to(takeException).map(({ params }) => params.id)).toEqual(['2009'])
  await userEvent.keyboard('xjx')
  await expect.element(page.getByRole('status').filter({ hasText: '2 selected' })).toBeVisible()
  await expect.element(page.getByRole('checkbox', { name: 'Select 2014' })).toBeChecked()
  await userEvent.keyboard('n')
  const note = page.getByRole('textbox', { name: 'Note' })
  await expect.element(note).toHaveFocus()
  // Keys are text while a field has the focus.
  await userEvent.keyboard('Asked the bank, jkaxo')
  await expect.element(note).toHaveValue('Asked the bank, jkaxo')
  await page.getByRole('button', { name: 'Add note' }).click()
  await expect
    .poll(() => server.to(noteException).map(({ params, body }) => [params.id, (body as { note: string }).note]))
    .toEqual([
      ['2009', 'Asked the bank, jkaxo'],
      ['2014', 'Asked the bank, jkaxo'],
    ])
  await expect.element(note).not.toBeInTheDocument()
  expect(document.activeElement?.textContent).toBe('Bank silent about an order')
  expect(server.to(takeException)).toHaveLength(1)
  await userEvent.keyboard('f')
  await expect.element(page.getByRole('button', { name: 'All 14' })).toHaveFocus()
  await userEvent.keyboard('?')
  const list = page.getByRole('dialog', { name: 'Keys' })
  for (const label of ['Next row', 'Row before', 'Open the row', 'Take it on', 'Note', 'Select', 'Filter', 'Open the next']) await expect.element(list.getByText(label, { exact: true })).toBeVisible() // prettier-ignore
  await userEvent.keyboard('{Escape}')
  await expect.element(list).not.toBeInTheDocument()
  await userEvent.keyboard('o')
  await expect.element(page.getByRole('heading', { level: 1, name: 'Line has another amount' })).toBeVisible()
  expect(server.to(getException).at(-1)!.params.id).toBe('2014')
})

test('each key has a button that does the same [DESK-42]', async () => {
  await openQueue()
  const keys = page.getByRole('group', { name: 'What the keys do' })
  for (const name of ['J down', 'K up', 'Enter open', 'A take it on', 'N note', 'X select', 'F filter', 'O open the next']) await expect.element(keys.getByRole('button', { name })).toBeEnabled() // prettier-ignore
  await keys.getByRole('button', { name: 'J down' }).click()
  await keys.getByRole('button', { name: 'A take it on' }).click()
  await expect.poll(() => server.to(takeException)).toHaveLength(1)
  await expect.element(page.getByRole('button', { name: 'Open next O' })).toBeVisible()
})

test('a reader sees the queue and can do nothing with it', async () => {
  answerSession(server, { operator: { id: 'ana', name: 'Ana Ruiz', roles: ['auditor'] } })
  await openQueue()
  await userEvent.keyboard('jan')
  expect([server.to(takeException).length, page.getByRole('textbox', { name: 'Note' }).elements().length]).toEqual([0, 0])
  await expect.element(page.getByRole('button', { name: 'A take it on' })).toBeDisabled()
})

test('filters are in the address and are asked of the server', async () => {
  await openQueue()
  await page.getByRole('button', { name: 'Past their time 3' }).click()
  await expect.poll(() => server.to(listExceptions).at(-1)!.query).toMatchObject({ age: 'overdue' })
  await expect.element(page.getByRole('button', { name: 'Past their time 3' })).toHaveAttribute('aria-pressed', 'true')
  await page.getByRole('button', { name: 'Bank files 4' }).click()
  await expect.poll(() => server.to(listExceptions).at(-1)!.query).toEqual({ group: 'bank-files' })
  await page.getByRole('button', { name: 'More filters' }).click()
  await page.getByRole('combobox', { name: 'State' }).selectOptions('closed')
  await expect.poll(() => server.to(listExceptions).at(-1)!.query).toMatchObject({ group: 'bank-files', state: 'closed' })
})

test('the sources stand side by side, the row that differs is marked with its digits [DESK-45]', async () => {
  await openOne()
  const evidence = page.getByRole('table', { name: 'What each source says, side by side' }).element()
  expect([...evidence.querySelectorAll('thead th')].slice(1).map(textOf)).toEqual([
    expect.stringContaining('Our order'),
    expect.stringContaining('The bank result'),
    expect.stringContaining('The bank’s statement'),
  ])
  const differing = [...evidence.querySelectorAll('tr[data-differs]')]
  expect(differing.map(textOf)).toEqual(['Amount differs+$120.00+$120.00+$102.00'])
  expect([...differing[0]!.querySelectorAll('mark')].map(({ textContent }) => textContent).join('')).toBe('02')
  await expect.element(page.getByText(/3 sources, 1 row differs/)).toBeVisible()
  await expect.element(page.getByRole('heading', { name: 'No customer is affected' })).toBeVisible()
  const history = [...document.querySelectorAll('.dk-log li')].map(textOf)
  expect(history[0]).toContain('Raised by reconcile-statements3:02 am')
  expect(history[2]).toContain('Mere Tamihana noted')
})

test('the acts of the kind stand safest first, each with what it moves and who agrees [DESK-46]', async () => {
  await openOne()
  const acts = [...document.querySelectorAll('.dk-act')].map(textOf)
  expect(acts.map((text) => text.split(/(?=[A-Z])/)[0])).toHaveLength(4)
  expect(acts[0]).toMatch(/^Match differences.*Moves no money.*Nobody else has to agree.*Do it/)
  expect(acts[2]).toMatch(/^Adjustment.*Moves money in the books.*A second person has to agree: Finance or Finance lead.*Propose/)
  expect(acts[3]).toMatch(/^Close with a note.*Moves no money/)
  await expect.element(page.getByText(/^Nobody can change a statement line/)).toBeVisible()
})

test('an act is tried before it is proposed: debit and credit, balances, who has to agree [DESK-31] [DESK-46]', async () => {
  const movement = {
    kind: 'adjustment',
    unit: 'nzd.main',
    amount: cents(1800),
    debit: { account: 'losses:nzd.main', before: cents(0), after: cents(-1800) },
    credit: { account: 'bank', before: cents(-275_400_918), after: cents(-275_399_118) },
  }
  const limits = [{ account: 'bank' }, { account: 'losses:nzd.main' }]
  server.on(previewProposal, { movements: [movement], needs: [['finance', 'finance-lead']], limits })
  server.on(createProposal, sendBack({ id: '319', kind: 'adjustment' }))
  await openOne()
  await page.getByRole('button', { name: /^Propose.*Adjustment/ }).click()
  const form = page.getByRole('group', { name: 'Adjustment' })
  await form.getByRole('button', { name: 'See what happens' }).click()
  // Nothing is asked of the server before what is needed is there.
  await expect.element(form.getByText('Name the letter, ticket or call.')).toBeVisible()
  expect(server.to(previewProposal)).toHaveLength(0)
  await form.getByRole('textbox', { name: 'Evidence' }).fill('BNZ case 4720')
  await form.getByRole('textbox', { name: 'Why, in your words' }).fill('BNZ confirms $102.00')
  await form.getByRole('button', { name: 'See what happens' }).click()
  await expect.element(form.getByRole('table', { name: 'What will be posted, as debit and credit' })).toBeVisible()
  expect(server.to(previewProposal)[0]!.body).toEqual({
    kind: 'adjustment',
    exceptionId: '2024',
    content: { debit: 'losses:nzd.main', credit: 'bank', amount: '1800', words: 'correction' },
    note: 'BNZ confirms $102.00',
    evidence: ['BNZ case 4720'],
  })
  const balances = form.getByRole('table', { name: 'Balances before and after' }).element()
  expect([...balances.querySelectorAll('tbody tr')].map(textOf)).toEqual([
    'losses:nzd.main$0.00−$18.00−$18.00none',
    'bank−$2,754,009.18+$18.00−$2,753,991.18none',
  ])
  await expect.element(form.getByText('Finance or Finance lead')).toBeVisible()
  // Another text has to be tried again.
  await form.getByRole('textbox', { name: 'Evidence' }).fill('BNZ case 4721')
  await form.getByRole('button', { name: 'See what happens' }).click()
  await form.getByRole('button', { name: 'Propose $18.00' }).click()
  await expect.element(page.getByText(/It waits for a second person/)).toBeVisible()
  expect(server.to(createProposal)[0]!.body).toMatchObject({ evidence: ['BNZ case 4721'], key: expect.stringMatching(/^[\da-f-]{36}$/) })
})

test('a payee that the bank has not named is refused in words [DESK-49]', async () => {
  const fields = [
    { name: 'returnId', input: 'fixed' as const, value: 'r1' },
    { name: 'payee', input: 'payee' as const },
  ]
  const sendBackAct = { act: 'send-back', may: true, money: 'out' as const, needs: [['finance' as const]], needsEvidence: true, needsPasskey: true, fields }
  exception = wrongAmount({ kind: 'bank-refund-due', acts: [sendBackAct] })
  server.on(previewProposal, () => refuse('PAYEE_UNKNOWN'))
  await openDesk('/exceptions/2009')
  await page.getByRole('button', { name: /^Propose.*Send back to a bank payer/ }).click()
  await page.getByRole('button', { name: 'See what happens' }).click()
  expect(server.to(previewProposal)).toHaveLength(0)
  await page.getByRole('textbox', { name: 'Name of the account’s holder' }).fill('Business current')
  await page.getByRole('textbox', { name: 'Bank account number' }).fill('02-0500-0214005-00')
  await page.getByRole('textbox', { name: 'Evidence' }).fill('BNZ case 4718')
  await page.getByRole('textbox', { name: 'Why, in your words' }).fill('Named by letter')
  await page.getByRole('button', { name: 'See what happens' }).click()
  await expect.element(page.getByText('The bank has not named the account to send the money to.')).toBeVisible()
  await expect.element(page.getByRole('button', { name: /^Propose \$/ })).not.toBeInTheDocument()
})

test('an exception that waits for a second person leads to its proposal', async () => {
  exception = wrongAmount({ standing: { kind: 'second-person', act: 'adjustment', proposalId: '318', at: new Date() } })
  server.on(getProposal, () => ({ proposal: sendBack(), now: new Date() }))
  await openOne()
  await page.getByRole('link', { name: 'A proposal waits for a second person' }).click()
  await expect.element(page.getByRole('heading', { level: 1, name: 'Send back to a bank payer' })).toBeVisible()
})

test('the queue and an exception are sound in both themes, on a desktop and a phone [DESK-94] [DESK-95]', async () => {
  await openQueue()
  await userEvent.keyboard('j')
  await expectSound('desktop')
  await expectSound('phone')
})

test('an exception with an open form is sound in both themes [DESK-94]', async () => {
  await openOne()
  await page.getByRole('button', { name: /^Propose.*Adjustment/ }).click()
  await expectSound('desktop')
  await expectSound('phone')
})

test('both screens are walked by Tab, and fit at 400 % zoom [DESK-94]', async () => {
  await openQueue()
  await expectFocusSeen()
  // 1280 pixels at 400 % are 320.
  await page.viewport(320, 640)
  await expect.poll(() => document.documentElement.scrollWidth).toBeLessThanOrEqual(320)
  await page.viewport(1280, 800)
  await page.getByRole('link', { name: 'Line has another amount' }).click()
  await expect.element(page.getByRole('heading', { name: 'Evidence' })).toBeVisible()
  await expectFocusSeen()
  await page.viewport(320, 640)
  await expect.poll(() => document.documentElement.scrollWidth).toBeLessThanOrEqual(320)
})
