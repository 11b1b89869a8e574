import { instantAt } from '@nikau/nz/nz-time'
import { systemClock } from '@nikau/runtime'
import { silent } from '@nikau/testing'
import { sql } from 'kysely'
import { test } from 'vitest'
import { bankNumber, createBank, createBankedPerson, noListeners, testVault } from '../fixtures.ts'
import { createOperators, operationsDeps } from '../modules/operations/fixtures.ts'
import { negativeBalanceTerms, operationsJobs, operatorPaymentListener } from '../modules/operations/index.ts'
import { createOutgoingPaymentPort } from '../modules/outgoing-payments/index.ts'
import { expectPage, type NameId, startPage } from './fixtures.ts'

/** Aroha with a verified bank account, whose top-ups the bank settles. */
async function start() {
  const page = await startPage({}, systemClock)
  page.clock.set(instantAt('2026-12-03', 12).toISOString())
  const deps = { ...page.deps, vault: testVault() }
  const bank = createBank(page.database, page.clock)
  const createAroha = async (name: NameId) => {
    const aroha = await createBankedPerson(page.api, page.database)
    name(aroha.walletId, 'aroha')
    name(aroha.accountId, 'aroha')
    name(aroha.bankAccountId, 'arohas-bank')
    await sql`update bank_account set verified_at = created_at, status = 'active', created_at = created_at - interval '30 days' where id = ${aroha.bankAccountId}`.execute(
      page.database.db,
    )
    const send = async (amount: number) => {
      const { body } = await aroha.topUp(amount)
      await bank.take('topup')
      return body.id as string
    }
    return { ...aroha, send }
  }
  return { ...page, deps, bank, createAroha }
}

const negative = await start()
const closing = await start()

test('docs/money/negative-balances.md', async () => {
  const { database, clock, deps, bank, createAroha } = negative
  await expectPage('negative-balances', database, async ({ step }, name) => {
    const aroha = await createAroha(name)
    const topUp = await aroha.send(5000)
    await bank.settle(topUp)
    await aroha.withdraw(4000)
    const balances = ['asset:<aroha>']
    await step('The bank reverses a top-up of which $40.00 were withdrawn: the wallet is below zero', () => bank.reverse(topUp), { balances })
    const next = await aroha.send(2500)
    await step('What comes in fills it first', () => bank.settle(next), { balances })
    clock.advance(60 * 86_400_000)
    const { 'collect-negative-balances': collect } = operationsJobs({
      ...operationsDeps(deps),
      negativeBalances: negativeBalanceTerms.parse({}),
      log: silent,
    }).tasks
    const run = async () => {
      await collect!(undefined, undefined as never)
    }
    await step('After 60 days what is left is written off by rule', run, { balances: ['asset:<aroha>', 'losses:nzd.main'] })
  })
})

test('docs/money/closing.md', async () => {
  const { database, clock, deps, bank, createAroha } = closing
  const { db } = database
  const desk = await createOperators(database, deps, { tama: ['support'], mere: ['finance'], hana: ['finance'] })
  await expectPage('closing', database, async ({ step }, name) => {
    const aroha = await createAroha(name)
    await bank.settle(await aroha.send(5000))
    const port = createOutgoingPaymentPort({
      ledger: deps.ledger,
      vault: testVault(),
      listeners: { ...noListeners, 'operator-payment': operatorPaymentListener },
    })
    const balances = ['asset:<aroha>', 'unclaimed:nzd.main', 'payouts:nzd.main']
    const proposal = await desk.tama.propose('close-account', { accountId: aroha.accountId })
    await step('An account is closed: its wallet is emptied, takes nothing more, and the money waits for the bank', () => desk.mere.approve(proposal.id), {
      balances,
    })
    const [order] = await db
      .transaction()
      .execute((tx) => port.claimForBatch(tx, { type: 'withdrawal', fileId: 'f1', requestedBefore: instantAt('2026-12-31'), limit: 1, now: clock.now() }))
    const event = { reference: order!.reference, at: clock.now() }
    await step('The bank has paid it', () => db.transaction().execute((tx) => port.settle(tx, event)), { balances })
    await step(
      'The bank sends it back: it waits for an operator',
      () => db.transaction().execute((tx) => port.fail(tx, { ...event, reason: 'account-closed' })),
      { balances },
    )
    const payee = { name: 'Aroha Ngata', number: bankNumber() }
    const again = await desk.mere.propose('pay-out', { debit: 'unclaimed:nzd.main', amount: '5000', payee, particulars: 'ACCT CLOSED' })
    await step('An operator sends it to the right account', () => desk.hana.approve(again.id), { balances })
  })
})
