import { test } from 'vitest'
import { createShop, createTokens } from '../fixtures.ts'
import { createNamedPayer, createNamedShop, expectPage, startPage, value } from './fixtures.ts'

const page = await startPage()

test('docs/money/permissions.md [GUARD-16]', async () => {
  await expectPage('permissions', page.database, async ({ step }, name) => {
    const shop = await createNamedShop(page, name)
    const aroha = await createNamedPayer(page, name, 'aroha')
    const { id } = (await page.api.post('/api/connections', { merchantId: shop.merchantId }, shop.till)).body
    name(id, 'connection')
    await page.api.post(`/api/connections/${id}/authorize`, { accountId: aroha.accountId }, aroha.headers)
    await page.api.put(`/api/permissions/${id}`, { limits: { each: '3000', total: '4000' } }, aroha.headers)
    const charge = (amount: number, label: string) => shop.request(amount, label, { connectionId: id, idempotencyKey: label })

    await step('Within both limits the call that creates the request pays it', () => charge(2500, 'request-1'), {
      balances: ['asset:<aroha>', 'permission:<connection>:<month>'],
    })
    let second = ''
    await step('Over the limit of the month nothing is posted, not even a part', async () => void (second = await charge(2000, 'request-2')))
    await step('Over the limit each time neither', () => charge(3001, 'request-3'))
    await step('What the customer approves uses nothing of the permission', () => aroha.pay(second))
    const refund = { ...value(2500), externalRef: 'r1' }
    const first = await charge(2500, 'request-1')
    await step('A refund does not give the month’s use back', () => shop.act(first, 'refund', refund), { balances: ['permission:<connection>:<month>'] })

    const issuer = await createShop(page.api, page.database)
    name(issuer.accountId, 'issuer')
    const tokens = await createTokens(page.database, page.clock, { merchantId: shop.merchantId, accountId: issuer.accountId })
    name(tokens.collectionId, 'collection')
    name(await tokens.issue(aroha.accountId), 'token')
    await page.api.put(`/api/permissions/${id}`, { tokensFirst: true }, aroha.headers)
    const lineItems = [
      { name: 'Flat white', sku: 'flat-white', qty: '1', price: '550' },
      { name: 'Cheese scone', sku: 'scone', qty: '1', price: '650' },
    ]
    const withToken = { connectionId: id, idempotencyKey: 'request-4', lineItems }
    await step('Tokens first: the token covers its line, the wallet pays the rest', () => shop.request(1200, 'request-4', withToken), {
      balances: ['request:<request-4>', 'permission:<connection>:<month>'],
    })
  })
})
