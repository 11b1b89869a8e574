import {
  endCustomerSession,
  findCustomers,
  freezeCustomer,
  getCustomer,
  listCustomerLooks,
  listCustomerMovements,
  listReveals,
  noteCustomer,
  removeCustomerPasskeys,
  revealCustomer,
} from '@nikau/contract/desk/customers'
import { listProposals } from '@nikau/contract/desk/proposals'
import { cents } from '@nikau/money'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { foundMia, mia } from '../../testing/customers.ts'
import { type DeskServer, startDeskServer } from '../../testing/desk-server.ts'
import { answerSession, openDesk, sessionOf, stubPasskey } from '../../testing/open-desk.tsx'
import { expectFocusSeen, expectSound } from '../../testing/sweep.ts'

let server: DeskServer
let customer = mia()
const hannah = { id: 'hannah.lowe', name: 'Hannah Lowe', roles: ['support' as const] }
const contact = { givenName: 'Mia Rangi', familyName: 'Tūhoro', phone: '+64215550142', email: 'mia.tuhoro@example.nz' }
const movement = (posting: string, kind: string, amount: bigint) => ({
  posting,
  kind,
  amount: cents(amount),
  at: new Date(Date.now() - 3_600_000),
  party: 'Corner Loaf',
  walletId: '5rTqKx8LmN2pVw',
})

beforeEach(async () => {
  await page.viewport(1280, 800)
  customer = mia()
  server = startDeskServer()
  answerSession(server, { operator: hannah })
  const answer = () => ({ customer, now: new Date() })
  server.on(listProposals, { waiting: [], decided: [], now: new Date() })
  server.on(findCustomers, { items: [foundMia, { ...foundMia, id: 'acc-sione', number: '5E07B19D', maskedName: 'Sione T.', state: 'frozen' }], by: 'name' })
  server.on(getCustomer, answer)
  server.on(listCustomerMovements, { items: [movement('48930011', 'payment', -850n), movement('48801204', 'received', 2400n)] })
  server.on(listCustomerLooks, {
    items: [
      {
        at: new Date(),
        by: { id: 'hannah.lowe', name: 'Hannah Lowe' },
        endpoint: 'POST /api/desk/customers/:id/reveal',
        kind: 'looked',
        group: 'contact',
        reason: 'in-contact',
        reference: '20931',
      },
      { at: new Date(), by: { id: 'mere.tamihana', name: 'Mere Tamihana' }, endpoint: 'GET /api/desk/customers/:id', kind: 'looked' },
    ],
  })
  server.on(revealCustomer, () => ({ ...contact, until: new Date(Date.now() + 300_000) }))
  for (const endpoint of [freezeCustomer, endCustomerSession, removeCustomerPasskeys, noteCustomer]) server.on(endpoint, answer)
  stubPasskey()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const heading = (name: string) => page.getByRole('heading', { level: 1, name })
async function openMia() {
  const desk = await openDesk('/customers/acc-mia')
  await expect.element(heading('Mia T.')).toBeVisible()
  return desk
}
async function reveal() {
  await page.getByRole('button', { name: 'Reveal' }).click()
  await page.getByRole('radio', { name: 'The customer is on the phone or in a chat' }).click({ force: true })
  await page.getByRole('textbox', { name: 'Ticket, exception or case' }).fill('20931')
  await page.getByRole('button', { name: 'Show for 5 minutes' }).click()
}

test('a customer is found by the keyboard alone: / to the field, Enter searches, J and Enter open [DESK-66]', async () => {
  await openDesk('/customers')
  await expect.element(page.getByRole('searchbox', { name: 'Find a customer' })).toHaveFocus()
  await userEvent.keyboard('tuhoro{Enter}')
  await expect.element(page.getByRole('table', { name: 'Customers found' })).toBeVisible()
  expect(server.to(findCustomers).map(({ query }) => query)).toEqual([{ find: 'tuhoro' }])
  await expect.element(page.getByRole('row', { name: /Sione T\..*5E07B19D.*021 ••• ••42.*frozen/ })).toBeVisible()
  await expectSound('desktop')
  ;(page.getByRole('button', { name: 'Find', exact: true }).element() as HTMLElement).focus()
  await userEvent.keyboard('j')
  await userEvent.keyboard('{Enter}')
  await expect.element(heading('Mia T.')).toBeVisible()
})

test('too many say so, and nobody found says so [DESK-66]', async () => {
  server.on(findCustomers, () => Response.json({ statusCode: 403, error: 'Refused', message: 'TOO_BROAD' }, { status: 403 }))
  await openDesk('/customers')
  await page.getByRole('searchbox').fill('mia')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('That fits too many customers')).toBeVisible()
  server.on(findCustomers, { items: [], by: 'name' })
  await page.getByRole('button', { name: 'Find', exact: true }).click()
  await expect.element(page.getByText('Nobody fits')).toBeVisible()
  await expect.element(page.getByText('That fits too many customers')).not.toBeInTheDocument()
})

test('a customer has wallets, activity, limits, bank accounts, transfers, sessions and notes, masked [DESK-67] [DESK-94]', async () => {
  await openMia()
  const rows = (name: string) =>
    [...page.getByRole('table', { name }).element().querySelectorAll('tbody tr')].map((row) => row.textContent.replaceAll(/\s+/g, ' '))
  expect(rows('Wallets')[0]).toMatch(/NZD wallet.*\$1,284\.55\$80\.00\$1,204\.55active/)
  expect(rows('Wallets')[1]).toMatch(/\$99,999\.99\$0\.00\$99,999\.99/)
  await expect.element(page.getByRole('table', { name: 'Activity, newest first' })).toBeVisible()
  expect(rows('Activity, newest first')[0]).toMatch(/Payment.*Corner Loaf.*−\$8\.50.*48930011/)
  expect(rows('Top-ups and withdrawals, newest first')[0]).toMatch(/Top-up.*TB5RZQ7XKD2M.*\$120\.00.*with the bank/)
  expect(rows('Sessions, last used first')[1]).toMatch(/Firefox on Windows.*first seen this week/)
  await expect.element(page.getByText('$420.00 used')).toBeVisible()
  await expect.element(page.getByText('their own limit')).toBeVisible()
  await expect.element(page.getByText(/12-•••-••••323-51/)).toBeVisible()
  await expectSound('desktop')
  await expectFocusSeen()
  await page.viewport(390, 844)
  await expectSound('phone')
})

test('contact is shown only with a reason and a number, until its time is over or it is hidden, and is in no title or cache [DESK-68]', async () => {
  const desk = await openMia()
  await page.getByRole('button', { name: 'Reveal' }).click()
  await expect.element(page.getByText('7 of your 20 looks this hour.')).toBeVisible()
  await page.getByRole('button', { name: 'Show for 5 minutes' }).click()
  await expect.element(page.getByText('Choose the reason.')).toBeVisible()
  await expect.element(page.getByText('Write its number.')).toBeVisible()
  expect(server.to(revealCustomer)).toEqual([])
  await expectSound('desktop')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await reveal()
  await expect.element(page.getByText('+64215550142')).toBeVisible()
  expect(server.to(revealCustomer).map(({ body }) => body)).toEqual([{ group: 'contact', reason: 'in-contact', reference: '20931' }])
  await expect.element(page.getByText(/Contact is shown until/)).toBeVisible()
  expect(document.title).not.toContain('Rangi')
  expect(
    JSON.stringify(
      desk.queries
        .getQueryCache()
        .getAll()
        .map(({ state }) => state.data),
      (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value),
    ),
  ).not.toContain('Rangi')
  await expectSound('desktop')
  await page.getByRole('button', { name: 'Hide now' }).click()
  await expect.element(heading('Mia T.')).toBeVisible()
  await expect.element(page.getByText('+64215550142')).not.toBeInTheDocument()
  server.on(revealCustomer, () => ({ ...contact, until: new Date(Date.now() + 1500) }))
  await reveal()
  await expect.element(page.getByText('+64215550142')).toBeVisible()
  await expect.element(page.getByText('+64215550142'), { timeout: 10_000 }).not.toBeInTheDocument()
})

test('finance sees the customer and has no button to reveal, freeze or end sessions [DESK-09]', async () => {
  answerSession(server, { operator: { ...hannah, roles: ['finance'] } })
  await openMia()
  for (const name of ['Reveal', 'Freeze', 'Note', 'End all']) await expect.element(page.getByRole('button', { name, exact: true })).not.toBeInTheDocument()
})

test('a freeze asks what stops and why, is sent once when pressed twice, and shows [DESK-71]', async () => {
  await openMia()
  await page.getByRole('button', { name: 'Freeze' }).click()
  await page.getByRole('radio', { name: 'Everything: also signed out everywhere' }).click({ force: true })
  await page.getByRole('textbox', { name: 'Reason' }).fill('You reported a stolen phone')
  await page.getByRole('textbox', { name: 'What happened' }).fill('New Windows sign-in is not hers')
  await expectSound('desktop')
  customer = mia({ state: 'frozen', sessions: [], freeze: { by: 'operator', since: new Date(), reason: 'You reported a stolen phone' } })
  await page.getByRole('button', { name: 'Freeze everything' }).dblClick()
  await expect.element(page.getByText(/Frozen by us since/)).toBeVisible()
  const sent = server.to(freezeCustomer).map(({ body }) => body as { key: string; scope: string })
  expect(new Set(sent.map(({ key }) => key)).size).toBe(1)
  expect(sent[0]).toMatchObject({ scope: 'everything', reason: 'You reported a stolen phone', note: 'New Windows sign-in is not hers' })
  await expect.element(page.getByText('Signed in nowhere.')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Freeze' })).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'Remove passkeys' }).click()
  await page.getByRole('textbox', { name: 'Note' }).fill('Her phone is lost')
  await page.getByRole('dialog').getByRole('button', { name: 'Remove passkeys' }).click()
  await expect.poll(() => server.to(removeCustomerPasskeys).length).toBe(1)
})

test('one session is ended by its device, and a note is added with N [DESK-73] [DESK-67]', async () => {
  await openMia()
  await page.getByRole('button', { name: 'End the session on Firefox on Windows' }).click()
  await page.getByRole('textbox', { name: 'Note' }).fill('Not her device')
  await page.getByRole('button', { name: 'End session', exact: true }).click()
  await expect.poll(() => server.to(endCustomerSession).map(({ params }) => params.sid)).toEqual(['b'.repeat(24)])
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  await userEvent.keyboard('n')
  await page.getByRole('textbox', { name: 'Note' }).fill('Called back')
  await page.getByRole('button', { name: 'Add note' }).click()
  await expect.poll(() => server.to(noteCustomer).map(({ body }) => (body as { note: string }).note)).toEqual(['Called back'])
})

test('who looked is told in words that the customer may have [DESK-22]', async () => {
  await openDesk('/customers/acc-mia/looks')
  await expect.element(page.getByRole('row', { name: /Hannah Lowe.*Saw name and contact details.*on the phone or in a chat, 20931/ })).toBeVisible()
  await expect.element(page.getByRole('row', { name: /Mere Tamihana.*Saw the page, masked.*work on the account/ })).toBeVisible()
  await expectSound('desktop')
})

test('compliance reads the reveals of a day, and which named nothing open here [DESK-69]', async () => {
  answerSession(server, { operator: { ...hannah, roles: ['compliance'] } })
  const of = { at: new Date(), by: { id: 'hannah.lowe', name: 'Hannah Lowe' }, accountId: 'acc-mia', group: 'contact' as const }
  server.on(listReveals, {
    items: [
      { ...of, reason: 'in-contact', reference: '20931', open: false },
      { ...of, reason: 'exception', reference: '2022', open: true },
    ],
    now: sessionOf().now,
  })
  await openDesk('/reveals')
  await expect.element(page.getByRole('row', { name: /20931.*compare/ })).toBeVisible()
  await expect.element(page.getByRole('row', { name: /2022.*open exception/ })).toBeVisible()
  await expectSound('desktop')
  await page.getByRole('button', { name: 'Day before' }).click()
  await expect.poll(() => new Set(server.to(listReveals).map(({ query }) => query.day)).size).toBe(2)
})
