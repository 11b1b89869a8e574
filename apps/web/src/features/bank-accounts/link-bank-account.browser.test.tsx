import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { deployed } from '../../lib/config.ts'
import { startReporting } from '../../lib/reporting.ts'
import { bankAccount, button, currentPath, dialog, heading, link, mockServerPerTest, openApp, refusal, server, signInAs } from '../../testing/fixtures.tsx'

mockServerPerTest()

const list = 'GET /api/accounts/mine/bank-accounts'
const name = () => page.getByRole('textbox', { name: 'Name on account' })
const number = () => page.getByRole('textbox', { name: 'Account number' })
const agree = () => page.getByText('I agree to the direct debit terms and can operate this account on my own.')
const submit = () => button('Link Bank Account')

test('without a name or an email, the form asks for them first [LINK-03, LINK-04, PROF-09]', async () => {
  signInAs({ family_name: undefined, email: undefined })
  const first = await openApp('/link-bank-account')
  await expect.poll(currentPath).toBe('/link-bank-account/profile-basics')
  await expect.poll(() => document.title).toBe('Link Bank Account | Nikau')
  await expect.element(link('Back')).toHaveAttribute('href', '/bank-accounts')
  await first.unmount()
  signInAs({ email: undefined })
  const second = await openApp('/link-bank-account')
  await expect.poll(currentPath).toBe('/link-bank-account/email')
  await expect.element(link('Back')).toHaveAttribute('href', '/bank-accounts')
  await second.unmount()
  signInAs()
  await openApp('/link-bank-account')
  await expect.element(name()).toBeVisible()
  await expect.element(link('Back')).toHaveAttribute('href', '/bank-accounts')
})

test('fields show their errors, the number is formatted with dashes, and the bank is named while typing [LINK-01, LINK-10, LINK-11, LINK-12, LINK-13, LINK-14, LINK-15, LINK-16, ROUTE-21]', async () => {
  await openApp('/link-bank-account')
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

test('sends the first 20 characters of the name and the account holder, then shows Top up to Verify [LINK-08, LINK-13, LINK-17, LINK-18]', async () => {
  server.answers['POST /api/bank-accounts'] = () => {
    server.answers[list] = [bankAccount('new', { verified: false })]
    return bankAccount('new', { verified: false })
  }
  const screen = await openApp('/link-bank-account')
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
  await expect.poll(currentPath).toBe('/bank-accounts/new/topup')
  await screen.unmount()
  await openApp('/link-bank-account')
  await fill()
  await prompt.getByRole('button', { name: 'Do it Later' }).click()
  await expect.poll(currentPath).toBe('/')
})

test('the terms open on demand with the required figures; the help icon explains where to find the number [LINK-02, LINK-08, LINK-09, LINK-17]', async () => {
  await openApp('/link-bank-account')
  await button('Read the full terms').click()
  const terms = dialog('Direct debit terms')
  for (const figure of ['10 days', '2 months', '120 days', '9 months']) await expect.element(terms.getByText(new RegExp(figure))).toBeVisible()
  await terms.getByRole('button', { name: 'Close' }).click()
  await button('Where to find your account number').click()
  await expect.element(dialog('Where to find your account number').getByText(/^Enter the name exactly as your bank shows it/)).toBeVisible()
})

test('linking for withdrawals has no terms, no authority and no profile steps [LINK-07, LINK-18, ROUTE-18]', async () => {
  signInAs({ given_name: undefined, family_name: undefined, email: undefined })
  server.answers['POST /api/bank-accounts'] = () => {
    server.answers[list] = [bankAccount('new', { verified: false, directDebitAuthorized: false })]
    return bankAccount('new', { verified: false, directDebitAuthorized: false })
  }
  await openApp('/withdraw/link-bank-account')
  await expect.element(link('Back')).toHaveAttribute('href', '/withdraw')
  expect(agree().elements()).toEqual([])
  expect(button('Read the full terms').elements()).toEqual([])
  await name().fill('M R Tūhoro')
  await number().fill('12-3140-0171323-50')
  await submit().click()
  await expect.element(dialog('Top up to Verify')).toBeVisible()
  expect(server.bodies('POST /api/bank-accounts')).toEqual([{ accountId: 'mine', bankAccountName: 'M R Tūhoro', bankAccountNumber: '12-3140-0171323-50' }])
  await dialog('Top up to Verify').getByRole('button', { name: 'Top Up' }).click()
  await expect.poll(currentPath).toBe('/link-bank-account/profile-basics')
})

test('the authorise screen names the account, requires consent, sends the account holder and returns to the list [LINK-06, BANK-11, ROUTE-22]', async () => {
  server.answers[list] = [bankAccount('asb', { directDebitAuthorized: false })]
  server.answers['POST /api/bank-accounts/asb/direct-debit-authorities'] = bankAccount('asb')
  await openApp('/link-bank-account/asb/authorize')
  await expect.element(heading('Authorise Direct Debit')).toBeVisible()
  await expect.poll(() => document.title).toBe('Authorise Direct Debit | Nikau')
  await expect.element(link('Back')).toHaveAttribute('href', '/bank-accounts')
  await expect.element(page.getByText('12-••••-••••323-50')).toBeVisible()
  await button('Submit').click()
  await expect.element(page.getByText('You must agree in order to use Direct Debit')).toBeVisible()
  await agree().click()
  server.answers[list] = [bankAccount('asb')]
  await button('Submit').click()
  await expect.poll(currentPath).toBe('/bank-accounts')
  await expect.element(link('Top up from ASB')).toBeVisible()
  expect(server.bodies('POST /api/bank-accounts/asb/direct-debit-authorities')).toEqual([
    { phoneNumber: '+64215550142', fullName: 'Mia Tūhoro', emailAddress: 'mia@demo.example' },
  ])
})

test('topping up from an account without authority redirects to authorise it; an unknown account redirects to the list [LINK-18, ROUTE-23]', async () => {
  server.answers[list] = [bankAccount('asb', { directDebitAuthorized: false })]
  const screen = await openApp('/bank-accounts/asb/topup')
  await expect.poll(currentPath).toBe('/link-bank-account/asb/authorize')
  await screen.unmount()
  await openApp('/bank-accounts/nothing/topup')
  await expect.poll(currentPath).toBe('/bank-accounts')
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
  await openApp('/link-bank-account')
  await name().fill('M R Tūhoro')
  await number().fill('12-3140-0171323-50')
  await agree().click()
  await submit().click()
}

for (const [code, title, text, id] of refusals)
  test(`${code} shows "${title}" and keeps the form as typed [${id}]`, async () => {
    server.answers['POST /api/bank-accounts'] = refusal(code)
    await tryToLink()
    await expect.element(dialog(title).getByText(text)).toBeVisible()
    await dialog(title).getByRole('button', { name: 'Dismiss' }).click()
    await expect.element(number()).toHaveValue('12-3140-0171323-50')
  })

const supportEmail = () => page.getByRole('link', { name: deployed.supportEmail })

test('without a monitoring address Get Help sends nothing, says so and gives the email address [ERR-18, LINK-17]', async () => {
  server.answers['POST /api/bank-accounts'] = refusal('BANK_ACCOUNT_LIMIT_EXCEEDED')
  await tryToLink()
  const before = server.requests.length
  await button('Get Help').click()
  await expect.element(dialog('Email our support team')).toBeVisible()
  await expect.element(supportEmail()).toHaveAttribute('href', `mailto:${deployed.supportEmail}`)
  expect(page.getByText('Sent to Support Team').elements()).toEqual([])
  expect(server.requests.slice(before)).toEqual([])
})

test('with one, Get Help sends the account and the code to support, never the number, and says "Sent" only when it has arrived [ERR-18, LINK-17]', async () => {
  deployed.monitoring = { address: 'https://monitoring.example/reports', errors: 0, traces: 0 }
  startReporting()
  try {
    server.answers['POST /api/bank-accounts'] = refusal('BANK_ACCOUNT_LIMIT_EXCEEDED')
    server.answers['POST /reports'] = () => new Response(null, { status: 503 })
    await tryToLink()
    await button('Get Help').click()
    await expect.element(dialog('Email our support team')).toBeVisible()
    await dialog('Email our support team').getByRole('button', { name: 'Dismiss' }).click()
    server.answers['POST /reports'] = () => new Response(null, { status: 204 })
    await submit().click()
    await button('Get Help').click()
    await expect.element(dialog('Sent to Support Team')).toBeVisible()
    const [, arrived] = server.bodies('POST /reports')
    expect(arrived).toMatchObject({ kind: 'support', name: 'linkBankAccount', detail: { accountId: 'mine', code: 'BANK_ACCOUNT_LIMIT_EXCEEDED' } })
    expect(JSON.stringify(server.bodies('POST /reports'))).not.toMatch(/0171323|Tūhoro/)
  } finally {
    delete deployed.monitoring
  }
})

test('any other refusal shows Something Went Wrong; Retry resubmits the form, Go Back Home goes home [ERR-21]', async () => {
  server.answers['POST /api/bank-accounts'] = refusal('NEVER_HEARD_OF')
  await tryToLink()
  const modal = dialog('Something Went Wrong')
  await expect.element(modal.getByText('No money was moved.')).toBeVisible()
  await modal.getByRole('button', { name: 'Retry' }).click()
  await expect.poll(() => server.bodies('POST /api/bank-accounts').length).toBe(2)
  // Once is enough: then there is help instead.
  await expect.element(modal.getByRole('button', { name: 'Get Help' })).toBeVisible()
  expect(modal.getByRole('button', { name: 'Retry' }).elements()).toEqual([])
  await modal.getByRole('button', { name: 'Go Back Home' }).click()
  await expect.poll(currentPath).toBe('/')
})

test('the consent box is not covered: the button follows it', async () => {
  await openApp('/link-bank-account')
  await expect.element(agree()).toBeVisible()
  expect(getComputedStyle(document.querySelector('.n-page-footer')!).position).toBe('static')
})

test('a retried link whose first response was lost is not a duplicate', async () => {
  server.answers[list] = []
  let times = 0
  server.answers['POST /api/bank-accounts'] = () => {
    times++
    server.answers[list] = [bankAccount('new', { verified: false })]
    if (times === 1) throw new TypeError('response lost')
    return refusal('DUPLICATE_BANK_ACCOUNT')
  }
  await tryToLink()
  await expect.element(dialog('Top up to Verify')).toBeVisible()
  expect(times).toBe(2)
})

test('linking that is not confirmed leaves the form as it was; too many links say when the next one is possible [SEC-2, SEC-4]', async () => {
  server.answers['GET /step-up'] = { methods: ['code'], phone: '+64 21 ••• •42' }
  server.answers['POST /api/bank-accounts'] = refusal('SIGN_IN_AGAIN', { signIn: { acr: 'code', maxAge: 300 } })
  await openApp('/link-bank-account')
  await name().fill('M R Tuhoro')
  await number().fill('12-3140-0171323-50')
  await agree().click()
  await submit().click()
  await dialog('Confirm it’s you').getByRole('button', { name: 'Cancel' }).click()
  await expect.element(submit()).toBeEnabled()
  await expect.element(number()).toHaveValue('12-3140-0171323-50')
  expect(page.getByRole('alertdialog').elements()).toEqual([])
  server.answers['POST /api/bank-accounts'] = refusal('BANK_ACCOUNT_LINK_LIMIT_EXCEEDED', { until: '2026-11-23T03:12:00.000Z' })
  await submit().click()
  await expect.element(dialog('Too many bank accounts for now').getByText(/You can link another one from Mon 23 Nov 4:12 pm/)).toBeVisible()
})
