import { instantAt } from '@nikau/nz/nz-time'
import { systemClock } from '@nikau/runtime'
import { sql } from 'kysely'
import { test } from 'vitest'
import { bankNumber, createBank, createBankedPerson, createShop, noListeners, testVault } from '../fixtures.ts'
import { createOutgoingPaymentPort } from '../modules/outgoing-payments/index.ts'
import { payoutListener, payoutJobs, payoutTerms } from '../modules/payouts/index.ts'
import { expectPage, startPage, value } from './fixtures.ts'

const page = await startPage({ FEES: '{}' }, systemClock)

test('docs/money/payouts.md', async () => {
  const { database, api, clock, deps } = page
  const { db } = database
  await expectPage('payouts', database, async ({ step }, name) => {
    clock.set(instantAt('2026-12-03', 12).toISOString())
    const shop = await createShop(api, database, { test: false })
    name(shop.settlementWallet, 'cafe')
    const aroha = await createBankedPerson(api, database)
    name(aroha.walletId, 'aroha')
    const bank = createBank(database, clock)
    await sql`update bank_account set verified_at = created_at, status = 'active' where id = ${aroha.bankAccountId}`.execute(db)
    const topUp = (await aroha.topUp(10_000)).body.id
    await bank.take('topup')
    await bank.settle(topUp)
    const request = name(String((await shop.createRequest(10_000)).id), 'tee')
    await api.post(`/api/payment-requests/${request}/pay`, { assetType: 'nikau.nzd.main', assetId: aroha.walletId }, aroha.headers)

    const port = createOutgoingPaymentPort({
      ledger: deps.ledger,
      vault: testVault(),
      listeners: { ...noListeners, payout: payoutListener },
    })
    const inFile = async (fileId: string) => {
      const [order] = await db
        .transaction()
        .execute((tx) => port.claimForBatch(tx, { type: 'withdrawal', fileId, requestedBefore: instantAt('2026-12-31'), limit: 1, now: clock.now() }))
      return { reference: order!.reference, at: clock.now() }
    }
    const settle = (event: { reference: string; at: Date }) => db.transaction().execute((tx) => port.settle(tx, event))
    const bounce = (event: { reference: string; at: Date }) => db.transaction().execute((tx) => port.fail(tx, { ...event, reason: 'account-closed' }))
    const { 'make-payouts': makePayouts } = payoutJobs({ ...deps, terms: payoutTerms.parse({}), log: { info: () => {} } as never }).tasks
    const runOn = async (day: string) => {
      clock.set(instantAt(day, 0, 10).toISOString())
      await makePayouts!(undefined, undefined as never)
    }

    const number = { accountId: shop.accountId, bankAccountName: 'Kauri Ltd', bankAccountNumber: bankNumber(), purpose: 'settlement' }
    let bankAccountId = ''
    await step('A bank account is linked for payouts: one cent with a code is sent to it', async () => {
      const linked = await api.post('/api/bank-accounts', number, shop.owner.headers)
      bankAccountId = linked.body.id
      return linked
    })
    const check = await inFile('f1')
    await step('The bank has settled the cent', () => settle(check), { balances: ['costs:account-checks', 'payouts:nzd.main'] })
    await sql`update bank_account set verified_at = created_at, status = 'active' where id = ${bankAccountId}`.execute(db)
    await api.put(`/api/accounts/${shop.accountId}/payout-account`, { bankAccountId }, shop.owner.headers)
    await step('The payout of the day is made', () => runOn('2026-12-04'), { balances: ['asset:<cafe>', 'payouts:nzd.main'] })
    await step('A refund cannot spend what is on its way', () =>
      api.post(`/api/payment-requests/${request}/refund`, { ...value(10_000), externalRef: 'all' }, shop.till),
    )
    const first = await inFile('f2')
    await step('The bank has paid it', () => settle(first), { balances: ['payouts:nzd.main'] })
    await step('The bank sends it back: it is payable again', () => bounce(first), { balances: ['asset:<cafe>'] })
    clock.set(instantAt('2026-12-04', 12).toISOString())
    await api.post(`/api/accounts/${shop.accountId}/payout-account/confirm`, {}, shop.owner.headers)
    await step('The payout of the next day carries it on', () => runOn('2026-12-07'), { balances: ['asset:<cafe>', 'payouts:nzd.main'] })
    const second = await inFile('f3')
    await step('The bank refuses the order before it is paid', () => bounce(second), { balances: ['asset:<cafe>', 'payouts:nzd.main'] })
  })
})
