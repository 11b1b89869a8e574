import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import {
  bankAccount,
  button,
  currentPath,
  dialog,
  heading,
  mockServerPerTest,
  openApp,
  pageText,
  refusal,
  server,
  transfer,
  wallet,
} from '../../testing/fixtures.tsx'
import { inTurn, noNetwork } from '../../testing/mock-server.ts'

mockServerPerTest()
afterEach(() => vi.restoreAllMocks())

const withdrawals = 'POST /api/withdrawals'
const sendCall = 'POST /step-up/code/send'
const codeCall = 'POST /step-up/code'
const needed = () => refusal('SIGN_IN_AGAIN', { signIn: { acr: 'code', maxAge: 300 } })
const methods = (...list: string[]) => ({ methods: list, phone: '+64 21 ••• •42', email: 'm•••@demo.example' })
const inFuture = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString()
const sentCode = (resendIn = 0) => ({ resendAt: inFuture(resendIn), expiresAt: inFuture(-1) })
const sheet = () => dialog('Confirm it’s you')
const says = async (role: 'alert' | 'status', text: string) => {
  const texts = () =>
    page
      .getByRole(role)
      .elements()
      .map((element) => element.textContent)
  await expect.poll(texts).toContainEqual(expect.stringContaining(text))
}
const codeField = (name = '6-digit code') => page.getByLabelText(name)

/** The withdrawal is refused once, then made. */
async function withdraw(first: unknown = needed()) {
  server.answers[withdrawals] = inTurn(first, transfer('out', { type: 'withdrawal', abortable: false }))
  await openApp('/withdraw/bank-accounts/asb')
  await page.getByRole('textbox', { name: 'Amount' }).fill('50')
  await button('Withdraw $50.00').click()
}

test('a refused withdrawal asks for a code in place and is then repeated with the same idempotency key [SEC-4]', async () => {
  server.answers['GET /step-up'] = methods('code')
  server.answers[sendCall] = sentCode(30)
  server.answers[codeCall] = { acr: 'code' }
  await withdraw()
  await says('status', 'We texted a code to +64 21 ••• •42')
  await expect.element(codeField()).toHaveFocus()
  expect(currentPath()).toBe('/withdraw/bank-accounts/asb')
  await expect.element(button(/^New code in \d+ s$/)).toBeDisabled()
  await userEvent.keyboard('123456')
  await expect.poll(currentPath).toBe('/')
  await expect.element(page.getByText('$50.00 is on its way to your bank')).toBeVisible()
  expect(sheet().elements()).toEqual([])
  expect(server.bodies(sendCall)).toEqual([{ channel: 'sms' }])
  expect(server.bodies(codeCall)).toEqual([{ code: '123456' }])
  const [first, second, ...more] = server.bodies(withdrawals)
  expect(second).toEqual(first)
  expect(more).toEqual([])
  expect(server.to(codeCall)[0]?.headers.authorization).toBe('Bearer token')
})

test('closing the sheet returns to the form with everything kept, and nothing more is sent [SEC-4]', async () => {
  server.answers['GET /step-up'] = methods('code')
  server.answers[sendCall] = sentCode()
  await withdraw()
  await expect.element(codeField()).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.poll(() => sheet().elements()).toEqual([])
  await expect.element(button('Withdraw $50.00')).toBeEnabled()
  await expect.element(page.getByRole('textbox', { name: 'Amount' })).toHaveValue('50.00')
  expect(dialog('Something Went Wrong').elements()).toEqual([])
  expect(server.to(withdrawals)).toHaveLength(1)
  // The focus is back on the button that asked.
  await expect.element(button('Withdraw $50.00')).toHaveFocus()
})

test('a passkey confirms with one press; codes are the other way [SEC-4]', async () => {
  const buffer = new Uint8Array([1, 2, 3]).buffer
  const response = { authenticatorData: buffer, clientDataJSON: buffer, signature: buffer, userHandle: buffer }
  const credential = { id: 'AQID', rawId: buffer, type: 'public-key', response, getClientExtensionResults: () => ({}), authenticatorAttachment: 'platform' }
  const get = vi.spyOn(navigator.credentials, 'get').mockRejectedValueOnce(new DOMException('no', 'NotAllowedError'))
  server.answers['GET /step-up'] = methods('passkey', 'two-codes')
  server.answers['POST /step-up/passkey/options'] = { challenge: 'AQID', rpId: 'localhost', allowCredentials: [] }
  server.answers['POST /step-up/passkey'] = () => new Response(null, { status: 204 })
  await withdraw()
  await expect.element(button('Use your passkey')).toHaveFocus()
  expect(server.to(sendCall)).toEqual([])
  await button('Use your passkey').click()
  await says('alert', 'Your passkey wasn’t confirmed')
  await expect.element(button('Use codes instead')).toBeVisible()
  get.mockResolvedValueOnce(credential)
  await button('Use your passkey').click()
  await expect.poll(currentPath).toBe('/')
  expect(server.to('POST /step-up/passkey')).toHaveLength(1)
  expect(server.to(withdrawals)).toHaveLength(2)
})

test('without the passkey two codes are asked for in the same sheet, by text and then by email [SEC-4]', async () => {
  server.answers['GET /step-up'] = methods('passkey', 'two-codes')
  server.answers[sendCall] = sentCode()
  server.answers[codeCall] = inTurn({ next: 'email' }, { acr: 'two-codes' })
  await withdraw()
  await button('Use codes instead').click()
  await codeField('Code from the text').fill('111111')
  await says('status', 'We emailed a code to m•••@demo.example')
  await expect.element(codeField('Code from the email')).toHaveValue('')
  await expect.element(codeField('Code from the email')).toHaveFocus()
  expect(server.to(withdrawals)).toHaveLength(1)
  await codeField('Code from the email').fill('222222')
  await expect.poll(currentPath).toBe('/')
  expect(server.bodies(sendCall)).toEqual([{ channel: 'sms' }, { channel: 'email' }])
})

test('a wrong code keeps its digits and says how many tries are left; the code can come by email [SEC-4]', async () => {
  server.answers['GET /step-up'] = methods('code')
  server.answers[sendCall] = sentCode()
  server.answers[codeCall] = inTurn(
    refusal('CODE_WRONG', { triesLeft: 1 }),
    refusal('CODE_WRONG', { triesLeft: 0 }),
    refusal('CODE_EXPIRED'),
    refusal('RATE_LIMIT_EXCEEDED', { until: '2026-11-15T03:12:00.000Z' }, 429),
    noNetwork,
    { acr: 'code' },
  )
  await withdraw()
  await codeField().fill('000000')
  await says('alert', 'That code isn’t right. 1 try left.')
  await expect.element(codeField()).toHaveValue('000000')
  const confirm = sheet().getByRole('button', { name: 'Confirm' })
  for (const text of ['That code isn’t right. Ask for a new one.', 'That code has expired', 'Try again at', 'You’re offline']) {
    await confirm.click()
    await says('alert', text)
  }
  await button('Send by email').click()
  await says('status', 'We emailed a code to m•••@demo.example')
  expect(server.bodies(sendCall)).toEqual([{ channel: 'sms' }, { channel: 'email' }])
  await codeField().fill('999999')
  await expect.poll(currentPath).toBe('/')
})

test('codes that may not be sent say until when, and an incomplete code is not sent [SEC-4]', async () => {
  server.answers['GET /step-up'] = methods('code')
  server.answers[sendCall] = refusal('RATE_LIMIT_EXCEEDED', { until: '2026-11-15T03:12:00.000Z' }, 429)
  await withdraw()
  await says('alert', 'We couldn’t send a code')
  await says('alert', '4:12 pm')
  expect(server.to(sendCall)).toHaveLength(1)
  await codeField().fill('123')
  await sheet().getByRole('button', { name: 'Confirm' }).click()
  await expect.element(page.getByText('Enter all 6 digits')).toBeVisible()
  expect(server.to(codeCall)).toEqual([])
})

test('calls refused at the same time share one sheet, and reads are repeated too [SEC-4]', async () => {
  server.answers['GET /step-up'] = methods('code')
  server.answers[sendCall] = sentCode()
  server.answers[codeCall] = { acr: 'code' }
  server.answers['GET /api/accounts/mine/bank-accounts'] = inTurn(needed(), [bankAccount('asb')])
  server.answers['GET /api/accounts/mine/assets'] = inTurn(needed(), { items: [wallet()] })
  await openApp('/withdraw/bank-accounts/asb')
  await expect.element(codeField()).toBeVisible()
  expect(sheet().elements()).toHaveLength(1)
  await codeField().fill('123456')
  await expect.element(page.getByRole('textbox', { name: 'Amount' })).toBeVisible()
  expect(server.to('GET /step-up')).toHaveLength(1)
  expect(sheet().elements()).toEqual([])
})

test('a call that was on its way when the person confirmed is repeated without another sheet [SEC-4]', async () => {
  server.answers['GET /step-up'] = methods('code')
  server.answers[sendCall] = sentCode()
  server.answers[codeCall] = { acr: 'code' }
  const confirmed = Promise.withResolvers<void>()
  server.answers['GET /api/accounts/mine/bank-accounts'] = inTurn(needed(), [bankAccount('asb')])
  server.answers['GET /api/accounts/mine/assets'] = inTurn(() => confirmed.promise.then(needed), { items: [wallet()] })
  await openApp('/withdraw/bank-accounts/asb')
  await codeField().fill('123456')
  await expect.poll(() => sheet().elements()).toEqual([])
  expect(server.to('GET /api/accounts/mine/assets')).toHaveLength(1)
  confirmed.resolve()
  await expect.element(page.getByRole('textbox', { name: 'Amount' })).toBeVisible()
  expect(server.to('GET /step-up')).toHaveLength(1)
})

test('a call that is refused again after the confirmation is a refusal, not another sheet [SEC-4]', async () => {
  server.answers['GET /step-up'] = methods('code')
  server.answers[sendCall] = sentCode()
  server.answers[codeCall] = { acr: 'code' }
  await withdraw()
  server.answers[withdrawals] = needed()
  await codeField().fill('123456')
  await expect.element(dialog('Something Went Wrong')).toBeVisible()
  expect(sheet().elements()).toEqual([])
  expect(server.to(withdrawals)).toHaveLength(2)
})

test('adding and removing a passkey ask in the same sheet, without leaving the screen [SEC-17]', async () => {
  server.answers['GET /step-up'] = methods('code')
  server.answers[sendCall] = sentCode()
  server.answers[codeCall] = { acr: 'code' }
  const phone = { id: 'phone', name: 'Pixel', createdAt: '2026-11-01T00:00:00.000Z', lastUsedAt: null }
  server.answers['GET /passkeys'] = inTurn({ passkeys: [phone] }, { passkeys: [] })
  server.answers['DELETE /passkeys/phone'] = inTurn(needed(), () => new Response(null, { status: 204 }))
  server.answers['POST /passkeys/options'] = needed()
  await openApp('/security')
  await button('Add a passkey').click()
  await sheet().getByRole('button', { name: 'Cancel' }).click()
  await expect.poll(() => sheet().elements()).toEqual([])
  expect(pageText()).not.toContain('We couldn’t create a passkey')
  await button('Remove Pixel').click()
  await dialog('Remove this passkey?').getByRole('button', { name: 'Remove' }).click()
  await codeField().fill('123456')
  await expect.element(page.getByRole('heading', { name: 'No passkeys yet' })).toBeVisible()
  await expect.element(heading('Passkeys')).toBeVisible()
  expect(server.to('DELETE /passkeys/phone')).toHaveLength(2)
})
