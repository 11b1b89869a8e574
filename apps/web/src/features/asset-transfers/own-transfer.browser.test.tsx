import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { deployed } from '../../lib/config.ts'
import { button, currentPath, dialog, heading, link, mockServerPerTest, openApp, pageText, refusal, server, wallet } from '../../testing/fixtures.tsx'
import { inTurn } from '../../testing/mock-server.ts'
import {
  claimedTransfer,
  declinedTransfer,
  expiredTransfer,
  failedTransfer,
  flatWhite,
  ownTransfer,
  recalledTransfer,
  receivedTransfer,
  returnedTransfer,
} from './fixtures.tsx'

mockServerPerTest()
beforeEach(() => {
  deployed.people.claim = true
})
afterEach(() => {
  deployed.people.claim = false
  vi.restoreAllMocks()
})

const own = 'GET /api/asset-transfers/xfer'
const cancel = 'POST /api/asset-transfers/xfer/cancel'
const remind = 'POST /api/asset-transfers/xfer/remind'
const steps = () =>
  page
    .getByRole('list', { name: 'What happened' })
    .getByRole('listitem')
    .elements()
    .map((step) => step.textContent.replaceAll(/\s+/g, ' ').trim())
const struckThrough = () => document.querySelector('.n-money[data-gone]')?.textContent ?? ''

test('the sender sees recipient, amount, state, timeline with the days to come, message and reference [CLAIM-04, ROUTE-31]', async () => {
  server.answers[own] = ownTransfer()
  await openApp('/transfer/xfer')
  await expect.element(heading('To 027 555 0108')).toBeVisible()
  expect(document.querySelector('.n-money')?.textContent).toContain('$50.00')
  await expect.element(page.getByText('Waiting to be claimed').first()).toBeVisible()
  await expect.element(page.getByText('returns Sat 28 Nov')).toBeVisible()
  expect(steps()).toEqual([
    expect.stringMatching(/^Done You sent it ?Sat 14 Nov$/),
    expect.stringMatching(/^Done Text delivered ?Sat 14 Nov$/),
    expect.stringMatching(/^Now Waiting to be claimed ?We send a reminder on Sat 21 Nov$/),
    expect.stringMatching(/^Later Comes back to you ?if nobody claims it ?Sat 28 Nov$/),
  ])
  for (const text of ['Happy birthday, Jack', 'NK 90C4 1E63']) await expect.element(page.getByText(text, { exact: true })).toBeVisible()
  await expect.element(button('Copy reference')).toBeVisible()
  expect(server.to('GET /api/asset-transfers/xfer/summary')).toEqual([])
})

test('the sender shares the link, which has no key [CLAIM-15]', async () => {
  server.answers[own] = ownTransfer()
  const share = vi.fn(async (_data: ShareData) => {})
  vi.stubGlobal('navigator', new Proxy(navigator, { get: (target, name) => (name === 'share' ? share : Reflect.get(target, name, target)) }))
  await openApp('/transfer/xfer')
  await button('Share link').click()
  expect(share.mock.calls).toEqual([[{ url: 'https://nikau.example/deimos/transfer/xfer' }]])
})

test('the sender has the text sent again, and sees when it can be sent next [CLAIM-09]', async () => {
  server.answers[own] = ownTransfer()
  server.answers[remind] = ownTransfer({ reminders: { left: 2, nextAt: '2099-11-15T03:12:00.000Z' } })
  await openApp('/transfer/xfer')
  await button('Text again').click()
  await expect.element(page.getByText(/You can have it sent again from .*2099.*2 times left/)).toBeVisible()
  await expect.element(button('Text again')).toBeDisabled()
  expect(server.to(remind)).toHaveLength(1)
})

test('after three times it is not sent again [CLAIM-09]', async () => {
  server.answers[own] = ownTransfer({ reminders: { left: 0 } })
  await openApp('/transfer/xfer')
  await expect.element(button('Text again')).toBeDisabled()
  await expect.element(page.getByText(/three times/)).toBeVisible()
})

test('a limit that another device reached is shown, and the page is up to date again [CLAIM-09]', async () => {
  server.answers[own] = inTurn(ownTransfer(), ownTransfer({ reminders: { left: 0 } }))
  server.answers[remind] = refusal('REMINDER_LIMIT_REACHED')
  await openApp('/transfer/xfer')
  await button('Text again').click()
  await expect.element(page.getByText('It can’t be sent again now.')).toBeVisible()
  await expect.element(button('Text again')).toBeDisabled()
})

test('an email is sent again by email [CLAIM-09]', async () => {
  server.answers[own] = ownTransfer({ recipient: 'jack@nikau.example' })
  await openApp('/transfer/xfer')
  await expect.element(heading('To jack@nikau.example')).toBeVisible()
  await expect.element(button('Email again')).toBeVisible()
})

test('a recall asks with the amount and the balance after it, and then says where the money is [CLAIM-05]', async () => {
  server.answers[own] = ownTransfer()
  server.answers['GET /api/accounts/mine/assets'] = { items: [wallet({ balance: '7840', availableBalance: '7840' })] }
  server.answers[cancel] = recalledTransfer()
  await openApp('/transfer/xfer')
  await button('Recall $50.00').click()
  const asked = dialog('Recall $50.00?')
  await expect.element(asked.getByText('Your wallet would be $128.40')).toBeVisible()
  expect(server.to(cancel)).toEqual([])
  await asked.getByRole('button', { name: 'Recall $50.00' }).click()
  await expect.element(page.getByText('Recalled', { exact: true })).toBeVisible()
  await expect.element(page.getByText('$50.00 is back in your wallet.')).toBeVisible()
  expect(struckThrough()).toContain('$50.00')
  expect(steps().map((step) => step.replace(/ ?Sat 14 Nov$/, ''))).toEqual([
    'Done You sent it',
    'Done Text delivered',
    'Went back You recalled it',
    'Done Back in your wallet',
  ])
  await expect.element(page.getByText('$50.00 restored')).toBeVisible()
  await expect.element(link('Send it again')).toHaveAttribute('href', '/send')
  expect(server.to(cancel)).toHaveLength(1)
})

test('a recall that a claim was faster than says so and shows the claim [CLAIM-05]', async () => {
  server.answers[own] = inTurn(ownTransfer(), claimedTransfer())
  server.answers[cancel] = refusal('INVALID_ASSET_TRANSFER_STATUS')
  await openApp('/transfer/xfer')
  await button('Recall $50.00').click()
  const asked = dialog('Recall $50.00?')
  await asked.getByRole('button', { name: 'Recall $50.00' }).click()
  await expect.element(asked.getByText('It no longer waits, so it can’t be recalled.')).toBeVisible()
  await asked.getByRole('button', { name: 'Close' }).click()
  await expect.element(heading('To Jack S')).toBeVisible()
})

test('a claimed transfer shows the shown name with the masked number, and cannot be recalled [CLAIM-12]', async () => {
  server.answers[own] = claimedTransfer()
  await openApp('/transfer/xfer')
  await expect.element(heading('To Jack S')).toBeVisible()
  await expect.element(page.getByText('027 ••• ••08')).toBeVisible()
  expect(pageText()).not.toContain('555 0108')
  expect(steps().at(-1)).toMatch(/^Done Jack S claimed it ?Sun 15 Nov$/)
  await expect.element(link('Send to Jack S again')).toHaveAttribute('href', '/send')
  expect(button(/Recall|Text again|Share link/).elements()).toEqual([])
})

test('a returned transfer says that nobody claimed it and that the money is back [CLAIM-07]', async () => {
  server.answers[own] = returnedTransfer()
  await openApp('/transfer/xfer')
  await expect.element(page.getByText('Returned', { exact: true })).toBeVisible()
  await expect.element(page.getByText('$50.00 is back in your wallet.')).toBeVisible()
  await expect.poll(pageText).toContain('Nobody claimed it in time.')
  expect(struckThrough()).toContain('$50.00')
  expect(steps().slice(2)).toEqual([
    expect.stringMatching(/^Done Reminder sent ?Sat 21 Nov$/),
    expect.stringMatching(/^Went back Not claimed in time ?Sat 28 Nov$/),
    expect.stringMatching(/^Done Back in your wallet ?Sat 28 Nov$/),
  ])
})

test('an expired transfer is on its way back before the job has run [CLAIM-07]', async () => {
  server.answers[own] = expiredTransfer()
  await openApp('/transfer/xfer')
  await expect.element(page.getByText('Expired', { exact: true })).toBeVisible()
  await expect.element(page.getByText('$50.00 is on its way back to you.')).toBeVisible()
  expect(button(/Recall|Text again/).elements()).toEqual([])
})

test('a declined transfer says declined, and no reason [CLAIM-16]', async () => {
  server.answers[own] = declinedTransfer()
  await openApp('/transfer/xfer')
  await expect.element(page.getByText('Declined', { exact: true })).toBeVisible()
  await expect.poll(pageText).toContain('$50.00 is back in your wallet. The recipient declined it.')
})

test('a transfer whose text was not delivered says that nothing was charged [CLAIM-08]', async () => {
  server.answers[own] = failedTransfer()
  await openApp('/transfer/xfer')
  await expect.element(page.getByText('You have not been charged.')).toBeVisible()
  await expect.element(page.getByText('Failed', { exact: true }).first()).toBeVisible()
  expect(struckThrough()).toContain('$50.00')
  expect(steps().map((step) => step.replace(/ ?Sat 14 Nov$/, ''))).toEqual(['Done You sent it', 'Failed Text not delivered', 'Done Back in your wallet'])
  await expect.element(link('Check the number')).toHaveAttribute('href', '/send')
})

test('a token that came back is struck through and is the sender’s again [CLAIM-04, CLAIM-05]', async () => {
  server.answers[own] = recalledTransfer({ value: undefined, asset: { ...flatWhite, expiresAt: '2027-11-30T10:59:59.000Z' } })
  await openApp('/transfer/xfer')
  await expect.element(page.getByText('Flat white is yours again.')).toBeVisible()
  expect(steps().at(-1)).toContain('Yours again')
})

test('the recipient sees their side once it is claimed [CLAIM-04]', async () => {
  server.answers[own] = receivedTransfer('xfer')
  await openApp('/transfer/xfer')
  await expect.element(heading('From Mia Tūhoro')).toBeVisible()
  expect(steps()).toEqual([expect.stringMatching(/^Done Mia Tūhoro sent it ?Sat 14 Nov$/), expect.stringMatching(/^Done In your wallet ?Sun 15 Nov$/)])
  expect(button(/Recall|Text again|Share link/).elements()).toEqual([])
})

test('an activity of a send leads to its transfer on a phone, and shows it beside the list on desktop [CLAIM-04]', async () => {
  const sent = { activityNumber: 7, amount: '5000', value: '-5000', createdAt: '2026-11-14T03:12:00.000Z', destParty: '027 ••• ••08', assetTransferId: 'xfer' }
  server.answers['GET /api/wallets/wallet/transactions'] = { items: [sent] }
  server.answers['GET /api/wallets/wallet/transactions/7'] = sent
  server.answers[own] = ownTransfer()
  const screen = await openApp('/activity')
  await expect.element(link(/Sent/)).toHaveAttribute('href', '/transfer/xfer')
  await screen.unmount()
  await page.viewport(1280, 800)
  await openApp('/activity')
  await expect.element(page.getByRole('heading', { level: 2, name: 'To 027 555 0108' })).toBeVisible()
  await expect.element(button('Recall $50.00')).toBeVisible()
})

test('without the claim area an activity of a send leads to its receipt, and no transfer is read [CLAIM-01]', async () => {
  deployed.people.claim = false
  const sent = { activityNumber: 7, amount: '5000', value: '-5000', createdAt: '2026-11-14T03:12:00.000Z', destParty: '027 ••• ••08', assetTransferId: 'xfer' }
  server.answers['GET /api/wallets/wallet/transactions'] = { items: [sent] }
  server.answers['GET /api/wallets/wallet/transactions/7'] = sent
  await openApp('/activity')
  await link(/Sent/).click()
  await expect.poll(currentPath).toBe('/activity/n7')
  await expect.poll(steps).toHaveLength(2)
  expect(server.to(own)).toEqual([])
})
