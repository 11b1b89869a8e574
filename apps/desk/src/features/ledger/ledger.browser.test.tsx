import { getException } from '@nikau/contract/desk/exceptions'
import { findInLedger, getLedgerAccount, getLedgerPosting, listLedgerAccounts, listLedgerEntries, proveLedgerAccount } from '@nikau/contract/desk/ledger'
import { getProposal, listProposals } from '@nikau/contract/desk/proposals'
import { cents } from '@nikau/money'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { type DeskServer, startDeskServer } from '../../testing/desk-server.ts'
import { wrongAmount } from '../../testing/exceptions.ts'
import { paymentPosting, walletAccount, walletEntries, walletProof } from '../../testing/ledger.ts'
import { answerSession, openDesk, sessionOf } from '../../testing/open-desk.tsx'
import { sendBack } from '../../testing/proposals.ts'
import { expectFocusSeen, expectSound } from '../../testing/sweep.ts'

let server: DeskServer
const address = '/ledger/accounts/asset%3A5rTq7XkM2'

beforeEach(async () => {
  await page.viewport(1280, 800)
  server = startDeskServer()
  answerSession(server, { operator: { id: 'tomasi.fifita', name: 'Tomasi Fifita', roles: ['finance'] } })
  server.on(listProposals, { waiting: [], decided: [], now: new Date() })
  server.on(getLedgerAccount, ({ query }) => ({
    account: walletAccount(),
    ...(query.asOf !== undefined && { asOf: { at: new Date(query.asOf), balance: cents(129_305), version: 212 } }),
    now: new Date(),
  }))
  server.on(listLedgerEntries, ({ query }) =>
    query.pageKey === undefined ? { items: [...walletEntries], nextPageKey: '209' } : { items: [{ ...walletEntries[4]!, version: 208, posting: '48930006' }] },
  )
  server.on(getLedgerPosting, ({ params }) => ({ posting: paymentPosting({ id: params.id! }), now: new Date() }))
  server.on(proveLedgerAccount, () => walletProof())
  server.on(listLedgerAccounts, {
    accounts: [
      walletAccount({ id: 'bank', kind: 'bank clearing', posted: cents(-275_400_918), version: 9120, owner: undefined }),
      walletAccount({ id: 'surplus:nzd.main', kind: 'surplus', posted: cents(18_430), version: 12, owner: undefined }),
    ],
    now: new Date(),
  })
  server.on(findInLedger, {
    accounts: [],
    postings: [{ id: '48930011', kind: 'payment', subject: 'payment-request:pr_Zs5C', at: new Date('2026-11-17T08:12:04+13:00') }],
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const textOf = (element: Element) => element.textContent.replaceAll(/\s+/g, ' ')
const entries = page.getByRole('table', { name: 'Entries, newest first' })
const open = async () => {
  await openDesk(address)
  await expect.element(page.getByRole('heading', { level: 1, name: 'Wallet' })).toBeVisible()
  await expect.element(entries).toBeVisible()
}

test('an account shows posted, held and available, and its entries newest first with version, amount, balance and hash [DESK-58]', async () => {
  await open()
  expect(textOf(page.getByRole('region', { name: 'Balances' }).element())).toBe(
    'Posted$1,284.55213 entriesHeld$80.00on its way outAvailable$1,204.55floor $0.00',
  )
  const rows = () => [...entries.element().querySelectorAll('tbody tr')]
  expect(textOf(rows()[0]!)).toMatch(/^2138:12:04 amPaymentpayment-request:pr_Zs5C−\$8\.50\$1,284\.55[0-9a-f]{64}$/)
  expect(textOf(rows()[1]!)).toMatch(/^212.*Send.*\+\$24\.00\$1,293\.05/)
  expect([...entries.element().querySelectorAll('[aria-sort]')].map((head) => [textOf(head), head.getAttribute('aria-sort')])).toEqual([
    ['Version', 'descending'],
  ])
  await page.getByRole('button', { name: 'Older' }).click()
  await expect.poll(() => rows().length).toBe(6)
  expect(server.to(listLedgerEntries).at(-1)!.query).toEqual({ pageKey: '209' })
})

test('the balance as of a moment is asked for in Auckland time and shown with its version [DESK-59]', async () => {
  await open()
  await page.getByLabelText('Balance as of').nth(1).fill('2026-11-16T23:59')
  await page.getByRole('button', { name: 'Show' }).click()
  await expect.element(page.getByText('version 212')).toBeVisible()
  expect(textOf(page.getByRole('region', { name: 'Balances' }).element())).toContain('As of Mon 16 Nov, 11:59 pm$1,293.05version 212')
  expect(server.to(getLedgerAccount).at(-1)!.query).toEqual({ asOf: '2026-11-16T10:59:59.999Z' })
})

test('a posting shows debit and credit, its reference and the call that it came from [DESK-60]', async () => {
  await openDesk('/ledger/postings/48930011')
  const operations = page.getByRole('table', { name: 'Operations of the posting, as debit and credit' })
  await expect.element(operations).toBeVisible()
  expect([...operations.element().querySelectorAll('tbody tr')].map(textOf)).toEqual([
    'transferasset:5rTq7XkM2asset:9sClwP4d1$8.50',
    'use–due:pr_Zs5C$8.50',
    'use–quota:7F3C91B2:spend:2026-11$8.50',
  ])
  const main = textOf(page.getByRole('main').element())
  expect(main).toContain('Referencepayment:pr_Zs5C')
  expect(main).toContain('Entries2, sum $0.00')
  expect(main).toContain('CallPOST /api/payment-requests/:id/pay')
  expect(main).toContain('Bycrn::user:7f3c91b2-0c1d-4e6f-9a77-1d2c3b4a5f60')
  expect(main).toContain('Idempotency key01JCW9Z5CQ4')
  expect(main).toContain('Answered200 in 31 ms')
  expect(main).toContain('Tracereq_4bf92f35e0a1c2d3e4f5a6')
})

test('what the product posts by itself came from no call, and says so [DESK-60]', async () => {
  server.on(getLedgerPosting, {
    posting: paymentPosting({ kind: 'topup.settled', subject: 'funds-transfer:ft_2Qm8', call: undefined, exceptions: [] }),
    now: new Date(),
  })
  await openDesk('/ledger/postings/48930011')
  await expect.element(page.getByText(/^No call: the product posted it by itself/)).toBeVisible()
  expect(textOf(page.getByRole('main').element())).toContain('Top-up or withdrawalft_2Qm8')
})

test('from an entry to its posting, from there to every account and to the exception, each in one step [DESK-61]', async () => {
  await open()
  // Beside the entries stands the posting of the one that is chosen.
  await expect.element(page.getByRole('heading', { name: 'Posting 48930011' })).toBeVisible()
  await userEvent.keyboard('j')
  await userEvent.keyboard('j')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('heading', { name: 'Posting 48930010' })).toBeVisible()
  await entries.getByRole('link', { name: 'Payment' }).first().click()
  await expect.element(page.getByRole('heading', { level: 1, name: 'Payment' })).toBeVisible()
  server.on(getException, { exception: wrongAmount({ id: '2031' }), now: new Date() })
  await page.getByRole('link', { name: 'exception 2031' }).click()
  await expect.element(page.getByRole('heading', { name: 'Evidence' })).toBeVisible()
  expect(server.to(getException)[0]!.params).toEqual({ id: '2031' })
})

test('movements of a proposal and the postings of an exception are links for who may read the ledger [DESK-61]', async () => {
  const approved = sendBack({
    state: 'approved',
    needs: [],
    approvers: [{ id: 'a', name: 'Ana' }],
    result: { posting: '48930011' },
    cannotDecide: 'PROPOSAL_ENDED',
  })
  server.on(getProposal, { proposal: approved, now: new Date() })
  await openDesk('/approvals/318')
  const posted = page.getByRole('table', { name: 'What was posted, as debit and credit' })
  await expect.element(posted.getByRole('link', { name: 'surplus:nzd.main' })).toHaveAttribute('href', '/ledger/accounts/surplus%3Anzd.main')
  await posted.getByRole('link', { name: 'transfer' }).click()
  await expect.element(page.getByRole('heading', { level: 1, name: 'Payment' })).toBeVisible()
})

test('an exception leads to the postings of what it is about [DESK-61]', async () => {
  server.on(getException, { exception: wrongAmount({ related: [{ kind: 'posting', id: '48930011' }, { kind: 'wallet', id: '5rTq7XkM2' }] }), now: new Date() }) // prettier-ignore
  await openDesk('/exceptions/2024')
  await expect.element(page.getByRole('link', { name: 'asset:5rTq7XkM2' })).toBeVisible()
  await page.getByRole('link', { name: '48930011' }).click()
  await expect.element(page.getByRole('heading', { level: 1, name: 'Payment' })).toBeVisible()
})

test('who may not read the ledger sees the accounts of a proposal as text, and no place for the ledger [DESK-61]', async () => {
  answerSession(server, { operator: { ...sessionOf().operator, roles: ['support'] } })
  server.on(getProposal, { proposal: sendBack(), now: new Date() })
  await openDesk('/approvals/318')
  const posted = page.getByRole('table', { name: 'What will be posted, as debit and credit' })
  await expect.element(posted.getByText('surplus:nzd.main')).toBeVisible()
  expect(posted.getByRole('link').elements()).toEqual([])
  await expect.element(page.getByRole('link', { name: 'Ledger' })).not.toBeInTheDocument()
  await expect.element(page.getByRole('link', { name: 'Adjustments' })).not.toBeInTheDocument()
})

test('a proof says how many links hold, shows the newest with the head, and is saved as a file of its content [DESK-62]', async () => {
  await open()
  await page.getByRole('button', { name: 'Prove it' }).click()
  await expect.element(page.getByText(/^213 of 213 hold, computed again/)).toBeVisible()
  const chain = page.getByRole('list', { name: 'Chain of hashes' })
  expect([...chain.element().querySelectorAll('b:first-child')].map(textOf).filter((text) => !/^[0-9a-f]{4}$/.test(text))).toEqual([
    'Version 211',
    'Version 212',
    'Version 213',
    'Head',
  ])
  let saved: Blob | undefined
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    saved = blob as Blob
    return 'blob:proof'
  })
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    expect(this.download).toBe('proof-asset-5rTq7XkM2-1-213.json')
  })
  await page.getByRole('button', { name: 'Proof as file' }).click()
  expect(click).toHaveBeenCalledOnce()
  const file = JSON.parse(await saved!.text())
  expect(file).toMatchObject({ format: 'nikau-ledger-proof-1', from: 1, to: 213 })
  expect(file.links).toHaveLength(213)
})

test('a proof of a changed chain is red and names the version [DESK-62]', async () => {
  server.on(proveLedgerAccount, () => walletProof([97]))
  await open()
  await page.getByRole('button', { name: 'Prove it' }).click()
  await expect.element(page.getByText('Does not hold from version 97')).toBeVisible()
  const broken = page.getByRole('list', { name: 'Chain of hashes' }).element().querySelector('[data-broken]')!
  expect(textOf(broken)).toMatch(/^Version 97does not hold/)
  await expectSound('desktop')
})

test('the ledger opens with the company’s own accounts and finds by an id [DESK-61]', async () => {
  await openDesk('/ledger')
  const own = page.getByRole('table', { name: 'The company’s own accounts' })
  await expect.element(own.getByRole('link', { name: 'surplus:nzd.main' })).toBeVisible()
  expect(textOf(own.element().querySelector('tbody tr')!)).toBe('bankBank clearing9,120−$2,754,009.18')
  await page.getByRole('searchbox').fill('pr_Zs5C')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('link', { name: 'posting 48930011' })).toBeVisible()
  expect(server.to(findInLedger)[0]!.query).toEqual({ id: 'pr_Zs5C' })
  await expectSound('desktop')
  await expectSound('phone')
})

test('the screens of the ledger are sound in both themes, on a desktop and a phone, and by the keyboard [DESK-58] [DESK-60]', async () => {
  await open()
  await page.getByRole('button', { name: 'Prove it' }).click()
  await expect.element(page.getByText(/^213 of 213 hold/)).toBeVisible()
  await expectSound('desktop')
  await expectSound('phone')
  await page.viewport(1280, 800)
  await expectFocusSeen()
})

test('the page of a posting is sound [DESK-60]', async () => {
  await openDesk('/ledger/postings/48930011')
  await expect.element(page.getByRole('heading', { level: 1, name: 'Payment' })).toBeVisible()
  await expectSound('desktop')
  await expectSound('phone')
})
