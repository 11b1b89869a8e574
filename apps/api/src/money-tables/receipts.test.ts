import { testDatabase } from '@nikau/testing'
import { test } from 'vitest'
import { startReceipts } from '../receipts-on-statements/fixtures.ts'
import { expectPage, value } from './fixtures.ts'

const database = await testDatabase()
const partners = await startReceipts(database, '2026-12-01T10:00:00+13:00')
const issuersDatabase = await testDatabase()
const issuers = await startReceipts(issuersDatabase, '2026-12-01T10:00:00+13:00')

test('docs/money/issuer-bills.md', { timeout: 90_000 }, async () => {
  const { applyBillReceipts, at, billIssuers, createIssuer, payUs, readStatements } = issuers
  await expectPage('issuer-bills', issuersDatabase, async ({ step }, name) => {
    const { bills, issuer, redeem, refund, shop, tokens } = await createIssuer()
    name(shop.settlementWallet, 'cafe')
    name(issuer.accountId, 'issuer')
    name(tokens.collectionId, 'coffee')
    const balances = ['owed:<issuer>:nzd.main']
    const paid = async (amount: number, next: string) => {
      await payUs(amount, { reference: (await bills())[0]!.reference })
      await at(`${next}T03:30:00+13:00`)
      await readStatements()
      await applyBillReceipts()
    }
    await at('2026-12-31T10:00:00+13:00')
    let spent = { requestId: '', tokenId: '' }
    await step(
      'Another merchant redeems a token: the issuer owes for it',
      async () => {
        spent = await redeem(550)
        name(spent.requestId, 'request-1')
        name(spent.tokenId, 'token')
      },
      { balances },
    )
    await at('2027-01-01T00:10:00+13:00')
    await step('The bill of the month posts nothing', billIssuers, { balances })
    await step('The issuer pays a part: the rest stays open', () => paid(300, '2027-01-02'), { balances })
    await step('It pays more than the rest: the surplus is not booked', () => paid(300, '2027-01-03'), { balances: [...balances, 'bank'] })
    await step('A refund of what is paid leaves the issuer in credit', () => refund(spent.requestId, 550), { balances })
  })
})

test('docs/money/card-receipts.md', { timeout: 90_000 }, async () => {
  const { at, cards, payAdvice, readStatements, settleCards } = partners
  await expectPage('card-receipts', database, async ({ step }, name) => {
    name(cards.shop.settlementWallet, 'store')
    const balances = ['card:farmlands:nzd.main', 'bank']
    const paid = async (day: string, next: string) => {
      const { reference } = await cards.company.settleDay(day)
      await settleCards()
      await payAdvice(reference)
      await at(`${next}T03:30:00+13:00`)
      await readStatements()
      await settleCards()
    }
    const requestId = name(await cards.createRequest(23_000), 'request-1')
    const token = await cards.verify(requestId)
    await step('A card is charged: the company owes it', () => cards.pay(requestId, token), { balances: ['card:farmlands:nzd.main'] })
    await step('The statement shows the payment of the day: the company owes nothing', () => paid('2026-12-01', '2026-12-02'), { balances })
    const refund = () => cards.api.post(`/api/payment-requests/${requestId}/refund`, { ...value(3000), externalRef: 'r1' }, cards.shop.till)
    await step('A refund of the next day: we owe the company', refund, {
      until: (kinds) => kinds.includes('card.refund'),
      balances: ['card:farmlands:nzd.main'],
    })
    await step('The company has taken it from our account', () => paid('2026-12-02', '2026-12-03'), { balances })
  })
})
