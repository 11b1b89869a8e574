import { sql } from 'kysely'
import { test } from 'vitest'
import { createShop, createTokens } from '../fixtures.ts'
import { sweepExpired } from '../modules/payment-requests/close/expire.ts'
import { sweepAuthorisations } from '../modules/payment-requests/close/release.ts'
import { expectPage, createNamedPayer, createNamedShop, startPage, value } from './fixtures.ts'

// One database per page, opened before any test so that each is closed at the end.
const pages = [await startPage(), await startPage(), await startPage(), await startPage(), await startPage()]
const pageWithFees = await startPage({ FEES: '{}' })

test('docs/money/pay.md', async () => {
  const page = pages.shift()!
  await expectPage('pay', page.database, async ({ step }, name) => {
    const shop = await createNamedShop(page, name)
    const aroha = await createNamedPayer(page, name, 'aroha')
    const ben = await createNamedPayer(page, name, 'ben', 3000)
    await sql`insert into quota_limit (account_id, type, asset_type, period, cents) values (${aroha.accountId}, 'spend', 'nikau.nzd.test', 'monthly', 9000)`.execute(
      page.database.owner.db,
    )
    const instalment = (amount: number) => ({ mode: 'multi-asset-payment', amount: String(amount) })

    const first = await shop.request(4000, 'request-1')
    await step('Pay in full from a wallet', () => aroha.pay(first), { balances: ['asset:<aroha>', 'asset:<cafe>', 'due:<request-1>'] })
    await step('A second payer comes too late', () => ben.pay(first))
    const second = await shop.request(4000, 'request-2')
    await step('The wallet does not cover the amount', () => ben.pay(second))
    await step('A first instalment waits with the request', () => ben.pay(second, instalment(1500)), {
      balances: ['asset:<ben>', 'request:<request-2>', 'asset:<cafe>'],
    })
    await step('The last instalment completes it', () => aroha.pay(second, instalment(2500)), { balances: ['request:<request-2>', 'asset:<cafe>'] })
    const third = await shop.request(4000, 'request-3')
    await step('The quota of the month is used up', () => aroha.pay(third, instalment(3000)))
    await step('An instalment on a request that is not completed', () => aroha.pay(third, instalment(2000)))
    await step('The merchant cancels: instalments go back, and the quota with them', () => shop.act(third, 'cancel'), {
      balances: ['asset:<aroha>', 'request:<request-3>', 'quota:<aroha>:spend:nikau.nzd.test:<month>'],
    })
    const fourth = await shop.request(1000, 'request-4', { expirySeconds: 60 })
    await ben.pay(fourth, instalment(500))
    page.clock.advance(61_000)
    await step('After its expiry a request takes nothing', () => ben.pay(fourth, instalment(500)))
    await step('The sweep returns the instalments of an expired request', () => sweepExpired(page.deps), { balances: ['asset:<ben>', 'request:<request-4>'] })
    const fifth = await shop.request(1000, 'request-5', { partialAllowed: true, basketAmount: '1200' })
    await step('A part payment closes the request', () => ben.pay(fifth, { mode: 'partial-payment', amount: '400' }))
    const sixth = await shop.request(500, 'request-6', { conditionsEnabled: true })
    const condition = { id: 'photo-id-check', name: 'photo-id-check', message: 'Please check ID', status: 'awaiting-merchant' }
    await sql`update payment_request set conditions = ${JSON.stringify([condition])} where id = ${sixth}`.execute(page.database.db)
    await step('Paid, but a condition is open: the money waits with the request', () => ben.pay(sixth))
    await step('The merchant accepts the condition', () => shop.act(sixth, 'conditions/photo-id-check/accept'))
    const seventh = await shop.request(700, 'request-7')
    await step('The till records cash: no money moves, but the request is used up', () =>
      shop.act(seventh, 'pay', { assetType: 'external.test', transactionId: 'drawer-1' }),
    )
    const atStaffTill = async (name: string) => {
      const id = await shop.request(1003, name, { partialAllowed: true, basketAmount: '1003' })
      await sql`update payment_request set terms = terms || '{"keepsRest": true}' where id = ${id}`.execute(page.database.db)
      return id
    }
    const eighth = await atStaffTill('request-8')
    await step('A part payment at a staff till waits with the request', () => ben.pay(eighth, { mode: 'partial-payment', amount: '400' }))
    await step('Cash takes the rest, rounded to $6.00, and the merchant has the part', () =>
      shop.act(eighth, 'pay', { assetType: 'external.test', transactionId: 'drawer-2', tender: 'cash' }),
    )
    const ninth = await atStaffTill('request-9')
    await ben.pay(ninth, { mode: 'partial-payment', amount: '200' })
    page.clock.advance(86_400_000)
    await step('Nobody took the rest in a day: the part is the merchant’s', () => sweepExpired(page.deps))
  })
})

test('docs/money/refund.md', async () => {
  const page = pages.shift()!
  await expectPage('refund', page.database, async ({ step }, name) => {
    const shop = await createNamedShop(page, name)
    const aroha = await createNamedPayer(page, name, 'aroha')
    const request = await shop.request(4000, 'request-1')
    await aroha.pay(request)
    await step('A part is refunded', () => shop.act(request, 'refund', { ...value(1500), externalRef: 'r1' }), {
      balances: ['asset:<aroha>', 'asset:<cafe>', 'quota:<aroha>:spend:nikau.nzd.test:<month>'],
    })
    await step('More than is left of the payment is not refunded', () => shop.act(request, 'refund', { ...value(2501), externalRef: 'r2' }))
    await step('The rest is refunded', () => shop.act(request, 'refund', { ...value(2500), externalRef: 'r3' }), {
      balances: ['asset:<aroha>', 'asset:<cafe>'],
    })
    await step('Nothing is refunded twice', () => shop.act(request, 'refund', { ...value(1), externalRef: 'r4' }))
    const voided = await shop.request(800, 'request-2')
    await aroha.pay(voided)
    await step('A void returns all of a payment', () => shop.act(voided, 'void'))
    const open = await shop.request(800, 'request-3')
    await step('A void of a request that is not paid closes it', () => shop.act(open, 'void'))
  })
})

test('docs/money/pre-authorise.md', async () => {
  const page = pages.shift()!
  await expectPage('pre-authorise', page.database, async ({ step }, name) => {
    const shop = await createNamedShop(page, name)
    const aroha = await createNamedPayer(page, name, 'aroha')
    const request = await shop.request(8000, 'request-1', { preAuth: true })
    const confirmation = (key: string, amount: number) => ({ idempotencyKey: key, invoiceRef: 'pump-7', ...value(amount) })
    await step('Authorised', () => aroha.pay(request), { balances: ['asset:<aroha>', 'asset:<cafe>'] })
    const elsewhere = await shop.request(2001, 'request-2')
    await step('What is held cannot be spent elsewhere', () => aroha.pay(elsewhere))
    await step('A part is captured', () => shop.act(request, 'confirm', confirmation('c1', 5000)), { balances: ['asset:<aroha>', 'asset:<cafe>'] })
    await step('Never more than was authorised', () => shop.act(request, 'confirm', confirmation('c2', 3001)))
    await step('The rest is released, and the quota with it', () => shop.act(request, 'release'), { balances: ['asset:<aroha>'] })
    const forgotten = await shop.request(4000, 'request-3', { preAuth: true })
    await aroha.pay(forgotten)
    const { rows } = await sql<{ at: Date }>`select pre_auth_expires_at as at from payment_request where id = ${forgotten}`.execute(page.database.db)
    page.clock.set(new Date(rows[0]!.at.getTime() + 1000).toISOString())
    await step('The sweep releases an authorisation that is never captured', () => sweepAuthorisations(page.deps), { balances: ['asset:<aroha>'] })
  })
})

test('docs/money/fees.md [BIZ-37]', async () => {
  const page = pageWithFees
  await expectPage('fees', page.database, async ({ step }, name) => {
    const shop = await createNamedShop(page, name)
    const aroha = await createNamedPayer(page, name, 'aroha')
    const instalment = (amount: number) => ({ mode: 'multi-asset-payment', amount: String(amount) })
    const balances = ['asset:<cafe>', 'fees:<cafe>', 'gst:<cafe>']
    const first = await shop.request(4000, 'request-1')
    await step('A payment of $40.00: 30 cents and 5 cents of GST', () => aroha.pay(first), { balances })
    const second = await shop.request(2000, 'request-2')
    await step('An instalment waits with the request: nothing is charged yet', () => aroha.pay(second, instalment(500)))
    await step('The last instalment: the fees of both', () => aroha.pay(second, instalment(1500)), { balances })
    await step('A quarter is refunded: 8 cents and 1 cent of GST go back first', () => shop.act(first, 'refund', { ...value(1000), externalRef: 'r1' }), {
      balances,
    })
    await step('A void gives back all of it', () => shop.act(second, 'void'), { balances })
    const held = await shop.request(1000, 'request-3', { preAuth: true })
    await aroha.pay(held)
    await step('A capture is charged, the hold was not', () => shop.act(held, 'confirm', { idempotencyKey: 'c1', invoiceRef: 'inv', ...value(1000) }), {
      balances,
    })
  })
})

test('docs/money/own-limits.md [GUARD-12]', async () => {
  const page = pages.shift()!
  await expectPage('own-limits', page.database, async ({ step }, name) => {
    const shop = await createNamedShop(page, name)
    const aroha = await createNamedPayer(page, name, 'aroha')
    await page.api.put(`/api/accounts/${aroha.accountId}/limits`, { 'one-day': '5000' }, aroha.headers)
    const counter = 'own-limit:<aroha>:day:nikau.nzd.test:<day>'
    const first = await shop.request(3000, 'request-1')
    await step("A payment uses the day's limit", () => aroha.pay(first), { balances: [counter] })
    const second = await shop.request(2001, 'request-2')
    await step("The rest of the day's limit does not cover the amount", () => aroha.pay(second))
    await step('A refund gives the use back to the day of the payment', () => shop.act(first, 'refund', { ...value(1000), externalRef: 'r1' }), {
      balances: [counter],
    })
  })
})

test('docs/money/tokens.md', async () => {
  const page = pages.shift()!
  await expectPage('tokens', page.database, async ({ step }, name) => {
    const shop = await createNamedShop(page, name)
    const issuer = await createShop(page.api, page.database)
    name(issuer.accountId, 'issuer')
    const tokens = await createTokens(page.database, page.clock, { merchantId: shop.merchantId, accountId: issuer.accountId })
    name(tokens.collectionId, 'coffee')
    const aroha = await createNamedPayer(page, name, 'aroha')
    const lineItems = [
      { name: 'Flat white', sku: 'flat-white', qty: '1', price: '550' },
      { name: 'Scone', sku: 'scone', qty: '1', price: '450' },
    ]
    let token = ''
    await step('Issued', async () => void (token = name(await tokens.issue(aroha.accountId), 'token')), {
      balances: ['collection:<coffee>:issued', 'asset:<token>'],
    })
    const byToken = () => ({ assetType: 'nikau.token.test', assetId: token })
    const request = await shop.request(550, 'request-1', { lineItems: [lineItems[0]] })
    await step('Spent at another merchant: the token is burnt, the issuer owes, the merchant is paid', () => aroha.pay(request, byToken()), {
      balances: ['collection:<coffee>:issued', 'asset:<token>', 'owed:<issuer>:nzd.test', 'asset:<cafe>'],
    })
    const again = await shop.request(550, 'request-2', { lineItems: [lineItems[0]] })
    await step('It cannot be spent twice', () => aroha.pay(again, byToken()))
    await step('Refunded: the token is active again', () => shop.act(request, 'refund', { ...value(550), externalRef: 't1' }), {
      balances: ['asset:<token>', 'owed:<issuer>:nzd.test', 'asset:<cafe>'],
    })
    const mixed = await shop.request(1000, 'request-3', { lineItems })
    await step('A token pays its line, and waits with the request for the rest', () =>
      aroha.pay(mixed, { ...byToken(), mode: 'multi-asset-payment', amount: '550' }),
    )
    await step('A wallet pays the rest', () => aroha.pay(mixed, { mode: 'multi-asset-payment', amount: '450' }))

    const own = await createTokens(page.database, page.clock, shop, 'scone')
    name(own.collectionId, 'scones')
    const ownToken = name(await own.issue(aroha.accountId), 'own-token')
    const byOwn = { assetType: 'nikau.token.test', assetId: ownToken }
    const atOwn = await shop.request(450, 'request-4', { lineItems: [lineItems[1]] })
    await step('Spent at its own issuer: the token is burnt, and no money moves', () => aroha.pay(atOwn, byOwn), {
      balances: ['collection:<scones>:issued', 'asset:<own-token>', 'asset:<cafe>'],
    })
    await step('Refunded by its own issuer', () => shop.act(atOwn, 'refund', { ...value(450), externalRef: 't4' }), {
      balances: ['collection:<scones>:issued', 'asset:<own-token>', 'asset:<cafe>'],
    })
    const shared = await shop.request(1000, 'request-5', { lineItems })
    await step('Its own issuer takes it for a line: nothing waits with the request', () =>
      aroha.pay(shared, { ...byOwn, mode: 'multi-asset-payment', amount: '450' }),
    )
    await step('A wallet pays the rest, and the merchant has only that', () => aroha.pay(shared, { mode: 'multi-asset-payment', amount: '550' }))
  })
})
