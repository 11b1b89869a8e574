import { assertLedgerInvariants } from '@nikau/ledger'
import { fakeClock, silent, testDatabase } from '@nikau/testing'
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { createOperators, operationsDeps } from './modules/operations/fixtures.ts'
import { negativeBalanceTerms, operationsJobs } from './modules/operations/index.ts'
import { startPayByBank } from './modules/pay-by-bank/fixtures.ts'

const database = await testDatabase()
const { db } = database
// A payment counts as paid at once, and the bank may still reject it.
const harness = await startPayByBank(database, { live: true, bank: { paidWhen: 'accepted' } })
const { shop, banks } = harness
await banks.settings({ lateRejectMs: 3_600_000 })

test('what a merchant is paid next fills a settlement wallet below zero first, and its owners are told', async () => {
  await sql`update identity.person set email = 'owner@kauri.example', email_verified = true where id = ${shop.owner.personId}`.execute(database.owner.db)
  const wallet = `asset:${shop.settlementWallet}`
  const desk = await createOperators(database, { ...harness.deps, db }, { mere: ['finance'], hana: ['finance'] })
  const late = await harness.completePayment(2566)
  // Stands for a payout.
  const taken = await desk.mere.propose('adjustment', { debit: wallet, credit: 'own:nzd.main', amount: '2566', words: 'correction' })
  await desk.hana.approve(taken.id)
  await harness.advanceBankHour()
  await vi.waitFor(async () => expect((await harness.get(late.id)).status).toBe('failed'), { timeout: 30_000 })
  expect(await harness.balance(wallet)).toBe(-2566n)
  const tomorrow = fakeClock(new Date(Date.now() + 86_400_000).toISOString())
  const jobs = operationsJobs({ ...operationsDeps({ ...harness.deps, clock: tomorrow }), negativeBalances: negativeBalanceTerms.parse({}), log: silent })
  await jobs.tasks['collect-negative-balances']!(undefined, undefined as never)
  const { rows } = await sql`select recipient, subject from message where purpose = 'negative-balance'`.execute(database.owner.db)
  expect(rows).toEqual([{ recipient: 'owner@kauri.example', subject: 'Your settlement wallet is $25.66 below zero' }])
  await harness.completePayment(3000)
  expect(await harness.balance(wallet)).toBe(434n)
  const next = (await harness.api.get(`/api/accounts/${shop.accountId}/next-payouts`, shop.owner.headers)).body
  expect(next).toMatchObject([{ soFar: '434' }])
  await assertLedgerInvariants(db)
})
