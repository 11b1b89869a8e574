import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { deployed } from '../../lib/config.ts'
import { at, currentPath, heading, link, mockServerPerTest, openApp, pageText, refusal, server, transfer } from '../../testing/fixtures.tsx'
import { shortenPauses } from '../../testing/attempts.ts'

mockServerPerTest()
beforeEach(() => {
  deployed.people = { guard: true, claim: true }
  // The day after the movements of the fixtures.
  vi.setSystemTime('2026-11-15T20:00:00.000Z')
  Object.assign(server.answers, {
    'GET /api/accounts/mine/asset-transfers': { items: [] },
    'GET /api/held-sends': { items: [] },
  })
})
afterEach(() => {
  vi.useRealTimers()
  deployed.people = { guard: false, claim: false }
})

const withdrawals = 'GET /api/accounts/mine/withdrawals'
const sends = 'GET /api/accounts/mine/asset-transfers'
const cards = () => page.getByRole('list', { name: 'What happened to my money?' }).getByRole('listitem')
const cardTexts = () =>
  cards()
    .elements()
    .map((card) => card.textContent)

const sent = (id: string, more: object = {}) => ({
  id,
  status: 'sent',
  assetId: 'wallet',
  senderName: 'Mia T.',
  createdAt: at,
  url: 'https://nikau.example/deimos/transfer/s',
  asset: { category: 'money', description: 'NZD', liveness: 'main' },
  expiresAt: '2026-11-29T03:00:00.000Z',
  direction: 'sent',
  value: '2400',
  recipient: '+64215550119',
  reference: 'NK 52D0 77A4',
  timeline: [{ key: 'asked', at }],
  cancellable: true,
  reminders: { left: 3 },
  ...more,
})

test('a pending top-up says what happens next and by when, and leads to its page and to contact with its reference', async () => {
  server.answers['GET /api/topups'] = [transfer('up')]
  server.answers['GET /api/funds-transfers/up'] = transfer('up')
  await openApp('/')
  await page.getByRole('button', { name: 'Menu' }).click()
  await link('Help').click()
  await expect.element(heading('Help')).toBeVisible()
  await expect
    .poll(() => cardTexts()[0])
    .toMatch(/Top-up from ASB.*\$50\.00.*On its way.*We send it to your bank on Mon 16 Nov\. Until then you can cancel it\. In your wallet by Thu 19 Nov\./)
  await expect.element(link(/^Report a problem: Top-up/)).toHaveAttribute('href', 'mailto:support@nikau.example?subject=Top-up%20up')
  await link(/^See details: Top-up/).click()
  await expect.poll(currentPath).toBe('/transfers/up')
  await expect.element(heading('Top-up from ASB')).toBeVisible()
})

test('every state of a bank transfer is told in plain words', async () => {
  const late = transfer('late', { arrivesBy: '2026-11-15', status: 'requested' })
  const failed = transfer('failed', { status: 'failed', failure: 'insufficient-funds', timeline: [{ key: 'failed', at }] })
  const old = transfer('old', { status: 'failed', failure: 'insufficient-funds', updatedAt: '2026-10-01T00:00:00.000Z' })
  const reversed = transfer('reversed', { status: 'done', timeline: [{ key: 'reversed', at }] })
  server.answers['GET /api/topups'] = [
    transfer('held', { held: true, status: 'done' }),
    late,
    failed,
    old,
    reversed,
    transfer('done', { status: 'done', timeline: [] }),
  ]
  server.answers[withdrawals] = { items: [transfer('out', { type: 'withdrawal', status: 'requested', abortable: false })] }
  await openApp('/help')
  await expect.poll(() => cards().elements().length).toBe(5)
  const all = cardTexts().join('\n')
  expect(all).toMatch(/Held.*is held until you verify the account\. Enter the 4-digit code/)
  expect(all).toMatch(/Late.*It should have been in your wallet by Sun 15 Nov\. Report a problem/)
  expect(all).toMatch(/Failed.*there wasn’t enough money in the account\. You haven’t lost any money\./)
  expect(all).toMatch(/Reversed.*the money has been taken out of your wallet/)
  expect(all).toMatch(/Withdrawal to ASB.*On its way.*Your bank has it\. In your bank account by Thu 19 Nov\./)
})

test('sends that wait, came back or wait for the sender, and refunds, say where the money is', async () => {
  server.answers[sends] = {
    items: [
      sent('waiting'),
      sent('back', { status: 'cancelled', recipient: '021 ••• ••19' }),
      sent('taken', { status: 'claimed' }),
      sent('token', { asset: { category: 'token', description: 'Flat white', liveness: 'main' } }),
    ],
  }
  server.answers['GET /api/held-sends'] = {
    items: [
      {
        id: 'held',
        status: 'waiting',
        assetId: 'wallet',
        recipientAlias: '+64225550171',
        recipientName: 'Dean M.',
        firstTime: true,
        value: '45000',
        purpose: 'met-online',
        createdAt: at,
        decideAt: '2026-11-18T03:00:00.000Z',
        forgottenAt: '2026-11-20T03:00:00.000Z',
        opinions: [],
      },
    ],
  }
  server.answers['GET /api/wallets/wallet/transactions'] = {
    items: [{ activityNumber: 7, amount: '1500', value: '1500', createdAt: at, paymentRequestId: 'r1', srcParty: 'Daily Bread' }],
  }
  await openApp('/help')
  await expect.poll(() => cards().elements().length).toBe(4)
  const all = cardTexts().join('\n')
  expect(all).toMatch(/Send to 021 555 0119.*Waiting to be claimed.*it’s back in your wallet on Sun 29 Nov\. Until then you can recall it\./)
  expect(all).toMatch(/Recalled.*\$24\.00 is back in your wallet\./)
  expect(all).toMatch(/Send to Dean M\..*\$450\.00.*Nothing has left your wallet\. We ask you again/)
  expect(all).toMatch(/Refund from Daily Bread.*\$15\.00.*It’s back in your wallet\./)
  await expect.element(link(/^See details: Refund/)).toHaveAttribute('href', '/activity/n7')
})

test('with nothing on its way it says so, but not while a part could not be loaded', async () => {
  shortenPauses()
  server.answers[sends] = () => refusal('UNAVAILABLE', {}, 503)
  await openApp('/help')
  await expect.poll(pageText).toContain('We couldn’t load where your money is')
  expect(pageText()).not.toContain('Nothing is on its way')
  server.answers[sends] = { items: [] }
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(page.getByRole('heading', { name: 'Nothing is on its way' })).toBeVisible()
})

test('a payment whose outcome this tab does not know is named and leads back to it', async () => {
  sessionStorage.setItem('pending-payment-r-9-me', '{}')
  sessionStorage.setItem('pending-payment-r-8-somebody', '{}')
  await openApp('/help')
  await expect.element(link('A payment has no answer yet')).toHaveAttribute('href', '/pay/r-9')
})

test('a scam leads to the freeze and to contact, a lost phone to the devices', async () => {
  await openApp('/help')
  await page.getByText('I think I’ve been scammed').click()
  await expect.element(link('Freeze your wallet').first()).toHaveAttribute('href', '/safety/freeze')
  await expect.element(link('Email us')).toHaveAttribute('href', 'mailto:support@nikau.example?subject=Scam')
  await page.getByText('I’ve lost my phone').click()
  await expect.element(link('sign out the lost one')).toHaveAttribute('href', '/safety/devices')
  await page.getByText('How do I pay?').click()
  await link('Making a Payment').click()
  await expect.element(page.getByRole('heading', { name: 'Making a Payment' })).toBeVisible()
})

test('signed out, help, terms and privacy can be read, and no call is made', async () => {
  sessionStorage.clear()
  const screen = await openApp('/help')
  await expect.element(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
  await expect.element(link('support@nikau.example')).toHaveAttribute('href', 'mailto:support@nikau.example')
  await screen.unmount()
  for (const [path, name] of [
    ['/terms', 'Terms'],
    ['/privacy', 'Privacy'],
  ] as const) {
    const legal = await openApp(path)
    await expect.element(heading(name)).toBeVisible()
    await legal.unmount()
  }
  expect(server.requests.filter(({ call }) => call.includes(' /api/'))).toEqual([])
})

test('the terms name the dispute scheme where the deployment has one', async () => {
  const screen = await openApp('/terms')
  await expect.element(heading('Terms')).toBeVisible()
  expect(link('dispute resolution scheme').elements()).toEqual([])
  await screen.unmount()
  deployed.links.disputeScheme = 'https://scheme.example/'
  await openApp('/terms')
  await expect.element(link('dispute resolution scheme')).toHaveAttribute('href', 'https://scheme.example/')
  delete deployed.links.disputeScheme
})
