import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { queryClient } from '../../lib/endpoint-hooks.ts'
import { updateLocalConfig } from '../../lib/local-config.ts'
import {
  bankAccount,
  button,
  currentPath,
  dialog,
  heading,
  link,
  mockServerPerTest,
  openApp,
  pageText,
  refusal,
  server,
  transfer,
} from '../../testing/fixtures.tsx'

mockServerPerTest()

const list = 'GET /api/accounts/mine/bank-accounts'
const submit = () => button('Link Bank Account')
const code = () => page.getByRole('textbox', { name: '4-digit code' })

test('lists each account with bank, name and number, without other types, unlinked accounts and the other mode [BANK-01, BANK-06, BANK-07, ROUTE-20]', async () => {
  server.answers[list] = [
    bankAccount('asb'),
    bankAccount('odd', { bankAccountNumber: '05-••••-••••001-00', bank: { name: 'Bank Account' }, bankAccountName: 'Odd One' }),
    bankAccount('test', { bankAccountNumber: '00-••••-••••005-00', bank: { name: 'Test Bank' }, liveness: 'test' }),
    bankAccount('other', { type: 'open-banking', bankAccountName: 'Elsewhere' }),
    bankAccount('gone', { status: 'archived', bankAccountName: 'Unlinked' }),
  ]
  await openApp('/bank-accounts')
  await expect.element(heading('Bank Accounts')).toBeVisible()
  await expect.poll(() => document.title).toBe('Bank Accounts | Nikau')
  const radios = page.getByRole('radio')
  await expect
    .poll(() => radios.elements().map((radio) => radio.closest('label')?.textContent))
    .toEqual(['ASBASBM R Tūhoro · 12-••••-••••323-50', 'Bank AccountOdd One · 05-••••-••••001-00'])
  expect(document.querySelectorAll('.n-radio .n-avatar svg').length).toBe(1)
  updateLocalConfig({ testAssetsEnabled: true })
  await expect.poll(() => radios.elements().map((radio) => radio.closest('label')?.textContent)).toEqual(['Test BankM R Tūhoro · 00-••••-••••005-00'])
})

test('each account has its bank’s logo as the API answers it, and the bank’s letters when the picture fails [BANK-01]', async () => {
  const logo = 'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg"/%3E'
  server.answers[list] = [
    bankAccount('asb', { bank: { name: 'ASB', logo } }),
    bankAccount('gone', { bankAccountNumber: '38-••••-••••000-00', bank: { name: 'Kiwibank', logo: 'data:image/png,' } }),
  ]
  await openApp('/bank-accounts')
  const marks = () => [...document.querySelectorAll('.n-radio .n-avatar')].map((mark) => mark.querySelector('img')?.src ?? mark.textContent)
  await expect.poll(marks).toEqual([logo, 'K'])
  const account = page.getByRole('radio').elements()[0]?.closest('label')?.textContent
  for (const text of ['ASB', 'M R Tūhoro', '12-••••-••••323-50']) expect(account).toContain(text)
})

test('the owner can see the selected account’s full number, and hide it again', async () => {
  const call = 'POST /api/bank-accounts/asb/number'
  await openApp('/bank-accounts')
  await button(/^Show account number/).click()
  await expect.element(page.getByText('We couldn’t show the number. Please try again.')).toBeVisible()
  server.answers[call] = { bankAccountNumber: '12-3140-0171323-50' }
  await button(/^Show account number/).click()
  await expect.element(page.getByText('12-3140-0171323-50')).toBeVisible()
  for (const storage of [localStorage, sessionStorage]) expect(Object.values(storage).join()).not.toContain('0171323')
  await button(/^Hide account number/).click()
  await expect.element(page.getByText('12-3140-0171323-50')).not.toBeInTheDocument()
  expect(server.to(call).length).toBe(2)
})

test('shows an empty state whose button opens the form [BANK-02, BANK-03]', async () => {
  server.answers[list] = []
  await openApp('/bank-accounts')
  await expect.element(page.getByText('No Bank Accounts')).toBeVisible()
  await expect.element(page.getByText('Link one to get started')).toBeVisible()
  await submit().click()
  await expect.poll(currentPath).toBe('/link-bank-account')
})

test('linking is disabled at four direct debit accounts; accounts without direct debit do not count [BANK-04]', async () => {
  const four = ['a', 'b', 'c', 'd'].map((id) => bankAccount(id))
  server.answers[list] = [...four.slice(0, 3), bankAccount('e', { directDebitAuthorized: false }), bankAccount('f', { directDebitAuthorized: false })]
  const screen = await openApp('/bank-accounts')
  await expect.poll(() => page.getByRole('radio').elements().length).toBe(5)
  await expect.element(submit()).toBeEnabled()
  await screen.unmount()
  server.answers[list] = four
  queryClient.clear()
  await openApp('/bank-accounts')
  await expect.element(submit()).toBeDisabled()
})

test('while a code is waited for, Verify is the one filled button', async () => {
  server.answers[list] = [bankAccount('asb', { verified: false })]
  const filled = () =>
    [...document.querySelectorAll('main .n-button[data-variant=filled], footer .n-button[data-variant=filled]')].map((element) => element.textContent)
  const screen = await openApp('/bank-accounts')
  await expect.element(button('Verify')).toBeVisible()
  expect(filled()).toEqual(['Verify'])
  await screen.unmount()
  queryClient.clear()
  server.answers[list] = [bankAccount('asb')]
  await openApp('/bank-accounts')
  await expect.poll(filled).toEqual(['Link Bank Account'])
})

test('a list that fails a second time says that the money is safe, and how to reach us', async () => {
  server.answers[list] = undefined
  await openApp('/bank-accounts')
  const notice = page.getByText(/^Your money is safe\./)
  await expect.element(button('Try again')).toBeVisible()
  expect(notice.elements()).toEqual([])
  await button('Try again').click()
  await expect.element(notice).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'contact us' })).toHaveAttribute('href', 'mailto:support@nikau.example')
})

test('a list that fails to load shows an error and can be retried', async () => {
  server.answers[list] = undefined
  await openApp('/bank-accounts')
  await expect.element(page.getByText('We couldn’t load your bank accounts')).toBeVisible()
  server.answers[list] = [bankAccount('asb')]
  await button('Try again').click()
  await expect.element(page.getByRole('radio')).toBeVisible()
})

test('top-ups come from the selected account, also after a reload; an account without authority is sent to authorise it [BANK-05, LINK-05, TOP-13]', async () => {
  server.answers[list] = [
    bankAccount('asb'),
    bankAccount('bnz', { bank: { name: 'BNZ' } }),
    bankAccount('tsb', { bank: { name: 'TSB' }, directDebitAuthorized: false }),
  ]
  const screen = await openApp('/bank-accounts')
  await page.getByRole('radio', { name: /BNZ/ }).click({ force: true })
  await link('Top up from BNZ').click()
  await expect.element(heading('Topup')).toBeVisible()
  await expect.element(page.getByRole('region', { name: 'From' }).getByText('BNZ')).toBeVisible()
  await screen.unmount()
  const reopened = await openApp('/topup')
  await expect.element(page.getByRole('region', { name: 'From' }).getByText('BNZ')).toBeVisible()
  await reopened.unmount()
  await openApp('/bank-accounts')
  await page.getByRole('radio', { name: /TSB/ }).click({ force: true })
  await submit().click()
  await expect.poll(currentPath).toBe('/link-bank-account/tsb/authorize')
})

test('an unverified account shows a top-up link and the code field; a wrong code uses up a try, a correct one verifies without a reload [BANK-09, BANK-10, BANK-11]', async () => {
  server.answers[list] = [bankAccount('asb', { verified: false, recentTopups: [transfer('t', { held: true, amount: '5000' })] })]
  await openApp('/bank-accounts')
  await expect.element(page.getByText('Not verified')).toBeVisible()
  await expect.element(link('Top up to get one')).toHaveAttribute('href', '/bank-accounts/asb/topup')
  await expect.poll(pageText).toContain('$50.00 is held for you until you enter the code.')
  await code().fill('12')
  await button('Verify').click()
  await expect.element(page.getByText('Enter all four digits')).toBeVisible()
  server.answers['POST /api/bank-accounts/asb/verify'] = refusal('VERIFICATION_CODE_INVALID')
  server.answers[list] = [bankAccount('asb', { verified: false, verificationTriesLeft: 4 })]
  await code().fill('1234')
  await button('Verify').click()
  await expect.element(page.getByText("That code doesn't match. Check the code on your bank statement and try again.")).toBeVisible()
  await expect.element(page.getByText('4 tries left')).toBeVisible()
  server.answers['POST /api/bank-accounts/asb/verify'] = { verificationCode: '4321', bankAccount: bankAccount('asb') }
  server.answers[list] = [bankAccount('asb')]
  await code().fill('4321')
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => page.getByText('Not verified').elements()).toEqual([])
  expect(server.bodies('POST /api/bank-accounts/asb/verify')).toEqual([{ verificationCode: '1234' }, { verificationCode: '4321' }])
})

test('a code whose answer is lost is not sent again by itself, because each wrong one uses up a try [BANK-09]', async () => {
  server.answers[list] = [bankAccount('asb', { verified: false })]
  server.answers['POST /api/bank-accounts/asb/verify'] = () => refusal('UNAVAILABLE', {}, 503)
  await openApp('/bank-accounts')
  await code().fill('1234')
  await button('Verify').click()
  await expect.poll(() => code().element().getAttribute('aria-invalid'), { timeout: 10_000 }).toBe('true')
  expect(server.to('POST /api/bank-accounts/asb/verify')).toHaveLength(1)
})

test('after the fifth wrong code only support is offered [BANK-09]', async () => {
  server.answers[list] = [bankAccount('asb', { verified: false, verificationTriesLeft: 1 })]
  server.answers['POST /api/bank-accounts/asb/verify'] = refusal('VERIFICATION_CODE_INVALID')
  await openApp('/bank-accounts')
  await code().fill('0000')
  server.answers[list] = [bankAccount('asb', { verified: false, verificationTriesLeft: 0 })]
  await button('Verify').click()
  await expect.element(page.getByText('Too many wrong codes')).toBeVisible()
  expect(code().elements()).toEqual([])
  await expect.element(link('Contact support')).toHaveAttribute('href', expect.stringMatching(/^mailto:support@nikau\.example/))
})

test('unlinking asks for confirmation, shows why it was refused, and removes the account from the list', async () => {
  server.answers['DELETE /api/bank-accounts/asb'] = refusal('TRANSFERS_IN_FLIGHT')
  await openApp('/bank-accounts')
  await button('Unlink').click()
  const confirmation = dialog('Unlink ASB?')
  await confirmation.getByRole('button', { name: 'Keep it' }).click()
  expect(server.bodies('DELETE /api/bank-accounts/asb')).toEqual([])
  await button('Unlink').click()
  await confirmation.getByRole('button', { name: 'Unlink' }).click()
  await expect.element(confirmation.getByText(/^A transfer with this account is still in progress/)).toBeVisible()
  server.answers['DELETE /api/bank-accounts/asb'] = bankAccount('asb', { status: 'archived' })
  server.answers[list] = []
  await confirmation.getByRole('button', { name: 'Unlink' }).click()
  await expect.element(page.getByText('No Bank Accounts')).toBeVisible()
})
