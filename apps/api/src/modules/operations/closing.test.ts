import { assertLedgerInvariants, createLedger } from '@nikau/ledger'
import { instantAt } from '@nikau/nz/nz-time'
import { randomIds, Secret, systemClock } from '@nikau/runtime'
import { fakeClock, silent, testDatabase } from '@nikau/testing'
import { sql } from 'kysely'
import { afterAll, afterEach, expect, test } from 'vitest'
import { bankNumber, createBank, createBankedPerson, createShop, noListeners, runningApi, testVault } from '../../fixtures.ts'
import { createOutgoingPaymentPort } from '../outgoing-payments/index.ts'
import { payoutJobs, payoutListener, payoutTerms } from '../payouts/index.ts'
import { operatorPaymentListener } from './acts/pay-out.ts'
import { ownAccount, unclaimedAccount } from './accounts.ts'
import { createOperators } from './fixtures.ts'
import { actRules } from './rules.ts'

const database = await testDatabase()
const { db } = database
const clock = fakeClock(instantAt('2026-12-03', 12).toISOString())
const ledger = createLedger({ url: new Secret(database.url), name: 'test', log: silent, clock })
afterAll(() => ledger.close())
const deps = { db, ledger, clock, ids: randomIds, vault: testVault() }
const desk = await createOperators(database, deps, {
  tama: ['support'],
  pita: ['operations'],
  mere: ['finance'],
  aroha: ['finance-lead'],
  kiri: ['compliance'],
})
const api = await runningApi(database, { clock, wallClock: systemClock, env: { RATE_LIMIT_SCALE: '1000' } })
const bank = createBank(database, clock)
afterEach(() => assertLedgerInvariants(db))

const listeners = { ...noListeners, payout: payoutListener, 'operator-payment': operatorPaymentListener }
const port = createOutgoingPaymentPort({ ledger, vault: testVault(), listeners })
const sendFile = (fileId: string) =>
  db
    .transaction()
    .execute((tx) => port.claimForBatch(tx, { type: 'withdrawal', fileId, requestedBefore: new Date(clock.now().getTime() + 1), limit: 100, now: clock.now() }))
const balanceOf = async (id: string) => (await sql<{ balance: bigint }>`select balance from ledger.account where id = ${id}`.execute(db)).rows[0]?.balance ?? 0n
const verify = (bankAccountId: string) =>
  sql`update bank_account set verified_at = created_at, status = 'active', created_at = created_at - interval '30 days' where id = ${bankAccountId}`.execute(db)
const messages = async (recipient: string, purpose: string) =>
  (await sql<{ body: string }>`select body from message where recipient = ${recipient} and purpose = ${purpose}`.execute(database.owner.db)).rows

async function createCustomer() {
  const person = await createBankedPerson(api, database)
  await verify(person.bankAccountId)
  const fund = async (amount: number) => {
    const { body } = await person.topUp(amount)
    await bank.take('topup')
    await bank.settle(body.id)
    return body.id as string
  }
  const proposal = { kind: 'close-account', content: { accountId: person.accountId }, note: 'At the customer’s request', evidence: ['letter 17'] }
  return { ...person, wallet: `asset:${person.walletId}`, fund, closing: { call: 'propose', proposal } }
}

const shop = await createShop(api, database, { test: false })

test('an account is closed with nothing pending, its money goes to the verified bank account, and nothing comes in or goes out any more', async () => {
  const mia = await createCustomer()
  const close = { accountId: mia.accountId }
  const first = await mia.fund(5000)
  const sold = await shop.createRequest(100)
  expect((await api.post(`/api/payment-requests/${sold.id}/pay`, { assetType: 'nikau.nzd.main', assetId: mia.walletId }, mia.headers)).status).toBe(200)
  await mia.fund(100)
  const waiting = (await mia.topUp(100)).body.id
  expect(await desk.mere.cannotPropose('close-account', close)).toBe('OUTSIDE_ROLE')
  expect(await desk.tama.cannotPropose('close-account', close, { evidence: [] })).toBe('BAD_REQUEST')
  expect(await desk.tama.ask(mia.closing)).toEqual({ refused: 'PENDING', detail: { pending: [`topup ${waiting}`] } })
  await bank.take('topup')
  await bank.fail(waiting)
  await sql`update bank_account set status = 'created', verified_at = null where id = ${mia.bankAccountId}`.execute(db)
  expect(await desk.tama.cannotPropose('close-account', close)).toBe('PAYEE_UNKNOWN')
  await verify(mia.bankAccountId)
  const proposal = await desk.tama.propose('close-account', close)
  expect(proposal).toMatchObject({
    amount: '5000',
    needs: [['finance', 'finance-lead']],
    movements: [
      { debit: { account: mia.wallet, after: '0' }, credit: { account: unclaimedAccount.id } },
      { debit: { account: unclaimedAccount.id, after: '0' }, credit: { account: 'payouts:nzd.main' } },
    ],
  })
  // More money than was agreed on.
  await mia.fund(1)
  expect(await desk.mere.cannotApprove(proposal.id)).toBe('STALE_PROPOSAL')
  const again = await desk.tama.propose('close-account', close)
  expect(await desk.mere.approve(again.id)).toMatchObject({ state: 'approved', result: { outgoingPaymentId: again.id } })
  expect(await desk.tama.cannotPropose('close-account', close)).toBe('CLOSED_ALREADY')
  const [told] = await messages(mia.email, 'account-closed')
  expect(told!.body).toContain('$50.01 goes to 02-')

  expect((await mia.topUp(100)).body.message).toBe('INVALID_WALLET_TYPE')
  expect((await mia.withdraw(1)).body.message).toBe('INVALID_WALLET_TYPE')
  const request = await shop.createRequest(1)
  const pay = { assetType: 'nikau.nzd.main', assetId: mia.walletId }
  expect((await api.post(`/api/payment-requests/${request.id}/pay`, pay, mia.headers)).body.message).toBe('INACTIVE_ASSET')
  await api.post(`/api/payment-requests/${request.id}/cancel`, {}, shop.till)
  expect((await api.post('/api/wallet-assets', { accountId: mia.accountId, ledgerId: 'nikau.nzd.main' }, mia.headers)).body.message).toBe('FORBIDDEN')
  const refund = { value: { amount: '100', currency: 'NZD' }, externalRef: 'r' }
  expect((await api.post(`/api/payment-requests/${sold.id}/refund`, refund, shop.till)).body.message).toBe('INACTIVE_ASSET')
  await expect(bank.reverse(first)).rejects.toThrow('closed') // which becomes bank-result-failed
  // The owner signs in and reads.
  const { body } = await api.get(`/api/wallets/${mia.walletId}/transactions`, mia.headers)
  expect(body.items[0]).toMatchObject({ value: '-5001', activityType: 'adjustment-account-closed' })
  expect((await api.get(`/api/assets/${mia.walletId}`, mia.headers)).body).toMatchObject({ balance: '0', status: 'archived' })

  // The bank returns the payment: the money waits, an operator sends it again.
  const [order] = await sendFile('f1')
  expect(order).toMatchObject({ amount: 5001n, name: 'M Henare', particulars: 'ACCT CLOSED' })
  await db.transaction().execute((tx) => port.fail(tx, { reference: order!.reference, reason: 'account-closed', at: clock.now() }))
  expect([await balanceOf(mia.wallet), await balanceOf(unclaimedAccount.id)]).toEqual([0n, 5001n])
  const { rows } =
    await sql`select refs ->> 'account' as account from operator_exception where kind = 'operator-payment-returned' and ref = ${again.id}`.execute(db)
  expect(rows).toEqual([{ account: unclaimedAccount.id }])
  const payee = { name: 'Mia Henare', number: bankNumber() }
  const resent = await desk.mere.propose('pay-out', { debit: unclaimedAccount.id, amount: '5001', payee, particulars: 'ACCT CLOSED' })
  await desk.aroha.approve(resent.id)
  expect(await balanceOf(unclaimedAccount.id)).toBe(0n)
})

test('what is sent to somebody whose account is closed waits, and cannot be claimed', async () => {
  const [mia, ben] = [await createCustomer(), await createCustomer()]
  await ben.fund(1000)
  const { id } = await desk.pita.propose('close-account', { accountId: mia.accountId })
  await desk.mere.approve(id)
  await sql`update identity.person set phone_proved_at = now() where id = ${mia.personId}`.execute(database.owner.db)
  const send = { assetId: ben.walletId, recipientAlias: mia.phone, value: '500', idempotencyKey: 's1' }
  const sent = await api.post('/api/asset-transfers', send, ben.headers)
  expect(sent.body).toMatchObject({ status: 'created' })
  expect((await api.post(`/api/asset-transfers/${sent.body.id}/claim`, {}, mia.headers)).body.message).toBe('FORBIDDEN')
  expect(await balanceOf(ben.wallet)).toBe(500n)
})

test('an account below zero or frozen is not closed', async () => {
  const mia = await createCustomer()
  const topUp = await mia.fund(1000)
  const withdrawn = (await mia.withdraw(400)).body.id
  await bank.take('withdrawal')
  await bank.settle(withdrawn)
  await bank.reverse(topUp)
  expect(await desk.tama.ask(mia.closing)).toEqual({ refused: 'BALANCE_BELOW_ZERO', detail: { walletId: mia.walletId, balance: '-400' } })
  await mia.fund(400)
  await desk.tama.propose('freeze-account', { accountId: mia.accountId, reason: 'Please call us' })
  expect(await desk.tama.cannotPropose('close-account', { accountId: mia.accountId })).toBe('ACCOUNT_FROZEN')
})

test('a merchant’s account is closed after its last payment request, to its payout account; it takes no more payments and has no more payouts', async () => {
  const { headers } = shop.owner
  const wallet = `asset:${shop.settlementWallet}`
  const linked = { accountId: shop.accountId, bankAccountName: 'Kauri Ltd', bankAccountNumber: bankNumber(), purpose: 'settlement' }
  const settlement = (await api.post('/api/bank-accounts', linked, headers)).body
  await verify(settlement.id)
  const payer = await createCustomer()
  await payer.fund(9000)
  const pay = async (amount: number) => {
    const { id } = await shop.createRequest(amount)
    expect((await api.post(`/api/payment-requests/${id}/pay`, { assetType: 'nikau.nzd.main', assetId: payer.walletId }, payer.headers)).status).toBe(200)
    return id as string
  }
  const paid = await pay(3000)
  const open = await shop.createRequest(500)
  const close = { accountId: shop.accountId }
  expect(await desk.pita.cannotPropose('close-account', close)).toBe('PENDING')
  await api.post(`/api/payment-requests/${open.id}/cancel`, {}, shop.till)
  // Linked and verified, but not chosen for payouts.
  expect(await desk.pita.cannotPropose('close-account', close)).toBe('PAYEE_UNKNOWN')
  await api.put(`/api/accounts/${shop.accountId}/payout-account`, { bankAccountId: settlement.id }, headers)
  const { id } = await desk.pita.propose('close-account', close)
  await desk.mere.approve(id)
  const { rows } = await sql`select bank_account_id, amount from outgoing_payment where id = ${id}`.execute(db)
  expect(rows).toEqual([{ bank_account_id: settlement.id, amount: 3100n }])
  expect((await api.post('/api/payment-requests', { configId: shop.configId, value: { amount: '100', currency: 'NZD' } }, shop.till)).status).toBe(403)
  const refund = { value: { amount: '100', currency: 'NZD' }, externalRef: 'late' }
  expect((await api.post(`/api/payment-requests/${paid}/refund`, refund, shop.till)).body.message).toBe('REFUND_DECLINED')
  const wallets = { accountId: shop.accountId, ledgerId: 'nikau.nzd.main', settlement: true }
  expect((await api.post('/api/wallet-assets', wallets, headers)).body.message).toBe('FORBIDDEN')
  clock.set(instantAt('2026-12-04', 0, 10).toISOString())
  await payoutJobs({ ...deps, terms: payoutTerms.parse({}), log: silent }).tasks['make-payouts']!(undefined, undefined as never)
  const payouts = (await api.get(`/api/accounts/${shop.accountId}/payouts`, headers)).body.items
  expect(payouts).toMatchObject([{ payments: '3100', adjustments: '-3100', net: '0', status: 'carried' }])
  expect(await balanceOf(wallet)).toBe(0n)
})

test('the money of somebody who has died goes to their estate, once the account was frozen, with finance and compliance', async () => {
  const mia = await createCustomer()
  await mia.fund(7000)
  const estate = { accountId: mia.accountId, payee: { name: 'Estate of M Henare', number: bankNumber() } }
  expect(await desk.tama.cannotPropose('pay-estate', estate)).toBe('NOT_FROZEN')
  await desk.tama.propose('freeze-account', { accountId: mia.accountId, reason: 'We were told that Mia has died' })
  expect(await desk.tama.cannotPropose('pay-estate', estate, { evidence: [] })).toBe('BAD_REQUEST')
  const proposal = await desk.tama.propose('pay-estate', estate, { evidence: ['probate CIV-2026-485-1'] })
  expect(proposal.needs).toEqual([['finance', 'finance-lead'], ['compliance']])
  expect(await desk.kiri.cannotApprove(proposal.id)).toBe('OUTSIDE_ROLE')
  await desk.mere.approve(proposal.id)
  expect(await balanceOf(mia.wallet)).toBe(7000n)
  expect((await desk.kiri.approve(proposal.id)).state).toBe('approved')
  const { rows } = await sql`select payee_name, amount, bank_account_id from outgoing_payment where id = ${proposal.id}`.execute(db)
  expect(rows).toEqual([{ payee_name: 'Estate of M Henare', amount: 7000n, bank_account_id: null }])
  const account = await sql<{ closed: boolean }>`select closed_at is not null as closed from account where id = ${mia.accountId}`.execute(db)
  expect(account.rows).toEqual([{ closed: true }])
  const stored = await sql<{ text: string }>`select content::text as text from operator_proposal where id = ${proposal.id}`.execute(db)
  expect(stored.rows[0]!.text).not.toContain('Estate')
})

test('who agrees to a closing follows its amount; an estate needs compliance as well [DESK-27]', () => {
  const needs = (kind: 'close-account' | 'pay-estate', amount: bigint) => actRules[kind].approvers(amount).map((approver) => approver.join('/'))
  expect([needs('close-account', 0n), needs('close-account', 99_999n)]).toEqual([['finance/finance-lead'], ['finance/finance-lead']])
  expect([needs('close-account', 100_000n), needs('close-account', 1_000_000n)]).toEqual([['finance-lead'], ['finance-lead', 'compliance']])
  expect([needs('pay-estate', 99_999n), needs('pay-estate', 100_000n), needs('pay-estate', 1_000_000n)]).toEqual([
    ['finance/finance-lead', 'compliance'],
    ['finance-lead', 'compliance'],
    ['finance-lead', 'compliance'],
  ])
})

test('what operators moved to and from unclaimed money is known to the cent', async () => {
  const { rows } = await sql<{ amount: bigint }>`select amount from operator_movement where account = ${unclaimedAccount.id}`.execute(database.owner.db)
  expect(rows[0]!.amount).toBe(await balanceOf(unclaimedAccount.id))
  expect(await balanceOf(ownAccount.id)).toBe(0n)
})
