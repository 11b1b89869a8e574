import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { shortenPauses } from '../../testing/attempts.ts'
import {
  at,
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

const banks = 'GET /api/accounts/mine/bank-accounts'
const topUps = 'GET /api/topups'

test('a pending top-up shows its timeline with dates and can be cancelled until it is sent', async () => {
  server.answers[topUps] = [transfer('up')]
  server.answers['GET /api/funds-transfers/up'] = transfer('up')
  await openApp('/activity')
  await link(/Top-up from ASB.*Pending/).click()
  await expect.poll(currentPath).toBe('/transfers/up')
  await expect.element(heading('Top-up from ASB')).toBeVisible()
  const steps = page.getByRole('list', { name: 'What happened' }).getByRole('listitem')
  expect(steps.elements().map((step) => step.textContent.replaceAll(/\s+/g, ' '))).toEqual([
    expect.stringMatching(/^Done You requested a top-up/),
    'Now Sending to your bankby Mon 16 Nov',
    'Later Paid by your bankby Tue 17 Nov',
    'Later In your walletby Thu 19 Nov',
  ])
  server.answers['POST /api/funds-transfers/up/abort'] = refusal('FUNDS_TRANSFER_ALREADY_COMPLETE')
  await button('Cancel this top-up').click()
  const confirmation = dialog('Cancel this top-up?')
  await confirmation.getByRole('button', { name: 'Cancel top-up' }).click()
  await expect.element(confirmation.getByText('It has already been sent to your bank, so it can’t be cancelled.')).toBeVisible()
  await confirmation.getByRole('button', { name: 'Close' }).click()
  server.answers['POST /api/funds-transfers/up/abort'] = () => {
    const timeline = [
      { key: 'requested', at },
      { key: 'failed', at },
    ]
    server.answers['GET /api/funds-transfers/up'] = transfer('up', { status: 'failed', failure: 'aborted', abortable: false, timeline })
    return {}
  }
  await button('Cancel this top-up').click()
  await confirmation.getByRole('button', { name: 'Cancel top-up' }).click()
  await expect.poll(pageText).toContain('You cancelled it')
  expect(button('Cancel this top-up').elements()).toEqual([])
})

test('a held top-up links to the code entry, on its own screen and on the home screen', async () => {
  const held = transfer('up', {
    status: 'requested',
    held: true,
    abortable: false,
    timeline: [{ key: 'requested', at }, { key: 'sent', at }, { key: 'at-bank', at }, { key: 'held', at }, { key: 'done' }],
  })
  server.answers[banks] = [bankAccount('asb', { verified: false })]
  server.answers[topUps] = [held]
  server.answers['GET /api/funds-transfers/up'] = held
  await openApp('/')
  await link('$50.00 held until you enter the code').click()
  await expect.element(link('Enter the 4-digit code to release it')).toHaveAttribute('href', '/bank-accounts')
  await expect.poll(pageText).toContain('Now Held until you enter the code')
})

test.each([
  ['insufficient-funds', 'Your bank declined it: there wasn’t enough money in the account.'],
  ['account-closed', 'Your bank declined it: the account is closed.'],
] as const)('a top-up that failed with %s shows the reason and that no money is lost', async (failure, text) => {
  const timeline = [
    { key: 'requested', at },
    { key: 'sent', at },
    { key: 'failed', at },
  ]
  server.answers['GET /api/funds-transfers/up'] = transfer('up', { status: 'failed', failure, abortable: false, timeline })
  await openApp('/transfers/up')
  await expect.poll(pageText).toContain(text)
  await expect.poll(pageText).toContain('You haven’t lost any money.')
})

test('another person’s transfer is not found', async () => {
  await openApp('/transfers/theirs')
  await expect.element(heading('We can’t find that transfer')).toBeVisible()
})

test('a transfer or a receipt that fails to load keeps its heading, and can be tried again', async () => {
  shortenPauses()
  for (const [path, call, name] of [
    ['/transfers/t9', 'GET /api/funds-transfers/t9', 'Transfer'],
    ['/activity/n9', 'GET /api/wallets/wallet/transactions/9', 'Receipt'],
  ] as const) {
    server.answers[call] = () => refusal('UNAVAILABLE', {}, 503)
    const screen = await openApp(path)
    await expect.element(page.getByRole('button', { name: 'Try again' })).toBeVisible()
    await expect.element(page.getByRole('heading', { level: 1, name })).toBeInTheDocument()
    await screen.unmount()
  }
})
