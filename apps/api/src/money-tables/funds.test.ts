import { openPayeeCheck } from '@nikau/rails/payee-check'
import { randomUUID } from 'node:crypto'
import { silent } from '@nikau/testing'
import { test } from 'vitest'
import { createBank, createBankedPerson, noListeners, testVault } from '../fixtures.ts'
import { bankAccountJobs, heldReturnListener } from '../modules/bank-accounts/index.ts'
import { createOutgoingPaymentPort } from '../modules/outgoing-payments/index.ts'
import { createFinance, createNamedPayer, expectPage, startPage } from './fixtures.ts'

// One database per page, opened before any test so that each is closed at the end.
const pages = [await startPage(), await startPage()]

test('docs/money/top-up.md', async () => {
  const page = pages.shift()!
  await expectPage('top-up', page.database, async ({ step }, name) => {
    const bank = createBank(page.database, page.clock)
    const aroha = await createBankedPerson(page.api, page.database)
    name(aroha.accountId, 'aroha')
    name(aroha.walletId, 'aroha')
    name(aroha.bankAccountId, 'bank-account')
    const transfers: string[] = []
    const request = async (amount: number) => {
      const answer = await aroha.topUp(amount)
      transfers.push(String(answer.body.id))
      return answer
    }
    await step('Requested: no money moves, but it counts', () => request(8000))
    await step('Too much in flight for a bank account that is not verified', () => aroha.topUp(2001))
    await bank.take('topup')
    await step('Settled, but the bank account is not verified: held apart', () => bank.settle(transfers[0]!), {
      balances: ['bank', 'unverified:<bank-account>', 'asset:<aroha>'],
    })
    const code = await bank.codeOf(transfers[0]!)
    await step('Verified: the held top-ups are released', () => aroha.verify(code), { balances: ['unverified:<bank-account>', 'asset:<aroha>'] })
    await request(3000)
    await step('Cancelled by the customer before it is sent', () => page.api.post(`/api/funds-transfers/${transfers[1]}/abort`, {}, aroha.headers))
    await request(5000)
    await bank.take('topup')
    await step('Dishonoured before it settled: nothing was credited, and the counters are restored', () => bank.fail(transfers[2]!), {
      balances: ['asset:<aroha>'],
    })
    await request(2000)
    await bank.take('topup')
    await step('Settled for a verified bank account: credited at once', () => bank.settle(transfers[3]!), { balances: ['bank', 'asset:<aroha>'] })
    await aroha.withdraw(9000)
    await step('Reversed late: the bank has taken the money already, so the floor does not stop it', () => bank.reverse(transfers[0]!), {
      balances: ['asset:<aroha>'],
    })
    const ben = await createBankedPerson(page.api, page.database)
    for (const id of [ben.accountId, ben.walletId, ben.bankAccountId]) name(id, 'ben')
    const held = (await ben.topUp(3000)).body.id
    await bank.take('topup')
    await bank.settle(held)
    await step('Reversed while it is held: it comes from what is held', () => bank.reverse(held), { balances: ['unverified:<ben>', 'asset:<ben>'] })
    const play = await createNamedPayer(page, name, 'hana', 0)
    await step(
      'Test money for a test wallet',
      () => page.api.post(`/api/wallets/${play.walletId}/topup`, { idempotencyKey: randomUUID(), amount: '5000' }, play.headers),
      {
        balances: ['test-money', 'asset:<hana>'],
      },
    )
    const tui = await createBankedPerson(page.api, page.database)
    for (const id of [tui.accountId, tui.walletId, tui.bankAccountId]) name(id, 'tui')
    const forgotten = (await tui.topUp(4000)).body.id
    const rewi = await createBankedPerson(page.api, page.database)
    for (const id of [rewi.accountId, rewi.walletId, rewi.bankAccountId]) name(id, 'rewi')
    const closed = String((await rewi.topUp(2500)).body.id)
    await bank.take('topup')
    await bank.settle(forgotten)
    page.clock.advance(31 * 86_400_000)
    const { tasks } = bankAccountJobs({ ...page.deps, vault: testVault(), payees: openPayeeCheck(undefined), heldTopUpDays: 30, log: silent })
    await step('Never verified: the held top-up goes back to its bank account', () => tasks['return-held-top-ups']!(undefined, undefined as never), {
      balances: ['unverified:<tui>', 'payouts:nzd.main', 'asset:<tui>'],
    })
    const { db } = page.database
    const listeners = { ...noListeners, 'top-up-return': heldReturnListener }
    const port = createOutgoingPaymentPort({ ledger: page.deps.ledger, vault: testVault(), listeners })
    const claim = { type: 'withdrawal' as const, fileId: 'back', requestedBefore: new Date(page.clock.now().getTime() + 1), limit: 1, now: page.clock.now() }
    const [order] = await db.transaction().execute((tx) => port.claimForBatch(tx, claim))
    await step('The bank has paid it back', () => db.transaction().execute((tx) => port.settle(tx, { reference: order!.reference, at: page.clock.now() })), {
      balances: ['payouts:nzd.main'],
    })
    await bank.settle(closed)
    page.clock.advance(31 * 86_400_000)
    await tasks['return-held-top-ups']!(undefined, undefined as never)
    const [bounced] = await db
      .transaction()
      .execute((tx) => port.claimForBatch(tx, { ...claim, fileId: 'again', requestedBefore: new Date(page.clock.now().getTime() + 1) }))
    const { reference } = bounced!
    await db.transaction().execute((tx) => port.fail(tx, { reference, reason: 'account-closed', at: page.clock.now() }))
    const agree = await createFinance(page.database, { ...page.deps, vault: testVault() })
    await step('Another one came back from its bank: operators send it again', () => agree('return-again', { fundsTransferId: closed }), {
      balances: ['unverified:<rewi>', 'payouts:nzd.main'],
    })
  })
})

test('docs/money/withdraw.md', async () => {
  const page = pages.shift()!
  await expectPage('withdraw', page.database, async ({ step }, name) => {
    const bank = createBank(page.database, page.clock)
    const aroha = await createBankedPerson(page.api, page.database)
    name(aroha.accountId, 'aroha')
    name(aroha.walletId, 'aroha')
    name(aroha.bankAccountId, 'bank-account')
    const topUp = (await aroha.topUp(10_000)).body.id
    await bank.take('topup')
    await bank.settle(topUp)
    await aroha.verify(await bank.codeOf(topUp))
    const transfers: string[] = []
    const withdraw = async (amount: number) => {
      const answer = await aroha.withdraw(amount)
      transfers.push(String(answer.body.id))
      return answer
    }
    await step('Created: out of the wallet, and counted', () => withdraw(6000), { balances: ['asset:<aroha>', 'payouts:nzd.main'] })
    await step('More than there is', () => aroha.withdraw(4001))
    await bank.take('withdrawal')
    await step('Paid out', () => bank.settle(transfers[0]!), { balances: ['payouts:nzd.main'] })
    await withdraw(4000)
    await bank.take('withdrawal')
    await step('The bank refuses it before it is paid', () => bank.fail(transfers[1]!, 'account-closed'), { balances: ['asset:<aroha>', 'payouts:nzd.main'] })
    await step('The first bounces after it was paid out: a new movement, the old one stays', () => bank.reverse(transfers[0]!), { balances: ['asset:<aroha>'] })
  })
})
