import { Icon, type IconName } from '@nikau/ui'
import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { page } from 'vitest/browser'
import { at, heading, link, mockServerPerTest, openApp, pageText, server, transfer } from '../../testing/fixtures.tsx'

mockServerPerTest()

const now = new Date().toISOString()
const payment = { activityNumber: 1, amount: '450', value: '-450', createdAt: now, destParty: 'Daily Bread', paymentRequestId: 'request' }

test('pending and failed top-ups are listed in accent colour, and say so once [ACT-02]', async () => {
  server.answers['GET /api/wallets/wallet/transactions'] = { items: [payment] }
  server.answers['GET /api/topups'] = [transfer('up', { createdAt: now }), transfer('down', { createdAt: now, status: 'failed', failure: 'account-closed' })]
  server.answers['GET /api/funds-transfers/up'] = transfer('up')
  await openApp('/activity')
  const rows = page.getByRole('main').getByRole('listitem')
  await expect.poll(() => rows.elements().length).toBe(3)
  const texts = rows.elements().map((row) => row.textContent)
  expect(texts.some((text) => /Top-up from ASB.*Top Up Pending.*\+\$50\.00$/.test(text))).toBe(true)
  expect(texts.some((text) => /Top-up from ASB.*Top Up Failed.*\+\$50\.00$/.test(text))).toBe(true)
  for (const row of rows.elements()) expect(row.querySelector('.n-avatar')?.getAttribute('data-tone')).toBe('out')
  await page.getByRole('button', { name: 'Pending' }).click()
  await expect.poll(() => rows.elements().length).toBe(1)
  await rows.getByRole('link').click()
  await expect.element(heading('Top-up from ASB')).toBeVisible()
})

/** Each type with the fields that make it, its label, its icon and whether it is in accent. */
const types: [fields: object, label: string, icon: IconName, accent: boolean][] = [
  [{ topupId: 'a', srcParty: '12-••••-••••323-50' }, 'Top Up', 'top-up', false],
  [{ withdrawalId: 'b', value: '-450', destParty: '12-••••-••••323-50' }, 'Withdrawal', 'bank', false],
  [{ paymentRequestId: 'c', value: '-450' }, 'Payment', 'bag', true],
  [{ paymentRequestId: 'd' }, 'Refund', 'bag', false],
  [{ assetTransferId: 'e', value: '-450' }, 'Sent', 'send', true],
  [{ assetTransferId: 'f' }, 'Received', 'request', false],
  [{ assetTransferId: 'g', activityType: 'returned-asset-transfer' }, 'Returned', 'refresh', false],
  [{ activityType: 'adjustment-correction' }, 'Correction', 'refresh', false],
  [{ activityType: 'adjustment-goodwill' }, 'Goodwill', 'refresh', false],
  [{ activityType: 'adjustment-fee-refund' }, 'Fee Refund', 'refresh', false],
  [{ activityType: 'adjustment-recovery', value: '-450' }, 'Recovery', 'refresh', false],
  [{ activityType: 'adjustment-write-off' }, 'Written Off', 'refresh', false],
]

test('each type has its label, icon and colour [ACT-07]', async () => {
  const createdAt = (index: number) => new Date(Date.now() - index * 60_000).toISOString()
  server.answers['GET /api/wallets/wallet/transactions'] = {
    items: types.map(([fields], index) => ({ activityNumber: 100 - index, amount: '450', value: '450', createdAt: createdAt(index), ...fields })),
  }
  server.answers['GET /api/topups'] = [
    transfer('up', { createdAt: createdAt(types.length) }),
    transfer('down', { createdAt: createdAt(types.length + 1), status: 'failed', failure: 'account-closed' }),
  ]
  await openApp('/activity')
  const rows = () => page.getByRole('main').getByRole('listitem').elements()
  await expect.poll(() => rows().length).toBe(types.length + 2)
  const shown = rows().map((row) => [
    row.querySelector('.n-item-detail')?.textContent.split(' · ')[0],
    row.querySelector('.n-avatar path')?.getAttribute('d'),
    row.querySelector('.n-avatar')?.getAttribute('data-tone'),
  ])
  const expected = [...types, [{}, 'Top Up Pending', 'top-up', true] as const, [{}, 'Top Up Failed', 'top-up', true] as const]
  const drawings = await render(expected.map(([, label, icon]) => <Icon key={label} name={icon} />))
  const drawn = [...drawings.container.querySelectorAll('path')].map((path) => path.getAttribute('d'))
  expect(shown).toEqual(expected.map(([, label, , accent], index) => [label, drawn[index], accent ? 'out' : 'in']))
})

test('a withdrawal on its way has the chip Pending; one that has arrived, and a pending top-up, which says so itself, have none', async () => {
  const out = (id: string, activityNumber: number) => ({
    activityNumber,
    amount: '8000',
    value: '-8000',
    createdAt: new Date(Date.now() - 60_000).toISOString(),
    destParty: '12-••••-••••323-50',
    withdrawalId: id,
  })
  server.answers['GET /api/wallets/wallet/transactions'] = { items: [out('moving', 8), out('arrived', 7)] }
  server.answers['GET /api/topups'] = [transfer('up', { createdAt: new Date().toISOString() })]
  server.answers['GET /api/accounts/mine/withdrawals'] = {
    items: [transfer('moving', { type: 'withdrawal', status: 'requested' }), transfer('arrived', { type: 'withdrawal', status: 'done' })],
  }
  await openApp('/activity')
  const chips = () =>
    page
      .getByRole('main')
      .getByRole('listitem')
      .elements()
      .map((row) => row.querySelector('.n-status-chip, .n-chip')?.textContent)
  await expect.poll(() => chips().filter((text) => text === 'Pending')).toEqual(['Pending'])
  expect(page.getByRole('main').getByRole('listitem').elements()[1]?.textContent).toContain('Pending')
})

test('a withdrawal’s receipt shows the dates of its transfer', async () => {
  const transaction = { activityNumber: 7, amount: '8000', value: '-8000', createdAt: at, destParty: '12-••••-••••323-50', withdrawalId: 'out' }
  server.answers['GET /api/wallets/wallet/transactions'] = { items: [transaction] }
  server.answers['GET /api/wallets/wallet/transactions/7'] = transaction
  server.answers['GET /api/funds-transfers/out'] = transfer('out', {
    type: 'withdrawal',
    status: 'requested',
    abortable: false,
    timeline: [
      { key: 'requested', at },
      { key: 'sent', at },
      { key: 'at-bank', by: '2026-11-17' },
      { key: 'done', by: '2026-11-18' },
    ],
  })
  await openApp('/activity')
  await link(/Withdrawal to ASB/).click()
  await expect.poll(pageText).toContain('In your bank accountby Wed 18 Nov')
  await expect.element(page.getByText('On its way')).toBeVisible()
})
