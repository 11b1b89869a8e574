import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { queryClient } from '../../lib/endpoint-hooks.ts'
import { updateLocalConfig } from '../../lib/local-config.ts'
import { asset, button, currentPath, dialog, heading, link, openApp, pageText, refusal, server, wallet } from '../../testing/fixtures.tsx'
import { noNetwork } from '../../testing/mock-server.ts'
import { amount, assets, assetTransfer, check, coffee, cola, create, message, next, number, payees, sendTests, write } from './fixtures.tsx'

sendTests()

const quota = (period: 'monthly' | 'yearly', limit: string, usage: string) => ({
  type: 'spend',
  assetType: 'nikau.nzd.main',
  period,
  interval: period === 'monthly' ? '2026-11' : '2026',
  limit,
  usage,
})

test('money is sent in three steps: who, how much with a message, check; the button repeats the amount [SEND-01, SEND-14, SEND-16, ROUTE-26]', async () => {
  await openApp('/send')
  await expect.element(heading('Who to?')).toBeVisible()
  await expect.poll(() => document.title).toBe('Send | Nikau')
  await number().fill('021 555 0142')
  await next()
  await expect.poll(currentPath).toBe('/send?step=amount')
  await expect.element(heading('How much?')).toHaveFocus()
  await amount().fill('20')
  await expect.poll(pageText).toContain('You’ll have $108.40 left')
  await message().fill('Half the concert')
  await next()
  await expect.element(heading('Check and send')).toHaveFocus()
  await expect.poll(pageText).toContain('021 555 0142')
  await expect.poll(pageText).toContain('Wallet, $108.40 left')
  expect(server.bodies(create)).toEqual([])
  await button('Send $20.00').click()
  await expect.element(heading('Sent')).toBeVisible()
  expect(server.bodies(create)).toEqual([
    {
      assetId: 'wallet',
      walletId: 'wallet',
      recipientAlias: '+64215550142',
      value: '2000',
      message: 'Half the concert',
      idempotencyKey: expect.any(String) as string,
    },
  ])
  expect(pageText()).toContain('$20.00')
  expect(pageText()).toContain('021 ••• ••42 has it now.')
  await link('Done').click()
  await expect.poll(currentPath).toBe('/')
})

test('without the areas no call of theirs is made, and nothing of them shows [CLAIM-01, GUARD-01, API-45]', async () => {
  await openApp('/send')
  await write()
  await button('Send $20.00').click()
  await expect.element(heading('Sent')).toBeVisible()
  for (const call of [check, payees, 'GET /api/me/trusted-people', 'GET /api/held-sends']) expect(server.to(call)).toEqual([])
  expect(pageText()).not.toContain('Send again')
  expect(link(/recall|details/i).elements()).toEqual([])
  const calls = new Set(server.requests.map(({ call }) => call))
  expect(calls).toContain('GET /api/accounts/mine/assets')
  expect(calls).toContain('GET /api/accounts/mine/quotas')
})

test('value and message are left out when there are none, and a token is sent without an amount [SEND-14, SEND-02, SEND-03]', async () => {
  localStorage.setItem('sendingAssetId', 'coffee')
  server.answers[create] = assetTransfer({
    value: undefined,
    assetId: 'coffee',
    asset: { category: 'token', description: 'Flat white', liveness: 'main' },
    recipientName: 'Jack S.',
  })
  await openApp('/send')
  await expect.element(page.getByText('Flat white')).toBeVisible()
  await number().fill('275550108')
  await next()
  await expect.element(heading('Send Flat white')).toBeInTheDocument()
  expect(amount().elements()).toEqual([])
  await next()
  await button('Send Flat white').click()
  await expect.element(heading('Sent')).toBeVisible()
  await expect.poll(pageText).toContain('Flat white')
  await expect.poll(pageText).toContain('Jack S. has it now.')
  expect(server.bodies(create)).toEqual([
    { assetId: 'coffee', walletId: 'wallet', recipientAlias: '+64275550108', idempotencyKey: expect.any(String) as string },
  ])
  expect(localStorage.getItem('sendingAssetId')).toBeNull()
})

test('without a remembered asset the default wallet is sent; one that can no longer be sent is not used [SEND-03, CONST-07]', async () => {
  localStorage.setItem('sendingAssetId', 'gone')
  await openApp('/send')
  await number().fill('215550142')
  await next()
  await expect.element(amount()).toBeVisible()
  await expect.element(link(/From wallet/)).toHaveAttribute('href', '/send/assets-select')
  await expect.poll(pageText).toContain('$128.40')
})

test('the transferable assets of the mode are listed; choosing one returns to /send with it [SEND-02, ROUTE-27, ENT-11]', async () => {
  server.answers[assets] = {
    items: [
      wallet(),
      cola,
      coffee,
      wallet({ id: 'settlement', description: 'Takings', settlement: true }),
      asset('farm', 'farmlands.nzd.main', { description: 'Farmlands' }),
      asset('spent', 'nikau.token.main', { description: 'Spent', status: 'spent' }),
      asset('play', 'nikau.token.test', { description: 'Play token' }),
      wallet({ id: 'play-money', type: 'nikau.nzd.test', liveness: 'test', description: 'Test wallet' }),
    ],
  }
  const screen = await openApp('/send/assets-select')
  await expect.element(heading('Select Asset')).toBeVisible()
  await expect.poll(() => document.title).toBe('Select Asset | Nikau')
  await expect.element(link('Back')).toHaveAttribute('href', '/send')
  const names = () =>
    page
      .getByRole('main')
      .getByRole('button')
      .elements()
      .map((option) => option.querySelector('.n-option-name')?.textContent)
  await expect.poll(names).toEqual(['Wallet', 'Coke', 'Flat white'])
  await button(/Coke/).click()
  await expect.poll(currentPath).toBe('/send')
  expect(localStorage.getItem('sendingAssetId')).toBe('cola')
  await expect.element(page.getByText('Coke')).toBeVisible()
  await screen.unmount()
  updateLocalConfig({ testAssetsEnabled: true })
  await openApp('/send/assets-select')
  await expect.poll(names).toEqual(['Test wallet', 'Play token'])
})

test('an asset chosen midway keeps the recipient and the message [SEND-02]', async () => {
  await openApp('/send')
  await number().fill('215550142')
  await next()
  await message().fill('For you')
  await link(/From wallet/).click()
  await button(/Flat white/).click()
  await expect.poll(currentPath).toBe('/send?step=amount')
  await expect.element(message()).toHaveValue('For you')
  await expect.poll(pageText).toContain('021 555 0142')
})

test('quick-add buttons add to the amount [SEND-04]', async () => {
  await openApp('/send')
  await number().fill('215550142')
  await next()
  for (const dollars of [5, 10, 20, 50]) await button(`Add ${dollars} dollars`).click()
  await expect.element(amount()).toHaveValue('85.00')
  await amount().fill('0.5')
  await button('Add 5 dollars').click()
  await expect.element(amount()).toHaveValue('5.50')
})

test('the message has a counter and is truncated at 100 characters [SEND-05]', async () => {
  await openApp('/send')
  await number().fill('215550142')
  await next()
  await expect.poll(pageText).toContain('0 of 100')
  await message().fill('x'.repeat(120))
  await expect.element(message()).toHaveValue('x'.repeat(100))
  await expect.poll(pageText).toContain('100 of 100')
  // A character of two code units is not cut in half.
  await message().fill(`${'x'.repeat(99)}🌿`)
  await expect.element(message()).toHaveValue('x'.repeat(99))
})

test('the amount is at least a cent, at most the balance and at most what the quota leaves [SEND-06, SEND-07, SEND-08]', async () => {
  server.answers['GET /api/accounts/mine/quotas'] = [quota('monthly', '100000', '97500'), quota('yearly', '999900', '97500')]
  await openApp('/send')
  await number().fill('215550142')
  await next()
  await expect.poll(pageText).toContain('You can spend $25.00 more this month.')
  for (const [typed, text] of [
    ['', 'The minimum send amount is $0.01'],
    ['0.00', 'The minimum send amount is $0.01'],
    ['128.41', 'The amount cannot exceed your balance'],
    ['25.01', 'The amount exceeds your remaining quota usage of $25.00'],
  ] as const) {
    await amount().fill(typed)
    await next()
    await expect.element(amount()).toHaveAccessibleDescription(text)
    await expect.element(amount()).toHaveFocus()
  }
  await amount().fill('25')
  await next()
  await expect.element(heading('Check and send')).toBeVisible()
  await expect.element(button('Send $25.00')).toBeVisible()
})

test('the phone number stands behind a fixed +64; a typed 0 or +64 is stripped [SEND-09]', async () => {
  await openApp('/send')
  await expect.element(page.getByText('+64')).toBeVisible()
  for (const typed of ['021 555 0142', '+64 21 555 0142', '21 555 0142']) {
    await number().fill(typed)
    await expect.element(number()).toHaveValue('21 555 0142')
  }
})

test('a wrong phone number says what is wrong with it, and keeps it [SEND-10, SEND-11, SEND-12]', async () => {
  await openApp('/send')
  for (const [typed, text] of [
    ['21 55a 0142', 'Phone number must be numeric'],
    ['21555014299', 'Phone number cannot be more then ten digits'],
    ['2155501', 'This is not a valid NZ phone number'],
    ['95550142', 'This is not a valid NZ phone number'],
  ] as const) {
    await number().fill(typed)
    await next()
    await expect.element(number()).toHaveAccessibleDescription(text)
    await expect.element(number()).toHaveFocus()
    expect((number().element() as HTMLInputElement).value.replaceAll(' ', '')).toBe(typed.replaceAll(' ', ''))
  }
  expect(currentPath()).toBe('/send')
})

test('with the flag the recipient can be an email; a phone number still works [SEND-13, FLAG-02]', async () => {
  updateLocalConfig({ sendAssetsToEmailEnabled: true })
  const screen = await openApp('/send')
  const field = page.getByRole('textbox', { name: 'Phone number or email' })
  for (const [typed, text] of [
    ['mia@', 'Email must be of valid form'],
    ['2155501', 'This is not a valid NZ phone number'],
  ] as const) {
    await field.fill(typed)
    await next()
    await expect.element(field).toHaveAccessibleDescription(text)
  }
  await field.fill('Aroha@Demo.Example')
  await next()
  await amount().fill('1')
  await next()
  await button('Send $1.00').click()
  await expect.element(heading('Sent')).toBeVisible()
  expect(server.bodies(create)).toMatchObject([{ recipientAlias: 'aroha@demo.example' }])
  await screen.unmount()
  await openApp('/send')
  await field.fill('+64 21 555 0142')
  await next()
  await expect.poll(pageText).toContain('021 555 0142')
})

test('after sending, the balance is lower and a token is gone at once, before the lists are loaded again [SEND-15]', async () => {
  const screen = await openApp('/send')
  await write({ dollars: '28.40' })
  server.answers[assets] = () => new Promise(() => {})
  await button('Send $28.40').click()
  await link('Done').click()
  await expect.poll(pageText).toContain('$100.00')
  await screen.unmount()
  queryClient.clear()
  server.answers[assets] = { items: [wallet(), cola, coffee] }
  localStorage.setItem('sendingAssetId', 'coffee')
  await openApp('/send')
  await number().fill('215550142')
  await next()
  await next()
  await expect.element(button('Send Flat white')).toBeVisible()
  server.answers[assets] = () => new Promise(() => {})
  await button('Send Flat white').click()
  await link('Done').click()
  await expect.poll(pageText).toContain('$128.40')
  await expect.element(link(/Coca-Cola/)).toBeVisible()
  expect(pageText()).not.toContain('Daily Bread')
})

const refusals = [
  ['INSUFFICIENT_WALLET_BALANCE', { available: '1500' }, 'Insufficient Funds', 'You have $15.00 available.', 'ERR-26'],
  ['QUOTA_EXCEEDED', { quotas: [quota('monthly', '100000', '101500')] }, 'Monthly Quota Exceeded', 'You can send $5.00 more.', 'ERR-27'],
  [
    'QUOTA_EXCEEDED',
    { quotas: [quota('monthly', '100000', '101500'), quota('yearly', '999900', '1000000')] },
    'Yearly Quota Exceeded',
    'You can send $5.00 more.',
    'ERR-27',
  ],
  ['QUOTA_EXCEEDED', {}, 'Send Quota Exceeded', 'That’s over your limit.', 'ERR-27'],
  ['NEVER_HEARD_OF', {}, 'Something Went Wrong', 'Your send wasn’t made.', 'ERR-28'],
  ['FORBIDDEN', {}, 'You can’t send from this wallet', 'Your send wasn’t made.', 'SEND-17'],
  ['RECIPIENT_IS_SENDER', {}, 'That’s you', 'You can’t send to your own number or email.', 'SEND-17'],
  ['INACTIVE_ASSET', {}, 'This can’t be sent any more', 'It was used, has expired or is switched off.', 'SEND-17'],
  ['ACCOUNT_FROZEN', {}, 'Your wallet is frozen', 'Nothing can leave your wallet until it is unfrozen.', 'GUARD-09'],
  ['PAUSED', {}, 'Sends to new people are paused', 'You can send to people you’ve sent to before, or try again later.', 'DESK-92'],
  ['RECIPIENT_UNAVAILABLE', {}, 'They can’t receive this', 'This recipient doesn’t receive anything from you', 'CLAIM-17'],
  ['OWN_LIMIT_EXCEEDED', { limit: 'one-day', left: '1000' }, 'Over your own limit', 'You have $10.00 left today. You’ve set a limit for one day.', 'GUARD-12'],
] as const

for (const [code, fields, title, text, id] of refusals)
  test(`${code} with ${JSON.stringify(fields)} shows ${title} and that the money is safe [SEND-17, ${id}]`, async () => {
    server.answers[create] = refusal(code, fields)
    await openApp('/send')
    await write()
    await button('Send $20.00').click()
    await expect.element(dialog(title)).toBeVisible()
    const shown = dialog(title).element().textContent
    expect(shown).toContain(text)
    expect(shown).toContain('Your money is still in your wallet.')
    expect(server.to(create)).toHaveLength(1)
    if (id === 'ERR-26' || id === 'ERR-27') {
      await dialog(title).getByRole('link', { name: 'Enter a smaller amount' }).click()
      await expect.element(amount()).toHaveValue('20.00')
    }
  })

test('too many new people in a day is said once, without retries [SEND-17, GUARD-01]', async () => {
  server.answers[create] = refusal('FIRST_SEND_LIMIT_REACHED', {}, 429)
  await openApp('/send')
  await write()
  await button('Send $20.00').click()
  await expect.element(dialog('Too many new people today')).toBeVisible()
  expect(server.to(create)).toHaveLength(1)
})

test('a send with an unknown outcome keeps its key through time-outs and a reload; another amount gets another key [SEND-17]', async () => {
  server.answers[create] = noNetwork
  const keys = () => [...new Set((server.bodies(create) as { idempotencyKey: string }[]).map(({ idempotencyKey }) => idempotencyKey))]
  const screen = await openApp('/send')
  await write({ text: 'Thanks' })
  await button('Send $20.00').click()
  await expect.element(dialog('Not confirmed yet')).toBeVisible()
  // No tick either, with or without a text.
  expect(dialog('Not confirmed yet').element().querySelector('.n-dialog-assurance')).toBeNull()
  await expect.element(dialog('Not confirmed yet').getByRole('link', { name: 'See your activity' })).toHaveAttribute('href', '/activity')
  await screen.unmount()
  const again = await openApp('/send?step=check')
  server.answers[create] = refusal('NEVER_HEARD_OF')
  await button('Send $20.00').click()
  await dialog('Something Went Wrong').getByRole('button', { name: 'Dismiss' }).click()
  expect(keys()).toHaveLength(1)
  await link('Back').click()
  await amount().fill('21')
  await next()
  await button('Send $21.00').click()
  await expect.element(dialog('Something Went Wrong')).toBeVisible()
  expect(keys()).toHaveLength(2)
  await again.unmount()
})

test('a reload shows the step again, and the success screen; without a draft the flow starts over', async () => {
  const first = await openApp('/send?step=check')
  await expect.poll(currentPath).toBe('/send')
  await write()
  await expect.element(heading('Check and send')).toBeVisible()
  await first.unmount()
  const second = await openApp('/send?step=check')
  await button('Send $20.00').click()
  await expect.element(heading('Sent')).toBeVisible()
  await second.unmount()
  await openApp('/send?step=sent')
  await expect.element(heading('Sent')).toBeVisible()
  expect(server.to(create)).toHaveLength(1)
})

test('a list that arrives while Done is leaving does not lead back to the start of the flow', async () => {
  await openApp('/send')
  await write()
  await button('Send $20.00').click()
  // The heading is there before the address.
  await expect.element(heading('Sent')).toBeVisible()
  await expect.poll(currentPath).toBe('/send?step=sent')
  // What Done does first.
  for (const key of Object.keys(sessionStorage)) if (key.startsWith('sent-')) sessionStorage.removeItem(key)
  server.answers[assets] = { items: [wallet({ balance: '9999', availableBalance: '9999' })] }
  const before = server.to(assets).length
  await queryClient.invalidateQueries()
  await expect.poll(() => server.to(assets).length).toBeGreaterThan(before)
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(currentPath()).toBe('/send?step=sent')
  await expect.element(heading('Sent')).toBeVisible()
})

test('the bottom navigation and the home screen have Send only with showSendAsset; the bar is gone in later steps [NAV-02, FLAG-02]', async () => {
  const screen = await openApp('/')
  const bar = page.getByRole('navigation', { name: 'Main' })
  const actions = page.getByRole('navigation', { name: 'Actions' })
  await expect.element(bar.getByRole('link', { name: 'Home' })).toBeVisible()
  expect(bar.getByRole('link', { name: 'Send' }).elements()).toEqual([])
  expect(actions.getByRole('link', { name: 'Send' }).elements()).toEqual([])
  await screen.unmount()
  updateLocalConfig({ showSendAsset: true })
  await openApp('/')
  await expect.element(actions.getByRole('link', { name: 'Send' })).toHaveAttribute('href', '/send')
  await bar.getByRole('link', { name: 'Send' }).click()
  await expect.poll(currentPath).toBe('/send')
  await expect.element(bar.getByRole('link', { name: 'Send' })).toHaveAttribute('aria-current', 'page')
  await number().fill('215550142')
  await next()
  await expect.element(amount()).toBeVisible()
  expect(bar.elements()).toEqual([])
})

test('a token’s page sends that token [ASSET-05, SEND-03]', async () => {
  updateLocalConfig({ showSendAsset: true })
  for (const [id, name] of [
    ['cola', 'Coke'],
    ['coffee', 'Flat white'],
  ] as const) {
    const screen = await openApp(`/assets/${id}`)
    await link('Send it').click()
    await expect.poll(currentPath).toBe('/send')
    expect(localStorage.getItem('sendingAssetId')).toBe(id)
    await expect.element(page.getByRole('main').getByText(name)).toBeVisible()
    await screen.unmount()
  }
})

test('a contact of the phone fills in the number, where the browser can pick one', async () => {
  const contacts = { select: () => Promise.resolve([{ name: ['Aroha Ngata'], tel: ['+64 21 555 0142'] }]) }
  Object.defineProperty(navigator, 'contacts', { value: contacts, configurable: true })
  try {
    await openApp('/send')
    await button('Choose from your contacts').click()
    await expect.element(number()).toHaveValue('21 555 0142')
    await next()
    await expect.poll(pageText).toContain('Aroha Ngata')
  } finally {
    Reflect.deleteProperty(navigator, 'contacts')
  }
})
