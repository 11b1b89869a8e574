import { listOperators } from '@nikau/contract/desk/operators'
import { approveProposal, createProposal, getProposal, listProposals } from '@nikau/contract/desk/proposals'
import { deskRoles } from '@nikau/contract/desk/roles'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import { type DeskServer, inTurn, refuse, startDeskServer } from '../../testing/desk-server.ts'
import { answerSession, openDesk, stubPasskey } from '../../testing/open-desk.tsx'
import { accessAnswer, deskOperator } from '../../testing/operators.ts'
import { sendBack } from '../../testing/proposals.ts'
import { expectFocusSeen, expectSound } from '../../testing/sweep.ts'

let server: DeskServer
const textOf = (found: Locator) => found.element().textContent.replaceAll(/\s+/g, ' ')
const daniel = { id: 'daniel.koh', name: 'Daniel Koh', roles: ['admin' as const] }
const grace = { id: 'grace.oduya', name: 'Grace Oduya', roles: ['compliance' as const] }
const forAroha = sendBack({
  id: '310',
  kind: 'access',
  subject: 'operator:aroha.bell',
  exceptionId: undefined,
  content: { operator: 'aroha.bell', name: 'Aroha Bell', login: 'aroha', roles: ['finance'], personId: '0a000000-0000-7000-8000-000000000107', passkey: 'add' },
  amount: undefined,
  unit: undefined,
  movements: [],
  evidence: [],
  note: 'Joins Finance on Monday.',
  proposer: { id: daniel.id, name: daniel.name },
  needs: [['admin', 'compliance']],
  createdAt: new Date('2026-11-17T12:58:00+13:00'),
})

beforeEach(async () => {
  await page.viewport(1280, 800)
  server = startDeskServer()
  answerSession(server, { operator: daniel })
  server.on(listOperators, accessAnswer())
  server.on(listProposals, { waiting: [forAroha, sendBack()], decided: [], now: new Date() })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const asGrace = () => answerSession(server, { operator: grace })
const table = page.getByRole('table', { name: 'Operators, by name' })
const matrix = page.getByRole('table', { name: 'Acts and the roles that may do them' })
const texts = (element: Element) => [...element.querySelectorAll('tbody tr')].map((row) => row.textContent.replaceAll(/\s+/g, ' '))
const propose = page.getByRole('button', { name: 'Propose' })
const why = page.getByRole('textbox', { name: 'Why' })

async function openAccess() {
  await openDesk('/access')
  await expect.element(table).toBeVisible()
}

test('operators are listed with roles, passkeys, last use, last input and state [DESK-12] [DESK-95]', async () => {
  await openAccess()
  const shown = texts(table.element())
  expect(shown[1]).toBe('GOGrace OduyaCompliance32:40 pmpasskey 2:31 pmactive')
  expect(shown[4]).toContain('Finance and Finance lead')
  expect(shown[6]).toBe('TFTomasi FifitaFinance0neverno passkey')
  expect(shown[7]).toMatch(/Ihaia Rua–.*suspended/)
  await expect.element(page.getByText('8 operators', { exact: false })).toBeVisible()
})

test('a change of access that waits is lilac and leads to its approval [DESK-12]', async () => {
  asGrace()
  await openAccess()
  const waiting = page.getByRole('region', { name: 'Waiting' })
  await expect.poll(() => textOf(waiting)).toMatch(/Finance for Aroha Bell, with a passkey.*Daniel Koh, 12:58 pm\. Needs Admin or Compliance\./)
  expect(waiting.element()).toHaveAttribute('data-tone', 'lilac')
  await expect.element(waiting.getByRole('link', { name: 'Look and decide for Aroha Bell' })).toHaveAttribute('href', '/approvals/310')
})

test('who may do what has a row for each act, in signs and in words [DESK-12] [DESK-95]', async () => {
  await openAccess()
  const head = [...matrix.element().querySelectorAll('thead th')].map((cell) => cell.textContent)
  expect(head).toHaveLength(deskRoles.length + 1)
  const row = (name: RegExp) => [...matrix.element().querySelectorAll('tbody tr')].find((line) => name.test(line.textContent))!
  const cells = (name: RegExp) => [...row(name).querySelectorAll('td')].map((cell) => cell.textContent)
  const no = '–no'
  const both = '2proposes, or approves for another'
  expect(cells(/^Adjustment/)).toEqual([no, no, both, both, no, 'sapproves only', no, no])
  expect(row(/^Adjustment/).textContent).toContain('Finance or Finance lead; from $1,000.00 Finance lead; from $10,000.00 Finance lead, then Compliance')
  expect(cells(/^Close an exception, under \$500\.00/)).toEqual([no, 'alone', 'alone', 'alone', no, no, no, no])
  expect(cells(/^Close an exception, from \$500\.00/)).toEqual([no, both, both, both, no, no, no, no])
  expect(cells(/^Confirm a top-up/)[0]).toBe('2proposes, another approves')
  expect(cells(/^Change an operator/)).toEqual([no, no, no, no, no, 'sapproves only', both, no])
})

test('in the review another operator confirms, and nobody themselves [DESK-13] [DESK-14]', async () => {
  asGrace()
  const inReview = (operators: ReturnType<typeof accessAnswer>['operators']) =>
    accessAnswer({
      operators,
      review: {
        quarter: '2027-Q1',
        lastDay: '2027-01-07',
        endsAt: new Date('2027-01-08T00:00:00+13:00'),
        next: { firstDay: '2027-04-01', lastDay: '2027-04-07' },
      },
    })
  const missing = [
    deskOperator('grace.oduya', 'Grace Oduya', { roles: ['compliance'], review: undefined }),
    deskOperator('mere.tamihana', 'Mere Tamihana', { review: undefined }),
  ]
  const confirmed = [missing[0]!, deskOperator('mere.tamihana', 'Mere Tamihana')]
  server.on(
    listOperators,
    inTurn(
      () => inReview(missing),
      () => inReview(confirmed),
    ),
  )
  server.on(createProposal, sendBack({ kind: 'confirm-access', state: 'approved', movements: [], amount: undefined }))
  await openAccess()
  const review = page.getByRole('region', { name: 'Quarterly review' })
  await expect.poll(() => textOf(review)).toMatch(/2027-Q1, 0 of 2 confirmed.*It ends Thu 7 Jan, at midnight\./)
  expect(review.getByRole('button', { name: 'Confirm Grace Oduya' }).query()).toBeNull()
  await expect.element(review.getByText('you: another confirms')).toBeVisible()
  await review.getByRole('button', { name: 'Confirm Mere Tamihana' }).click()
  await expect.poll(() => textOf(review)).toMatch(/1 of 2 confirmed/)
  expect(server.to(createProposal)[0]!.body).toMatchObject({ kind: 'confirm-access', content: { operators: ['mere.tamihana'] } })
})

test('an auditor sees who is not confirmed and confirms nobody [DESK-14]', async () => {
  answerSession(server, { operator: { id: 'ruth.alder', name: 'Ruth Alder', roles: ['auditor'] } })
  server.on(listOperators, accessAnswer({ operators: [deskOperator('mere.tamihana', 'Mere Tamihana', { review: undefined })] }))
  await openAccess()
  const review = page.getByRole('region', { name: 'Quarterly review' })
  await expect.element(review.getByText('not confirmed', { exact: true })).toBeVisible()
  await expect.poll(() => textOf(review)).toMatch(/fewer than two admins would remain/)
  expect(review.getByRole('button').query()).toBeNull()
  expect(page.getByRole('link', { name: 'Add an operator' }).query()).toBeNull()
})

test('roles are proposed on a page of the operator, with what changes and who must agree [DESK-12]', async () => {
  stubPasskey()
  server.on(
    createProposal,
    inTurn(() => refuse('STEP_UP_REQUIRED') as never, forAroha as never),
  )
  server.on(getProposal, { proposal: forAroha, now: new Date() })
  await openAccess()
  await table.getByRole('link', { name: 'Mere Tamihana' }).click()
  await expect.element(page.getByRole('heading', { level: 1, name: 'Mere Tamihana' })).toBeVisible()
  await expect.element(propose).toBeDisabled()
  await page.getByRole('checkbox', { name: 'Risk' }).click({ force: true })
  await page.getByRole('checkbox', { name: 'Operations' }).click({ force: true })
  const second = page.getByRole('region', { name: 'Second person' })
  await expect.poll(() => textOf(second)).toMatch(/Gives Risk.*Takes Operations, and ends their sessions.*Another personAdmin or Compliance/)
  await propose.click()
  await expect.element(page.getByText('Say why, in at least 3 characters.')).toBeVisible()
  expect(document.activeElement).toBe(why.element())
  await why.fill('Moves to the risk team')
  await propose.click()
  await expect.element(page.getByRole('heading', { level: 1, name: 'Change an operator’s access' })).toBeVisible()
  const sent = server.to(createProposal).map(({ body }) => body as { content: object; key: string })
  expect(sent.at(-1)).toMatchObject({
    content: { operator: 'mere.tamihana', name: 'Mere Tamihana', login: 'mere', roles: ['risk'] },
    note: 'Moves to the risk team',
  })
  expect(sent[0]!.key).toBe(sent[1]!.key)
})

test('roles that must not meet are said at once and can not be proposed [DESK-10]', async () => {
  await openDesk('/access/mere.tamihana')
  await page.getByRole('checkbox', { name: 'Admin' }).click({ force: true })
  await expect.element(page.getByRole('alert')).toHaveTextContent('One person cannot have these roles together.')
  await expect.element(propose).toBeDisabled()
  await page.getByRole('checkbox', { name: 'Operations' }).click({ force: true })
  await expect.element(propose).toBeEnabled()
})

test('nobody proposes a change of their own access, and who is no admin proposes none [DESK-13]', async () => {
  await openDesk('/access/daniel.koh')
  await expect.element(page.getByText('Nobody changes their own access')).toBeVisible()
  expect(propose.query()).toBeNull()
  asGrace()
  await openDesk('/access/mere.tamihana')
  await expect.element(page.getByText('An admin proposes changes of access')).toBeVisible()
  expect(propose.query()).toBeNull()
})

test('a new operator is proposed with a passkey; what is wrong stands at its field [DESK-12]', async () => {
  server.on(
    createProposal,
    inTurn(() => refuse('NOT_POSSIBLE', { reason: 'LOGIN_TAKEN' }) as never, forAroha as never),
  )
  server.on(getProposal, { proposal: forAroha, now: new Date() })
  await openAccess()
  await page.getByRole('link', { name: 'Add an operator' }).click()
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Aroha Bell')
  await page.getByRole('textbox', { name: 'Operator id' }).fill('aroha.bell')
  await page.getByRole('textbox', { name: 'Sign-in name' }).fill('mere')
  await page.getByRole('checkbox', { name: 'Finance', exact: true }).click({ force: true })
  await why.fill('Joins Finance on Monday')
  await propose.click()
  await expect.element(page.getByText('A passkey needs their Nikau account.')).toBeVisible()
  await page.getByRole('textbox', { name: 'Id of their Nikau account' }).fill('0a000000-0000-7000-8000-000000000107')
  await propose.click()
  await expect.element(page.getByText('Another operator has this sign-in name.')).toBeVisible()
  await page.getByRole('textbox', { name: 'Sign-in name' }).fill('aroha')
  await propose.click()
  await expect.element(page.getByRole('heading', { level: 1, name: 'Change an operator’s access' })).toBeVisible()
  const sent = server.to(createProposal).map(({ body }) => body as { content: object; key: string })
  expect(sent.at(-1)!.content).toEqual({
    operator: 'aroha.bell',
    name: 'Aroha Bell',
    login: 'aroha',
    roles: ['finance'],
    personId: '0a000000-0000-7000-8000-000000000107',
    passkey: 'add',
  })
  // What was refused and corrected is another proposal.
  expect(sent[0]!.key).not.toBe(sent[1]!.key)
})

test('the link for a passkey is shown once, to the approver [DESK-12]', async () => {
  asGrace()
  stubPasskey()
  const url = 'http://localhost:4001/desk-passkey/0123456789abcdefghijklmnopqrstuvwxyzABCDEFG'
  const approved = { ...forAroha, state: 'approved' as const, needs: [], decidedAt: new Date(), cannotDecide: 'PROPOSAL_ENDED' as const }
  server.on(
    getProposal,
    inTurn(
      () => ({ proposal: forAroha, now: new Date() }),
      () => ({ proposal: approved, now: new Date() }),
    ),
  )
  server.on(approveProposal, { ...approved, passkeyLink: { url, until: new Date('2026-11-18T14:41:00+13:00') } })
  await openDesk('/approvals/310')
  await expect.element(page.getByText('add one: you get its link')).toBeVisible()
  await page.getByRole('button', { name: /^Approve with passkey/ }).click()
  await expect.element(page.getByText(url)).toBeVisible()
  await expect.element(page.getByText('The link is shown this once')).toBeVisible()
  await expectSound('desktop')
  await expectSound('phone')
  await page.viewport(1280, 800)
  await userEvent.keyboard('{Escape}')
  await page.getByRole('link', { name: 'Approvals' }).first().click()
  await expect.element(page.getByRole('heading', { level: 1, name: 'Approvals' })).toBeVisible()
  expect(document.body.textContent).not.toContain(url)
})

test.each(['/access', '/access/mere.tamihana', '/access/new'])(
  '%s is sound in light and dark on desktop and phone, and by keyboard [DESK-94]',
  { timeout: 120_000 },
  async (path) => {
    server.on(
      listOperators,
      accessAnswer({ operators: accessAnswer().operators.map((operator, at) => (at % 3 === 0 ? { ...operator, review: undefined } : operator)) }),
    )
    await openDesk(path)
    await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect.poll(() => document.querySelector('.dk-panel')).not.toBeNull()
    await expectSound('desktop')
    await expectSound('phone')
    await page.viewport(1280, 800)
    await expectFocusSeen()
  },
)
