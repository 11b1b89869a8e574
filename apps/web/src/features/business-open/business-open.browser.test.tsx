import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { queryClient } from '../../lib/endpoint-hooks.ts'
import { button, currentPath, heading, link, mockServerPerTest, refusal, server } from '../../testing/fixtures.tsx'
import { joinBusiness, openPortal, shop } from '../../testing/portal.tsx'

mockServerPerTest()

const steps = ['business', 'gst', 'address', 'payout-account', 'methods', 'test-payment', 'go-live']
const business = { accountId: 'org', status: 'unverified', nzbn: '9429045812361', legalName: 'Corner Loaf Limited', tradingName: 'Corner Loaf', shopId: 'test' }
const payoutAccount = { id: 'ba', number: '12-••••-••••323-00', name: 'CORNER LOAF LTD', verified: false, payeeCheck: 'match', triesLeft: 5 }
const registered = { nzbn: '9429045812361', legalName: 'Corner Loaf Limited', tradingName: 'Corner Loaf', active: true, gstNumber: '136410132' }
const config = (families: string[]) => ({
  id: 'mc',
  merchantId: 'test',
  paymentOptions: families.map((family) => ({ type: `${family}.test` })),
  allowedRedirectUrls: [],
  version: 1,
  createdAt: '2026-11-15T03:00:00.000Z',
  updatedAt: '2026-11-15T03:00:00.000Z',
})

function checklist(missing: Record<string, string>, more: object = {}) {
  const list = steps.map((step) => ({ step, done: missing[step] === undefined, ...(missing[step] !== undefined && { missing: missing[step] }) }))
  return { accountId: 'org', status: 'unverified', live: false, steps: list, ...more }
}

function openBusiness(missing: Record<string, string>, more: object = {}, details: object = {}) {
  joinBusiness('account-owner', [shop('test', { test: true })])
  server.answers['GET /api/accounts/org/checklist'] = checklist(missing, more)
  server.answers['GET /api/accounts/org/business'] = { ...business, ...details }
  server.answers['GET /api/merchants/test/configs'] = [config(['nikau.nzd', 'quartz-one-off.nzd'])]
  server.answers['GET /api/nzbn/9429045812361'] = registered
}

const newBusiness = { gst: 'gst', address: 'address', 'payout-account': 'bank-account', 'test-payment': 'test-payment', 'go-live': 'steps' }

test('a person without a business sees how to start, and opens one with what the register says [BIZ-68, BIZ-69]', async () => {
  server.answers['GET /api/nzbn/9429045812361'] = registered
  await openPortal('/business/open')
  await link('Open a business').click()
  await expect.element(heading('Your business')).toBeVisible()
  await page.getByLabelText('NZBN').fill('9429 045 812 360')
  await userEvent.tab()
  await expect.element(page.getByText('That isn’t an NZBN. It has 13 digits.')).toBeVisible()
  await page.getByLabelText('NZBN').fill('9429 045 812 361')
  await expect.element(page.getByText('Found')).toBeVisible()
  await expect.element(page.getByLabelText('Registered name')).toHaveValue('Corner Loaf Limited')
  await expect.element(page.getByLabelText('Name on checkout and receipts')).toHaveValue('Corner Loaf')
  server.answers['POST /api/businesses'] = () => {
    openBusiness(newBusiness)
    return business
  }
  await button('Save and go on').click()
  await expect.element(page.getByText('2 of 7 done. You can take test payments already.')).toBeVisible()
  expect(server.bodies('POST /api/businesses')).toEqual([{ nzbn: '9429 045 812 361', legalName: 'Corner Loaf Limited', tradingName: 'Corner Loaf' }])
})

test('without a register the names are typed, and a business that exists is said to [BIZ-69]', async () => {
  server.answers['GET /api/nzbn/9429045812361'] = refusal('REGISTER_UNAVAILABLE', {}, 403)
  server.answers['POST /api/businesses'] = refusal('BUSINESS_ALREADY_EXISTS')
  await openPortal('/business/open/business')
  await page.getByLabelText('NZBN').fill('9429045812361')
  await expect.element(page.getByText('We can’t ask the register right now. Type the names.')).toBeVisible()
  await page.getByLabelText('Registered name').fill('Corner Loaf Limited')
  await page.getByLabelText('Name on checkout and receipts').fill('Corner Loaf')
  await button('Save and go on').click()
  await expect.element(page.getByText(/This business has an account already/)).toBeVisible()
})

test('the checklist says what is done and what is missing, and each step can be opened [BIZ-68]', async () => {
  openBusiness(newBusiness)
  await openPortal('/business/open')
  await expect.element(link(/Your business Done/).getByText('Corner Loaf Limited, NZBN 9429 045 812 361')).toBeVisible()
  await expect.element(link(/Payout account To do/).getByText('Where your takings go, each business day')).toBeVisible()
  await expect.element(page.getByText('After the steps above. Usually the same business day.')).toBeVisible()
  await expect.element(link(/What you accept Done/).getByText('Nikau wallet, BNZ', { exact: true })).toBeVisible()
  await expect.element(page.getByText(/Do the steps above first/)).toBeVisible()
  await link(/Shop address/).click()
  await expect.element(heading('Shop address')).toBeVisible()
  await link('Open for business').click()
  await link(/GST number/).click()
  await expect.element(heading('GST number')).toBeVisible()
})

test('a GST number is checked while it is typed, and the one of the register is offered [BIZ-70]', async () => {
  openBusiness(newBusiness)
  server.answers['PUT /api/accounts/org/business'] = business
  await openPortal('/business/open/gst')
  await expect.element(page.getByLabelText('GST number')).toHaveValue('136-410-132')
  await page.getByLabelText('GST number').fill('136-410-123')
  await expect.element(page.getByText('That number doesn’t add up. Check the last digits.')).toBeVisible()
  await page.getByLabelText('GST number').fill('136-410-132')
  await expect.element(page.getByText('That number doesn’t add up. Check the last digits.')).not.toBeInTheDocument()
  await button('Save and go on').click()
  await expect.poll(currentPath).toBe('/business/open?shop=test')
  expect(server.bodies('PUT /api/accounts/org/business')).toEqual([{ gst: { registered: true, number: '136-410-132' } }])
})

/** Leaves a step for the checklist, and the portal too, as another day would find it. */
async function comeBack(step: string, unmount: () => Promise<void>) {
  await link('Open for business').click()
  await expect.poll(currentPath).toBe('/business/open?shop=test')
  await unmount()
  queryClient.clear()
  return await openPortal(`/business/open/${step}`)
}

const fill = async (texts: Record<string, string>) => {
  for (const [label, text] of Object.entries(texts)) await page.getByLabelText(label).fill(text)
}
const expectTyped = async (texts: Record<string, string>) => {
  for (const [label, text] of Object.entries(texts)) await expect.element(page.getByLabelText(label)).toHaveValue(text)
}

const typed = {
  business: { texts: { 'Registered name': 'Corner Loaf Bakery Limited', 'Name on checkout and receipts': 'Loaf' }, before: [] },
  gst: { texts: { 'GST number': '49-091-850' }, before: ['Registered for GST'] },
  address: { texts: { Street: '14 Brown Street', 'Town or city': 'Auckland' }, before: ['At a shop or stall'] },
  'payout-account': { texts: { 'Account number': '12-3140-0171323-00', 'Name on account': 'Corner Loaf' }, before: [] },
}

test.each(Object.entries(typed))('leaving the step %s and coming back loses nothing that was typed [BIZ-68]', async (step, { texts, before }) => {
  openBusiness(newBusiness)
  const { unmount } = await openPortal(`/business/open/${step}`)
  for (const choice of before) await page.getByText(choice).click()
  await fill(texts)
  await comeBack(step, unmount)
  await expectTyped(texts)
})

test('leaving the step of methods and coming back keeps what was chosen, until it is saved [BIZ-68]', async () => {
  openBusiness(newBusiness)
  const { unmount } = await openPortal('/business/open/methods')
  await page.getByText('BNZ').click()
  await page.getByText('Westpac', { exact: true }).click()
  const again = await comeBack('methods', unmount)
  await expect.element(page.getByRole('checkbox', { name: 'BNZ' })).not.toBeChecked()
  await expect.element(page.getByRole('checkbox', { name: 'Westpac' })).toBeChecked()
  server.answers['PUT /api/merchants/test/configs/mc'] = config(['nikau.nzd'])
  server.answers['GET /api/merchants/test/configs'] = [config(['nikau.nzd'])]
  await button('Save and go on').click()
  await expect.poll(currentPath).toBe('/business/open?shop=test')
  await again.unmount()
  await openPortal('/business/open/methods')
  await expect.element(page.getByRole('checkbox', { name: 'Westpac' })).not.toBeChecked()
})

test('what was typed for one business is not offered for another; the number of the account is kept by the tab alone [BIZ-68]', async () => {
  for (const [step, { texts, before }] of Object.entries(typed)) {
    openBusiness(newBusiness)
    const { unmount } = await openPortal(`/business/open/${step}`)
    for (const choice of before) await page.getByText(choice).click()
    await fill(texts)
    await unmount()
    queryClient.clear()
    localStorage.removeItem('nikau.business.shop')
    openBusiness(newBusiness)
    server.answers['GET /api/account-memberships'] = [{ accountId: 'other', accountName: 'Newtown Loaf Ltd', accountType: 'org', role: 'account-owner' }]
    server.answers['GET /api/merchants'] = { items: [shop('test', { test: true, accountId: 'other' })] }
    server.answers['GET /api/accounts/other/checklist'] = { ...checklist(newBusiness), accountId: 'other' }
    server.answers['GET /api/accounts/other/business'] = { ...business, accountId: 'other' }
    const other = await openPortal(`/business/open/${step}`)
    for (const choice of before) await page.getByText(choice).click()
    for (const [label, text] of Object.entries(texts)) await expect.element(page.getByLabelText(label)).not.toHaveValue(text)
    await other.unmount()
    queryClient.clear()
    localStorage.removeItem('nikau.business.shop')
  }
  const drafts = () => [localStorage, sessionStorage].map((storage) => Object.keys(storage).filter((key) => key.startsWith('nikau.business-open.')).length)
  expect(drafts().every((count) => count > 0)).toBe(true)
  // The number of the account goes with the tab, and nothing else has it.
  expect(
    Object.keys(localStorage)
      .map((key) => localStorage.getItem(key))
      .join(' '),
  ).not.toContain('0171323')
})

test('the three checks of the payout account are shown, and the code confirms it [BIZ-71]', async () => {
  openBusiness({ ...newBusiness, 'payout-account': 'code' }, { payoutAccount })
  await openPortal('/business/open/payout-account')
  await expect.element(page.getByText('The number adds up.')).toBeVisible()
  await expect.element(page.getByText('Its bank says that the name matches.')).toBeVisible()
  await expect.element(page.getByText('We’ve sent 1 cent. Its particulars say CODE and four digits.')).toBeVisible()
  await expect.element(page.getByText('Until then your takings are safe with us')).toBeVisible()
  server.answers['POST /api/bank-accounts/ba/verify'] = refusal('VERIFICATION_CODE_INVALID')
  await page.getByLabelText('The code on your statement').fill('4821')
  await button('Confirm account').click()
  await expect.element(page.getByText(/That code doesn't match/)).toBeVisible()
  expect(server.to('PUT /api/accounts/org/payout-account')).toHaveLength(0)
})

test('a name that does not match says that we look at it [BIZ-71]', async () => {
  openBusiness({ ...newBusiness, 'payout-account': 'name-check' }, { payoutAccount: { ...payoutAccount, verified: true, payeeCheck: 'no-match' } })
  await openPortal('/business/open/payout-account')
  await expect.element(page.getByText('Its bank says that the name doesn’t match. We look at it before the first payout.')).toBeVisible()
  await expect.element(button('Use it for payouts')).not.toBeInTheDocument()
})

test('the last method cannot be switched off [BIZ-68]', async () => {
  openBusiness(newBusiness)
  await openPortal('/business/open/methods')
  await page.getByText('Nikau wallet').click()
  await page.getByText('BNZ').click()
  await button('Save and go on').click()
  await expect.element(page.getByText('Choose at least one.')).toBeVisible()
  await page.getByText('ASB').click()
  server.answers['PUT /api/merchants/test/configs/mc'] = config(['asb-payap-one-off.nzd'])
  await button('Save and go on').click()
  await expect.poll(currentPath).toBe('/business/open?shop=test')
  expect(server.bodies('PUT /api/merchants/test/configs/mc')).toEqual([{ paymentOptions: [{ type: 'asb-payap-one-off.nzd.test' }], allowedRedirectUrls: [] }])
})

test('sending the business to be checked says that the fees on the page are accepted [BIZ-59]', async () => {
  openBusiness({ 'go-live': 'submission' })
  await openPortal('/business/open')
  await expect.element(page.getByText(/By sending it you accept the fees on this page/)).toBeVisible()
})

test('everything is there: the business is sent to be checked, and goes live once it is verified [BIZ-73]', async () => {
  openBusiness({ 'go-live': 'submission' })
  server.answers['POST /api/accounts/org/go-live'] = () =>
    (server.answers['GET /api/accounts/org/checklist'] = checklist({ 'go-live': 'verification' }, { status: 'submitted' }))
  const { unmount } = await openPortal('/business/open')
  await button('Send to be checked').click()
  await expect.element(page.getByText('We’re checking your business. Usually the same business day. Come back to go live.')).toBeVisible()
  await expect.element(link(/Your business/)).not.toBeInTheDocument()
  await unmount()
  openBusiness({ 'go-live': 'going-live' }, { status: 'verified' })
  const limits = { perDay: '200000', perPayment: '20000' }
  server.answers['POST /api/accounts/org/go-live'] = () =>
    (server.answers['GET /api/accounts/org/checklist'] = checklist({}, { status: 'verified', live: true, limits }))
  queryClient.clear()
  await openPortal('/business/open')
  await button('Go live').click()
  await expect.element(page.getByText('Until we’ve looked at your first payments, you can take $2,000.00 a day and $200.00 a payment.')).toBeVisible()
})

test('the frame of a business that is not live names what is missing [BIZ-08]', async () => {
  openBusiness(newBusiness)
  await page.viewport(1280, 800)
  await openPortal('/business/open')
  await expect.element(page.getByText('GST number, Shop address, Payout account and First test payment')).toBeVisible()
})

test('a member who is no owner reads the checklist and does none of it [BIZ-06]', async () => {
  openBusiness(newBusiness)
  joinBusiness('manager', [shop('test', { test: true })])
  await openPortal('/business/open/gst')
  await expect.element(page.getByText('An owner of the business does these steps.')).toBeVisible()
  await expect.poll(currentPath).toBe('/business/open?shop=test')
  await expect.element(link(/GST number/)).not.toBeInTheDocument()
})
