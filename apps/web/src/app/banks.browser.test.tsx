import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { rememberLocally } from '../lib/local-config.ts'
import { reporting } from '../lib/reporting.ts'
import { answersPerTest, bankAccount, button, dialog, heading, link, open, refused, server, signedInAs, transfer, where, words } from './answering.test.tsx'

answersPerTest()

const list = 'GET /api/accounts/mine/bank-accounts'
const name = () => page.getByRole('textbox', { name: 'Name on account' })
const number = () => page.getByRole('textbox', { name: 'Account number' })
const agree = () => page.getByText('I agree to the direct debit terms and can operate this account on my own.')
const submit = () => button('Link Bank Account')
const code = () => page.getByRole('textbox', { name: '4-digit code' })

test('the list has mark, bank, name and number of each, without other kinds, unlinked ones and the other mode [BANK-01, BANK-06, BANK-07, ROUTE-20]', async () => {
  server.answers[list] = [
    bankAccount('asb'),
    bankAccount('odd', { bankAccountNumber: '05-••••-••••001-00', bank: { name: 'Bank Account' }, bankAccountName: 'Odd One' }),
    bankAccount('test', { bankAccountNumber: '00-••••-••••005-00', bank: { name: 'Test Bank' }, liveness: 'test' }),
    bankAccount('other', { type: 'open-banking', bankAccountName: 'Elsewhere' }),
    bankAccount('gone', { status: 'archived', bankAccountName: 'Unlinked' }),
  ]
  await open('/bank-accounts')
  await expect.element(heading('Bank Accounts')).toBeVisible()
  await expect.poll(() => document.title).toBe('Bank Accounts | Nikau')
  const radios = page.getByRole('radio')
  await expect
    .poll(() => radios.elements().map((radio) => radio.closest('label')?.textContent))
    .toEqual(['ASBASBM R Tūhoro · 12-••••-••••323-50', 'Bank AccountOdd One · 05-••••-••••001-00'])
  expect(document.querySelectorAll('.n-radio .n-mark svg').length).toBe(1)
  rememberLocally({ testAssetsEnabled: true })
  await expect.poll(() => radios.elements().map((radio) => radio.closest('label')?.textContent)).toEqual(['Test BankM R Tūhoro · 00-••••-••••005-00'])
})

test('without any it says so, and the button leads to the form [BANK-02, BANK-03]', async () => {
  server.answers[list] = []
  await open('/bank-accounts')
  await expect.element(page.getByText('No Bank Accounts')).toBeVisible()
  await expect.element(page.getByText('Link one to get started')).toBeVisible()
  await submit().click()
  await expect.poll(where).toBe('/link-bank-account')
})

test('linking ends at four accounts for top ups, those without direct debit not counted [BANK-04]', async () => {
  const four = ['a', 'b', 'c', 'd'].map((id) => bankAccount(id))
  server.answers[list] = [...four.slice(0, 3), bankAccount('e', { directDebitAuthorized: false }), bankAccount('f', { directDebitAuthorized: false })]
  const screen = await open('/bank-accounts')
  await expect.poll(() => page.getByRole('radio').elements().length).toBe(5)
  await expect.element(submit()).toBeEnabled()
  await screen.unmount()
  server.answers[list] = four
  const { queryClient } = await import('../lib/hooks.ts')
  queryClient.clear()
  await open('/bank-accounts')
  await expect.element(submit()).toBeDisabled()
})

test('a bank that could not be listed says so and can be tried again', async () => {
  server.answers[list] = undefined
  await open('/bank-accounts')
  await expect.element(page.getByText('We couldn’t load your bank accounts')).toBeVisible()
  server.answers[list] = [bankAccount('asb')]
  await button('Try again').click()
  await expect.element(page.getByRole('radio')).toBeVisible()
})

test('the selected account is the one that is topped up from, also after a reload; one without authority is sent to authorise it [BANK-05, LINK-05, TOP-13]', async () => {
  server.answers[list] = [
    bankAccount('asb'),
    bankAccount('bnz', { bank: { name: 'BNZ' } }),
    bankAccount('tsb', { bank: { name: 'TSB' }, directDebitAuthorized: false }),
  ]
  const screen = await open('/bank-accounts')
  await page.getByRole('radio', { name: /BNZ/ }).click({ force: true })
  await link('Top up from BNZ').click()
  await expect.element(heading('Topup')).toBeVisible()
  await expect.element(page.getByRole('region', { name: 'From' }).getByText('BNZ')).toBeVisible()
  await screen.unmount()
  const again = await open('/topup')
  await expect.element(page.getByRole('region', { name: 'From' }).getByText('BNZ')).toBeVisible()
  await again.unmount()
  await open('/bank-accounts')
  await page.getByRole('radio', { name: /TSB/ }).click({ force: true })
  await submit().click()
  await expect.poll(where).toBe('/link-bank-account/tsb/authorize')
})

test('an unverified account shows it, the way to a top up and the code field; a wrong code costs a try, a right one verifies without a reload [BANK-09, BANK-10, BANK-11]', async () => {
  server.answers[list] = [bankAccount('asb', { verified: false, recentTopups: [transfer('t', { held: true, amount: '5000' })] })]
  await open('/bank-accounts')
  await expect.element(page.getByText('Not verified')).toBeVisible()
  await expect.element(link('Top up to get one')).toHaveAttribute('href', '/bank-accounts/asb/topup')
  await expect.poll(words).toContain('$50.00 is held for you until you enter the code.')
  await code().fill('12')
  await button('Verify').click()
  await expect.element(page.getByText('Enter all four digits')).toBeVisible()
  server.answers['POST /api/bank-accounts/asb/verify'] = refused('VERIFICATION_CODE_INVALID')
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

test('after the fifth wrong code there is only support [BANK-09]', async () => {
  server.answers[list] = [bankAccount('asb', { verified: false, verificationTriesLeft: 1 })]
  server.answers['POST /api/bank-accounts/asb/verify'] = refused('VERIFICATION_CODE_INVALID')
  await open('/bank-accounts')
  await code().fill('0000')
  server.answers[list] = [bankAccount('asb', { verified: false, verificationTriesLeft: 0 })]
  await button('Verify').click()
  await expect.element(page.getByText('Too many wrong codes')).toBeVisible()
  expect(code().elements()).toEqual([])
  await expect.element(link('Write to support')).toHaveAttribute('href', expect.stringMatching(/^mailto:support@nikau\.example/))
})

test('unlinking asks first, says why it cannot be, and takes the account off the list', async () => {
  server.answers['DELETE /api/bank-accounts/asb'] = refused('TRANSFERS_IN_FLIGHT')
  await open('/bank-accounts')
  await button('Unlink').click()
  const ask = dialog('Unlink ASB?')
  await ask.getByRole('button', { name: 'Keep it' }).click()
  expect(server.bodies('DELETE /api/bank-accounts/asb')).toEqual([])
  await button('Unlink').click()
  await ask.getByRole('button', { name: 'Unlink' }).click()
  await expect.element(ask.getByText(/^Money is still on its way between you and this account/)).toBeVisible()
  server.answers['DELETE /api/bank-accounts/asb'] = bankAccount('asb', { status: 'archived' })
  server.answers[list] = []
  await ask.getByRole('button', { name: 'Unlink' }).click()
  await expect.element(page.getByText('No Bank Accounts')).toBeVisible()
})

test('without a name the form asks for it first, then for an address [LINK-03, LINK-04, PROF-09]', async () => {
  signedInAs({ family_name: undefined, email: undefined })
  const first = await open('/link-bank-account')
  await expect.poll(where).toBe('/link-bank-account/profile-basics')
  await expect.poll(() => document.title).toBe('Link Bank Account | Nikau')
  await expect.element(link('Back')).toHaveAttribute('href', '/bank-accounts')
  await first.unmount()
  signedInAs({ email: undefined })
  const second = await open('/link-bank-account')
  await expect.poll(where).toBe('/link-bank-account/email')
  await expect.element(link('Back')).toHaveAttribute('href', '/bank-accounts')
  await second.unmount()
  signedInAs()
  await open('/link-bank-account')
  await expect.element(name()).toBeVisible()
  await expect.element(link('Back')).toHaveAttribute('href', '/bank-accounts')
})

test('the fields say what is wrong, the number dashes itself, the bank is named while one types [LINK-01, LINK-10, LINK-11, LINK-12, LINK-13, LINK-14, LINK-15, LINK-16, ROUTE-21]', async () => {
  await open('/link-bank-account')
  await submit().click()
  for (const text of ['Name on account is required', 'Account number is required', 'You must agree in order to use Direct Debit'])
    await expect.element(page.getByText(text)).toBeVisible()
  await name().fill('M@ia')
  await expect.element(page.getByText("Account name can only have A-z 0-9 and , . - '")).toBeVisible()
  await name().fill('Māia O’Tūī-Smith, J.')
  expect(page.getByText(/^Account name can only have/).elements()).toEqual([])
  expect(name().element()).toHaveAttribute('maxlength', '50')
  await number().click()
  await userEvent.keyboard('12')
  await expect.element(page.getByText('ASB account')).toBeVisible()
  await userEvent.keyboard('x314001713')
  await expect.element(number()).toHaveValue('12-3140-01713')
  await expect.element(page.getByText('Account number is invalid')).toBeVisible()
  await userEvent.keyboard('2350999')
  await expect.element(number()).toHaveValue('12-3140-0171323-509')
  await number().fill('12-3140-0171324-50')
  await expect.element(page.getByText('That number doesn’t add up. Check the last digits of the account part.')).toBeVisible()
  await number().fill('00-0500-0214005-00')
  await expect.element(page.getByText('Account number is invalid')).toBeVisible()
  expect(server.bodies('POST /api/bank-accounts')).toEqual([])
})

test('the name goes out with its first 20 characters, with who gives the authority; then Top up to Verify [LINK-08, LINK-13, LINK-17, LINK-18]', async () => {
  server.answers['POST /api/bank-accounts'] = () => {
    server.answers[list] = [bankAccount('new', { verified: false })]
    return bankAccount('new', { verified: false })
  }
  const screen = await open('/link-bank-account')
  const fill = async () => {
    await name().fill('Mārama Te Aroha Whaanga-Henderson')
    await number().fill('12-3140-0171323-50')
    await agree().click()
    await submit().click()
  }
  await fill()
  const prompt = dialog('Top up to Verify')
  await expect.element(prompt).toBeVisible()
  expect(server.bodies('POST /api/bank-accounts')).toEqual([
    {
      accountId: 'mine',
      bankAccountName: 'Mārama Te Aroha Whaa',
      bankAccountNumber: '12-3140-0171323-50',
      directDebitAuthority: { phoneNumber: '+64215550142', fullName: 'Mia Tūhoro', emailAddress: 'mia@demo.example' },
    },
  ])
  await prompt.getByRole('button', { name: 'Top Up' }).click()
  await expect.element(heading('Top up to Verify')).toBeVisible()
  await expect.poll(where).toBe('/bank-accounts/new/topup')
  await screen.unmount()
  await open('/link-bank-account')
  await fill()
  await prompt.getByRole('button', { name: 'Do it Later' }).click()
  await expect.poll(where).toBe('/')
})

test('the terms come on demand and carry their figures; the sign explains where the number is [LINK-02, LINK-08, LINK-09, LINK-17]', async () => {
  await open('/link-bank-account')
  await button('Read the full terms').click()
  const terms = dialog('Direct debit terms')
  for (const figure of ['10 days', '2 months', '120 days', '9 months']) await expect.element(terms.getByText(new RegExp(figure))).toBeVisible()
  await terms.getByRole('button', { name: 'Close' }).click()
  await button('Where to find your account number').click()
  await expect.element(dialog('Where to find your account number').getByText(/^Write the name just as your bank has it/)).toBeVisible()
})

test('for withdrawals only there are no terms, no authority and no questions about the person [LINK-07, LINK-18, ROUTE-18]', async () => {
  signedInAs({ given_name: undefined, family_name: undefined, email: undefined })
  server.answers['POST /api/bank-accounts'] = () => {
    server.answers[list] = [bankAccount('new', { verified: false, directDebitAuthorized: false })]
    return bankAccount('new', { verified: false, directDebitAuthorized: false })
  }
  await open('/withdraw/link-bank-account')
  await expect.element(link('Back')).toHaveAttribute('href', '/withdraw')
  expect(agree().elements()).toEqual([])
  expect(button('Read the full terms').elements()).toEqual([])
  await name().fill('M R Tūhoro')
  await number().fill('12-3140-0171323-50')
  await submit().click()
  await expect.element(dialog('Top up to Verify')).toBeVisible()
  expect(server.bodies('POST /api/bank-accounts')).toEqual([{ accountId: 'mine', bankAccountName: 'M R Tūhoro', bankAccountNumber: '12-3140-0171323-50' }])
  await dialog('Top up to Verify').getByRole('button', { name: 'Top Up' }).click()
  await expect.poll(where).toBe('/link-bank-account/profile-basics')
})

test('the authorise screen names the account, wants agreement, sends the person and goes to the list, where it is authorised [LINK-06, BANK-11, ROUTE-22]', async () => {
  server.answers[list] = [bankAccount('asb', { directDebitAuthorized: false })]
  server.answers['POST /api/bank-accounts/asb/direct-debit-authorities'] = bankAccount('asb')
  await open('/link-bank-account/asb/authorize')
  await expect.element(heading('Authorise Direct Debit')).toBeVisible()
  await expect.poll(() => document.title).toBe('Authorise Direct Debit | Nikau')
  await expect.element(link('Back')).toHaveAttribute('href', '/bank-accounts')
  await expect.element(page.getByText('12-••••-••••323-50')).toBeVisible()
  await button('Submit').click()
  await expect.element(page.getByText('You must agree in order to use Direct Debit')).toBeVisible()
  await agree().click()
  server.answers[list] = [bankAccount('asb')]
  await button('Submit').click()
  await expect.poll(where).toBe('/bank-accounts')
  await expect.element(link('Top up from ASB')).toBeVisible()
  expect(server.bodies('POST /api/bank-accounts/asb/direct-debit-authorities')).toEqual([
    { phoneNumber: '+64215550142', fullName: 'Mia Tūhoro', emailAddress: 'mia@demo.example' },
  ])
})

test('an account without authority is sent to authorise before it is topped up from; an unknown one to the list [LINK-18, ROUTE-23]', async () => {
  server.answers[list] = [bankAccount('asb', { directDebitAuthorized: false })]
  const screen = await open('/bank-accounts/asb/topup')
  await expect.poll(where).toBe('/link-bank-account/asb/authorize')
  await screen.unmount()
  await open('/bank-accounts/nothing/topup')
  await expect.poll(where).toBe('/bank-accounts')
})

const refusals = [
  ['BANK_AUTHORITY_LIMIT_EXCEEDED', 'Bank Account Limit', 'You can not have more than four bank accounts used for topping up your account', 'ERR-17'],
  ['BANK_ACCOUNT_LIMIT_EXCEEDED', 'Bank Account Limit', 'You can not have more than four bank accounts used for topping up your account', 'ERR-17'],
  ['DIRECT_DEBIT_LIMIT_EXCEEDED', 'Bank Account Limit', 'You can not have more than four bank accounts used for topping up your account', 'ERR-17'],
  ['BANK_AUTHORITIES_FOR_BANK_ACCOUNT_EXCEEDED', 'Account Limit Reached', 'This bank account is already linked to the maximum number of accounts', 'ERR-19'],
  ['BANK_ACCOUNT_HOLDER_LIMIT_EXCEEDED', 'Account Limit Reached', 'This bank account is already linked to the maximum number of accounts', 'ERR-19'],
  ['DUPLICATE_BANK_ACCOUNT', 'Duplicate Bank Account', 'You cannot link a bank account more than once', 'ERR-20'],
] as const

const tryToLink = async () => {
  await open('/link-bank-account')
  await name().fill('M R Tūhoro')
  await number().fill('12-3140-0171323-50')
  await agree().click()
  await submit().click()
}

for (const [refusal, title, text, id] of refusals)
  test(`${refusal} says "${title}" and leaves the form as it was [${id}]`, async () => {
    server.answers['POST /api/bank-accounts'] = refused(refusal)
    await tryToLink()
    await expect.element(dialog(title).getByText(text)).toBeVisible()
    await dialog(title).getByRole('button', { name: 'Dismiss' }).click()
    await expect.element(number()).toHaveValue('12-3140-0171323-50')
  })

test('Get Help tells those who watch the account and the code, never the number, and says so [ERR-18, LINK-17]', async () => {
  const told: unknown[] = []
  const { support } = reporting
  reporting.support = (...about) => void told.push(about)
  server.answers['POST /api/bank-accounts'] = refused('BANK_ACCOUNT_LIMIT_EXCEEDED')
  await tryToLink()
  await button('Get Help').click()
  await expect.element(dialog('Sent to Support Team')).toBeVisible()
  expect(told).toEqual([['linkBankAccount', { accountId: 'mine', code: 'BANK_ACCOUNT_LIMIT_EXCEEDED' }]])
  reporting.support = support
})

test('any other refusal: Something Went Wrong, Retry sends the form again, Go Back Home goes home [ERR-21]', async () => {
  server.answers['POST /api/bank-accounts'] = refused('FORBIDDEN')
  await tryToLink()
  const modal = dialog('Something Went Wrong')
  await modal.getByRole('button', { name: 'Retry' }).click()
  await expect.poll(() => server.bodies('POST /api/bank-accounts').length).toBe(2)
  await modal.getByRole('button', { name: 'Go Back Home' }).click()
  await expect.poll(where).toBe('/')
})

test('a link whose answer was lost is no duplicate when it is tried again', async () => {
  server.answers[list] = []
  let times = 0
  server.answers['POST /api/bank-accounts'] = () => {
    times++
    server.answers[list] = [bankAccount('new', { verified: false })]
    if (times === 1) throw new TypeError('the answer was lost')
    return refused('DUPLICATE_BANK_ACCOUNT')
  }
  await tryToLink()
  await expect.element(dialog('Top up to Verify')).toBeVisible()
  expect(times).toBe(2)
})
