import { testDatabase } from '@nikau/testing'
import { expect, test, vi } from 'vitest'
import { createPayer } from '../fixtures.ts'
import { startCardPayments } from '../modules/card-payments/fixtures.ts'
import { startPayByBank } from '../modules/pay-by-bank/fixtures.ts'
import { expectPage, value } from './fixtures.ts'

const bankDatabase = await testDatabase()
// A deployment that trusts the bank's first status: only there can a payment be reversed after it was called paid.
const payByBank = await startPayByBank(bankDatabase, { bank: { paidWhen: 'accepted' } })
await payByBank.banks.settings({ lateRejectMs: 3_600_000 })
const cardDatabase = await testDatabase()
const cards = await startCardPayments(cardDatabase)

test('docs/money/pay-by-bank.md', { timeout: 90_000 }, async () => {
  const { shop } = payByBank
  await expectPage('pay-by-bank', bankDatabase, async ({ step }, name) => {
    name(shop.settlementWallet, 'cafe')
    const aroha = await createPayer(payByBank.api, bankDatabase)
    name(aroha.walletId, 'aroha')
    name(aroha.accountId, 'aroha')
    const act = (requestId: string, action: string, body: object = {}) => payByBank.api.post(`/api/payment-requests/${requestId}/${action}`, body, shop.till)
    const approved = async (amount: number, label: string) => {
      const begun = await payByBank.start(amount)
      name(begun.requestId, label)
      const answer = await payByBank.approve(begun.body.authorizationUrl)
      return { ...begun, pay: () => payByBank.pay(begun.id, answer) }
    }
    const reject = async (id: string) => {
      await payByBank.advanceBankHour()
      await vi.waitFor(async () => expect((await payByBank.get(id)).status).toBe('failed'), { timeout: 30_000 })
    }

    const first = await approved(4000, 'request-1')
    await step('The customer approves: the request is reserved, and the bank pays', first.pay, {
      balances: ['pay-by-bank:bnz:nzd.test', 'asset:<cafe>', 'due:<request-1>'],
    })
    const declined = await approved(2567, 'request-2')
    await step('The bank declines: the request can be paid again', declined.pay, { balances: ['due:<request-2>'] })

    const slow = await approved(3000, 'request-3')
    await payByBank.stopWorker()
    let paying: Promise<unknown> | undefined
    await step('The bank has not decided: the request is reserved', async () => void (paying = slow.pay()), {
      until: (kinds) => kinds.length > 0,
      balances: ['due:<request-3>'],
    })
    await step('Meanwhile another payer is refused', () => aroha.pay(slow.requestId))
    await step('The merchant cancels: the counter closes', () => act(slow.requestId, 'cancel'))
    payByBank.startWorker()
    await vi.waitFor(async () => expect(await payByBank.paymentsAtBank(slow.id)).toHaveLength(1), { timeout: 30_000 })
    await step('The bank pays for the cancelled request: surplus, which goes back to the payer', async () => {
      await payByBank.advanceBankHour()
      await paying
    })
    await step(
      'There is no bank behind test money: it goes back at once',
      async () => {
        await payByBank.sendReturns()
        await vi.waitFor(async () => expect(await payByBank.returns(slow.id)).toMatchObject([{ state: 'completed' }]), 30_000)
      },
      { balances: ['surplus:nzd.test'] },
    )

    const late = await approved(1566, 'request-4')
    await late.pay()
    await step('The bank rejects what it had called paid: reversed, and the request is open again', () => reject(late.id), {
      balances: ['asset:<cafe>', 'due:<request-4>'],
    })
    const refunded = await approved(2066, 'request-5')
    await refunded.pay()
    await step('A refund is set aside until it goes back to the payer', () => act(refunded.requestId, 'refund', { ...value(500), externalRef: 'r1' }), {
      balances: ['surplus:nzd.test'],
    })
    await payByBank.expireRequest(refunded.requestId)
    await step('Rejected after the request expired: it counts as refunded, and what was set aside need not go back', () => reject(refunded.id), {
      balances: ['asset:<cafe>', 'surplus:nzd.test'],
    })
    const shared = String((await shop.createRequest(1000, { expirySeconds: 600 })).id)
    name(shared, 'request-6')
    await aroha.pay(shared, { mode: 'multi-asset-payment', amount: '300' })
    const rest = await payByBank.startFor(shared)
    const answer = await payByBank.approve(rest.body.authorizationUrl)
    await step('The bank pays what an instalment left: both reach the merchant', () => payByBank.pay(rest.id, answer))
  })
})

test('docs/money/farm-card.md', { timeout: 90_000 }, async () => {
  const { shop } = cards
  await expectPage('farm-card', cardDatabase, async ({ step }, name) => {
    name(shop.settlementWallet, 'store')
    const act = (requestId: string, action: string, body: object = {}) => cards.api.post(`/api/payment-requests/${requestId}/${action}`, body, shop.till)
    const verified = async (amount: number, label: string) => {
      const requestId = name(await cards.createRequest(amount), label)
      const token = await cards.verify(requestId)
      return { requestId, pay: () => cards.pay(requestId, token) }
    }
    const first = await verified(23_000, 'request-1')
    await step('The card is charged: the request is reserved, and the company pays', first.pay, {
      balances: ['card:farmlands:nzd.test', 'asset:<store>', 'due:<request-1>'],
    })
    await step('A part is refunded: set aside, then taken by the company', () => act(first.requestId, 'refund', { ...value(3000), externalRef: 'r1' }), {
      until: (kinds) => kinds.includes('card.refund'),
      balances: ['card-refunds:nzd.test', 'card:farmlands:nzd.test', 'asset:<store>'],
    })
    const declined = await verified(4567, 'request-2')
    await step('The company declines: the request can be paid again', declined.pay, { balances: ['due:<request-2>'] })

    const cancelled = await verified(3700, 'request-3')
    await cards.stopWorker()
    let paying: Promise<unknown> | undefined
    await step('The company has not decided: the request is reserved', async () => void (paying = cancelled.pay()), { until: (kinds) => kinds.length > 0 })
    await step('The merchant cancels: the counter closes', () => act(cancelled.requestId, 'cancel'))
    cards.startWorker()
    await step('The card was charged all the same: everything goes back', async () => void (await paying), {
      until: (kinds) => kinds.includes('card.refund'),
      balances: ['card-refunds:nzd.test', 'card:farmlands:nzd.test'],
    })
  })
})
