import { testDatabase } from '@nikau/testing'
import { sql } from 'kysely'
import { test } from 'vitest'
import { startReceipts } from '../receipts-on-statements/fixtures.ts'
import { createFinance, expectPage, value } from './fixtures.ts'

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
    const agree = await createFinance(issuersDatabase, issuers.cards.deps)
    const [surplus] = await issuers.openExceptions()
    const [, transaction] = surplus!.split(' ')
    await step('Operators book the surplus: it waits for the issuer', () => agree('book-receipt', { transaction, to: 'unclaimed' }), {
      balances: ['unclaimed:nzd.main', 'bank'],
    })
    await redeem(800)
    await at('2027-02-01T00:10:00+13:00')
    await billIssuers()
    await step('The issuer never pays its next bill: operators write it off', async () => agree('write-off-bill', { billId: (await bills())[1]!.id }), {
      balances: [...balances, 'losses:nzd.main'],
    })
  })
})

test('docs/money/card-receipts.md', { timeout: 90_000 }, async () => {
  const { at, cards, payAdvice, readStatements, settleCards } = partners
  await expectPage('card-receipts', database, async ({ step }, name) => {
    name(cards.shop.settlementWallet, 'store')
    const balances = ['card:farmlands:nzd.main', 'bank']
    const paid = async (day: string, next: string, fault?: 'unknown-line' | 'other-amount') => {
      const { reference } = await cards.company.settleDay(day, fault && { fault })
      await settleCards()
      await payAdvice(reference)
      await at(`${next}T03:30:00+13:00`)
      await readStatements()
      await settleCards()
      return reference
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
    const agree = await createFinance(database, cards.deps)
    const charge = async (amount: number) => {
      const charged = await cards.completePayment(amount)
      return (await cards.payment(charged.requestId))!.id
    }
    await charge(1000)
    const unknown = await paid('2026-12-03', '2026-12-04', 'unknown-line')
    await step('It has paid for a line that is not ours: operators book it', () => agree('book-receipt', { reference: unknown, line: 2, to: 'unclaimed' }), {
      balances: ['unclaimed:nzd.main', 'bank'],
    })
    await charge(1000)
    const other = await paid('2026-12-04', '2026-12-05', 'other-amount')
    await step('It settles less than we have booked: operators accept its amount', () => agree('accept-card-line', { reference: other, line: 1 }), {
      balances: ['card:farmlands:nzd.main', 'losses:nzd.main'],
    })
    const lost = await charge(1500)
    await step('It never settles a charge: operators write it off', () => agree('write-off-card-line', { key: lost }), {
      balances: ['card:farmlands:nzd.main', 'losses:nzd.main'],
    })
    const returned = await cards.completePayment(700)
    await cards.stopWorker()
    await cards.api.post(`/api/payment-requests/${returned.requestId}/refund`, { ...value(700), externalRef: 'r2' }, cards.shop.till)
    const [due] = await partners.rows(sql<{ id: string }>`select id from card_refund where step = 'refund'`)
    const refused = { outcome: 'refused' as const, reason: 'refund: 409 CARD_CLOSED' }
    await cards.refundNow(due!.id, { companyOf: () => ({ alertAfterSeconds: 1, rail: { refund: async () => refused } }) })
    const payee = { name: 'A Farmer', number: '02-0500-0214005-00' }
    await step(
      'It refuses a refund: operators send it to a bank account of the cardholder',
      () => agree('refund-otherwise', { cardRefundId: due!.id, payee }),
      { balances: ['card-refunds:nzd.main', 'payouts:nzd.main'] },
    )
  })
})
