import { getAdjustmentForm } from '@nikau/contract/desk/ledger'
import { createProposal, getProposal, listProposals, previewProposal, type ProposalPreview } from '@nikau/contract/desk/proposals'
import { cents } from '@nikau/money'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { type DeskServer, refuse, startDeskServer } from '../../testing/desk-server.ts'
import { answerSession, openDesk, stubPasskey } from '../../testing/open-desk.tsx'
import { sendBack } from '../../testing/proposals.ts'
import { expectFocusSeen, expectSound } from '../../testing/sweep.ts'

let server: DeskServer
const preview: ProposalPreview = {
  movements: [
    {
      kind: 'adjustment',
      unit: 'nzd.main',
      amount: cents(25_000),
      debit: { account: 'own:nzd.main', before: cents(275_400), after: cents(250_400) },
      credit: { account: 'surplus:nzd.main', before: cents(18_430), after: cents(43_430) },
    },
  ],
  needs: [['finance', 'finance-lead']],
  limits: [{ account: 'own:nzd.main' }, { account: 'surplus:nzd.main', floor: cents(0) }],
  invariants: { count: 35, broken: [], computed: 'now', at: new Date() },
}

beforeEach(async () => {
  await page.viewport(1280, 800)
  server = startDeskServer()
  answerSession(server, { operator: { id: 'tomasi.fifita', name: 'Tomasi Fifita', roles: ['finance'] } })
  server.on(listProposals, { waiting: [], decided: [], now: new Date() })
  server.on(getAdjustmentForm, {
    accounts: [
      { id: 'surplus:nzd.main', kind: 'surplus', posted: cents(18_430) },
      { id: 'own:nzd.main', kind: 'own', posted: cents(275_400) },
      { id: 'losses:nzd.main', kind: 'losses', posted: cents(-1200) },
    ],
    reasons: ['correction', 'goodwill', 'fee-refund', 'recovery', 'write-off'],
    agreements: [
      { from: cents(0), needs: [['finance', 'finance-lead']] },
      { from: cents(100_000), needs: [['finance-lead']] },
      { from: cents(1_000_000), needs: [['finance-lead'], ['compliance']] },
    ],
  })
  server.on(previewProposal, preview)
  server.on(createProposal, sendBack({ id: '319', kind: 'adjustment' }))
  server.on(getProposal, { proposal: sendBack({ id: '319', kind: 'adjustment', cannotDecide: 'SAME_PERSON' }), now: new Date() })
  stubPasskey()
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const textOf = (element: Element) => element.textContent.replaceAll(/\s+/g, ' ')
const field = (name: string | RegExp) => page.getByRole('textbox', { name })
const why = page.getByRole('combobox', { name: 'Why, as the owner of a wallet reads it' })
const open = async (address = '/adjustments') => {
  await openDesk(address)
  await expect.element(page.getByRole('heading', { level: 1, name: 'Propose an adjustment' })).toBeVisible()
  await expect.element(why).toBeVisible()
}
const fill = async () => {
  await why.selectOptions('correction')
  await field(/^About/).fill('exception 2021')
  await field(/^Debit/).fill('own:nzd.main')
  await field(/^Credit/).fill('surplus:nzd.main')
  await field('Amount').fill('250')
  await field('What happened, in your words').fill('BNZ moved $250.00 twice, case 4720.')
  await field('Evidence').fill('bnz-case-4720.pdf')
}
const tryIt = () => page.getByRole('button', { name: 'See what happens' }).click()

test('an adjustment is tried before it is sent: debit and credit, balances, limits and every invariant [DESK-63]', async () => {
  await open()
  await tryIt()
  // Nothing is asked of the server before what is needed is there.
  expect(server.to(previewProposal)).toHaveLength(0)
  await expect.element(page.getByText('Name the letter, ticket or call.')).toBeVisible()
  await fill()
  await expect.element(page.getByRole('button', { name: /^Propose/ })).not.toBeInTheDocument()
  await tryIt()
  await expect.element(page.getByText(/All 35 invariants hold$/)).toBeVisible()
  const proposal = {
    kind: 'adjustment',
    exceptionId: '2021',
    content: { debit: 'own:nzd.main', credit: 'surplus:nzd.main', amount: '25000', words: 'correction' },
    note: 'BNZ moved $250.00 twice, case 4720.',
    evidence: ['bnz-case-4720.pdf'],
  }
  expect(server.to(previewProposal)[0]!.body).toEqual(proposal)
  const posted = page.getByRole('table', { name: 'What will be posted, as debit and credit' })
  expect([...posted.element().querySelectorAll('tbody tr')].map(textOf)).toEqual(['adjustmentown:nzd.mainsurplus:nzd.main$250.00'])
  const balances = page.getByRole('table', { name: 'Balances before and after' })
  expect([...balances.element().querySelectorAll('tbody tr')].map(textOf)).toEqual([
    'own:nzd.main$2,754.00−$250.00$2,504.00none',
    'surplus:nzd.main$184.30+$250.00$434.30floor $0.00',
  ])
  await expect.element(page.getByText(/No wallet of a customer or merchant is touched$/)).toBeVisible()
  // Another amount has to be tried again.
  await field('Amount').fill('251')
  await expect.element(page.getByRole('button', { name: 'Propose $251.00' })).not.toBeInTheDocument()
  await field('Amount').fill('250')
  await page.getByRole('button', { name: 'Propose $250.00' }).click()
  await expect.element(page.getByRole('heading', { level: 1, name: 'Adjustment' })).toBeVisible()
  expect(server.to(createProposal)[0]!.body).toEqual({ ...proposal, key: expect.stringMatching(/^[\da-f-]{36}$/) })
})

test('who has to agree follows the amount, and is what the server says once it was tried [DESK-63]', async () => {
  await open()
  const steps = page.getByRole('table', { name: 'Who has to agree, by the amount' })
  const current = () => [...steps.element().querySelectorAll('[aria-current]')].map(textOf)
  await field('Amount').fill('999.99')
  expect(current()).toEqual(['$0.01Finance or Finance lead'])
  await field('Amount').fill('1000')
  expect(current()).toEqual(['$1,000.00Finance lead'])
  await field('Amount').fill('10000')
  expect(current()).toEqual(['$10,000.00Finance lead and Compliance'])
  server.on(previewProposal, { ...preview, needs: [['finance-lead']] })
  await fill()
  await tryIt()
  await expect.poll(current).toEqual(['$1,000.00Finance lead'])
})

test('a broken invariant is named, and one that was not computed says when it last was [DESK-63]', async () => {
  server.on(previewProposal, { ...preview, invariants: { count: 35, broken: ['ledger.invariant_unit_sums_to_zero'], computed: 'now', at: new Date() } })
  await open()
  await fill()
  await tryIt()
  await expect.element(page.getByText('ledger.invariant_unit_sums_to_zero')).toBeVisible()
  server.on(previewProposal, { ...preview, invariants: { count: 35, broken: [], computed: 'earlier', at: new Date('2026-11-16T03:00:00+13:00') } })
  await field('Amount').fill('251')
  await tryIt()
  await expect.element(page.getByText(/All 35 invariants held at the last full check, Mon 16 Nov, 3:00 am; computing them here takes too long$/)).toBeVisible()
})

test('an account that takes no adjustment is refused in words, and nothing can be proposed [DESK-64]', async () => {
  server.on(previewProposal, () => refuse('ACCOUNT_NOT_ADJUSTABLE'))
  await open()
  await fill()
  await tryIt()
  await expect.element(page.getByText('This account takes no adjustments.')).toBeVisible()
  await expect.element(page.getByRole('button', { name: /^Propose \$/ })).not.toBeInTheDocument()
})

test('the words for the owner’s activity are chosen from a list, and an adjustment of a wallet says that they are told [DESK-65]', async () => {
  const movements = [{ ...preview.movements[0]!, credit: { account: 'asset:5rTq7XkM2', before: cents(0), after: cents(25_000) } }]
  server.on(previewProposal, { ...preview, movements })
  await open('/adjustments?credit=asset%3A5rTq7XkM2')
  expect([...why.element().querySelectorAll('option')].map(textOf)).toEqual(['Choose', 'Correction', 'Goodwill', 'Fee refunded', 'Recovery', 'Written off'])
  await expect.element(field(/^Credit/)).toHaveValue('asset:5rTq7XkM2')
  await fill()
  await why.selectOptions('goodwill')
  await field(/^Credit/).fill('asset:5rTq7XkM2')
  await tryIt()
  await expect.element(page.getByText(/its owner reads it in their activity and gets an email/)).toBeVisible()
  expect(server.to(previewProposal)[0]!.body).toMatchObject({ content: { credit: 'asset:5rTq7XkM2', words: 'goodwill' } })
})

test('the form is sound in both themes, on a desktop and a phone, and by the keyboard [DESK-63]', async () => {
  await open()
  await fill()
  await tryIt()
  await expect.element(page.getByText(/All 35 invariants hold$/)).toBeVisible()
  await expectSound('desktop')
  await expectSound('phone')
  await page.viewport(1280, 800)
  await expectFocusSeen()
})
