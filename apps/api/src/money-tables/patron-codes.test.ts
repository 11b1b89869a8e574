import { test } from 'vitest'
import { createNamedPayer, createNamedShop, expectPage, startPage, value } from './fixtures.ts'

const page = await startPage()

test('docs/money/patron-codes.md [OFFLINE-02]', async () => {
  await expectPage('patron-codes', page.database, async ({ step }, name) => {
    const shop = await createNamedShop(page, name)
    const aroha = await createNamedPayer(page, name, 'aroha')
    await page.api.put(`/api/accounts/${aroha.accountId}/till-settings`, { noSignal: true, withoutApproval: '2000' }, aroha.headers)
    const code = async () => (await page.api.post('/api/patron-codes', {}, aroha.headers)).body.barcode as string
    const set = (await page.api.post('/api/patron-codes/offline', {}, aroha.headers)).body
    name(set.id, 'set')
    const charge = (amount: number, label: string, barcode: string) => shop.request(amount, label, { barcode })

    await step('Within the limit of the day the call that creates the request pays it', async () => charge(1500, 'request-1', await code()), {
      balances: ['asset:<aroha>', 'without-approval:<aroha>:nikau.nzd.test:<day>'],
    })
    await step('Over the limit of the day nothing is posted', async () => charge(501, 'request-2', await code()))
    await step('An offline code pays at once', () => charge(4000, 'request-3', set.codes[0].barcode), { balances: ['asset:<aroha>', 'offline-codes:<set>'] })
    page.clock.advance(300_000)
    const over = { configId: shop.configId, ...value(2001), barcode: set.codes[1].barcode }
    await step('Over the limit of its set it is refused, and no request is left', () => page.api.post('/api/payment-requests', over, shop.till))
  })
})
