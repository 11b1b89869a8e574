import { cents } from '@nikau/money'
import { test } from 'vitest'
import { createShop, createTokens } from '../fixtures.ts'
import { openCreditLine } from '../modules/assets/index.ts'
import { createNamedPayer, createNamedShop, expectPage, startPage, value } from './fixtures.ts'

const page = await startPage()

test('docs/money/credit-line.md', async () => {
  await expectPage('credit-line', page.database, async ({ step }, name) => {
    const shop = await createNamedShop(page, name, ['nikau.nzd', 'nikau.token', 'farmlands.nzd'])
    const issuer = await createShop(page.api, page.database)
    name(issuer.accountId, 'issuer')
    const tokens = await createTokens(page.database, page.clock, { merchantId: shop.merchantId, accountId: issuer.accountId })
    name(tokens.collectionId, 'collection')
    const hemi = await createNamedPayer(page, name, 'hemi')
    const line = { accountId: hemi.accountId, type: 'farmlands.nzd.test', limit: cents(50_000n), description: 'Farmlands Card', createdBy: 'test' } as const
    const { id } = await openCreditLine(page.deps, line)
    name(id, 'credit-line')
    const onCredit = { assetType: 'farmlands.nzd.test', assetId: id, externalPaymentRef: 'attempt' }

    const first = await shop.request(23_000, 'request-1')
    await step('Pay in full on credit', () => hemi.pay(first, onCredit), { balances: ['asset:<credit-line>', 'asset:<cafe>'] })
    const second = await shop.request(30_000, 'request-2')
    await step('The limit does not cover the amount', () => hemi.pay(second, onCredit))
    const lines = [
      { name: 'Flat white', sku: 'flat-white', qty: '1', price: '550' },
      { name: 'Drench', sku: 'drench', qty: '1', price: '8000' },
    ]
    const third = await shop.request(8550, 'request-3', { lineItems: lines })
    const token = name(await tokens.issue(hemi.accountId), 'token')
    const byToken = { assetType: 'nikau.token.test', assetId: token, lineItems: [lines[0]] }
    await step('A token covers its line', () => hemi.pay(third, { ...byToken, mode: 'multi-asset-payment', amount: '550' }))
    await step('The credit line pays the rest', () => hemi.pay(third, { ...onCredit, mode: 'multi-asset-payment', amount: '8000' }), {
      balances: ['asset:<credit-line>', 'request:<request-3>', 'asset:<cafe>'],
    })
    await step('A refund goes back to the credit line', () => shop.act(first, 'refund', { ...value(3000), externalRef: 'r1' }), {
      balances: ['asset:<credit-line>', 'asset:<cafe>'],
    })
    await page.api.put(`/api/accounts/${hemi.accountId}/limits`, { 'one-day': '10000' }, hemi.headers)
    const fourth = await shop.request(6000, 'request-4')
    await step('With an own limit for a day, it counts with the wallet’s', () => hemi.pay(fourth, onCredit))
    await step('A void goes back to the credit line and the own limit', () => shop.act(fourth, 'void'), {
      balances: ['asset:<credit-line>', 'own-limit:<hemi>:day:nikau.nzd.test:<day>'],
    })
  })
})
