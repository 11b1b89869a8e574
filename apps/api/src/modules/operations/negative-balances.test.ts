import { assertLedgerInvariants, createLedger } from '@nikau/ledger'
import { randomIds, Secret, systemClock } from '@nikau/runtime'
import { fakeClock, silent, testDatabase } from '@nikau/testing'
import { sql } from 'kysely'
import { afterAll, afterEach, expect, test } from 'vitest'
import { createBank, createBankedPerson, runningApi, testVault } from '../../fixtures.ts'
import { lossesAccount, ownAccount } from './accounts.ts'
import { createOperators } from './fixtures.ts'
import { collectNegativeBalances, negativeBalanceTerms } from './negative-balances.ts'

const database = await testDatabase()
const { db } = database
const clock = fakeClock('2026-12-03T02:00:00Z')
const ledger = createLedger({ url: new Secret(database.url), name: 'test', log: silent, clock })
afterAll(() => ledger.close())
const deps = { db, ledger, clock, ids: randomIds, vault: testVault() }
const desk = await createOperators(database, deps, { mere: ['finance'], aroha: ['finance-lead'] })
const api = await runningApi(database, { clock, wallClock: systemClock })
const bank = createBank(database, clock)
afterEach(() => assertLedgerInvariants(db))

const collect = (days = 0) => {
  clock.advance(days * 86_400_000)
  return collectNegativeBalances({ ...deps, terms: negativeBalanceTerms.parse({}), log: silent })
}
const balanceOf = async (id: string) => (await sql<{ balance: bigint }>`select balance from ledger.account where id = ${id}`.execute(db)).rows[0]?.balance
const messages = async (recipient: string, purpose: string) =>
  (await sql<{ subject: string; body: string }>`
    select subject, body from message where recipient = ${recipient} and purpose = ${purpose} order by id`.execute(database.owner.db)).rows // prettier-ignore
const exceptions = async (ref: string) =>
  (await sql<{ id: bigint; amount: bigint; closed: boolean }>`
    select id, amount, closed_at is not null as closed from operator_exception where kind = 'negative-balance-overdue' and ref = ${ref}`.execute(db)).rows // prettier-ignore

/** A customer whose bank takes back a top-up that they have withdrawn in part. */
async function createDebtor(owed: number) {
  const person = await createBankedPerson(api, database)
  await sql`
    update bank_account set verified_at = created_at, status = 'active', created_at = created_at - interval '30 days' where id = ${person.bankAccountId}`.execute(
    db,
  )
  const fund = async (amount: number) => {
    const { body } = await person.topUp(amount)
    await bank.take('topup')
    await bank.settle(body.id)
    return body.id as string
  }
  const reversed = await fund(owed + 1000)
  expect((await person.withdraw(owed)).status).toBe(200)
  expect(await bank.reverse(reversed)).toBe('applied')
  expect(await person.balance()).toBe(-owed)
  return { ...person, wallet: `asset:${person.walletId}`, fund }
}

test('what comes in fills a wallet below zero first, and owners are told on days 1, 7, 21 and 45', async () => {
  const mia = await createDebtor(5000)
  const told = async () => (await messages(mia.email, 'negative-balance')).map(({ subject }) => subject).toSorted()
  await collect()
  expect(await told()).toEqual([])
  await collect(1)
  await Promise.all([collect(), collect()])
  expect(await messages(mia.email, 'negative-balance')).toEqual([
    { subject: 'Your wallet is $50.00 below zero', body: expect.stringContaining('$50.00 below zero since 3 December 2026') },
  ])
  await mia.fund(2000)
  expect(await mia.balance()).toBe(-3000)
  // Still the same time below zero, with another amount. The worker was away on day 7: one notice, not two.
  await collect(8)
  await collect(11)
  expect(await told()).toHaveLength(2)
  await collect(1)
  await collect(23)
  expect(await told()).toHaveLength(3)
  await collect(1)
  expect(await told()).toEqual([...Array<string>(3).fill('Your wallet is $30.00 below zero'), 'Your wallet is $50.00 below zero'])
  await mia.fund(3100)
  expect(await mia.balance()).toBe(100)
  expect((await mia.withdraw(101)).body.message).toBe('INSUFFICIENT_WALLET_BALANCE')
  // Below zero again: told from day 1 on, not from the first time.
  const again = await mia.fund(1000)
  await mia.withdraw(1100)
  await bank.reverse(again)
  await collect(1)
  expect(await told()).toContain('Your wallet is $10.00 below zero')
  expect(await told()).toHaveLength(5)
  // Messages are deleted after a time; what was told is not told again.
  await sql`delete from message where purpose = 'negative-balance'`.execute(database.owner.db)
  await collect()
  expect(await told()).toEqual([])
})

test('after 60 days up to $20.00 is written off by rule, once, and the owner sees it; more waits for people until it is settled [MON-2]', async () => {
  const [small, large, larger] = [await createDebtor(2000), await createDebtor(2001), await createDebtor(9000)]
  const losses = async () => (await balanceOf(lossesAccount.id)) ?? 0n
  const before = await losses()
  await collect(59)
  expect(await small.balance()).toBe(-2000)
  await Promise.all([collect(1), collect()])
  expect([await small.balance(), await large.balance()]).toEqual([0, -2001])
  expect(before - (await losses())).toBeGreaterThanOrEqual(2000n)
  const { body } = await api.get(`/api/wallets/${small.walletId}/transactions`, small.headers)
  expect(body.items[0]).toMatchObject({ value: '2000', activityType: 'adjustment-write-off', srcParty: 'Nikau' })
  expect(await messages(small.email, 'adjustment')).toMatchObject([{ subject: '$20.00 was added to your wallet' }])
  const { rows } = await sql`select proposal_id, words, amount from adjustment where credit = ${small.wallet}`.execute(db)
  expect(rows).toEqual([{ proposal_id: null, words: 'write-off', amount: 2000n }])
  // What rules and people have moved to losses is known to the cent.
  const moved = await sql<{ amount: bigint }>`select amount from operator_movement where account = ${lossesAccount.id}`.execute(database.owner.db)
  expect(moved.rows[0]!.amount).toBe(await losses())

  const [raised] = await exceptions(large.walletId)
  expect(raised).toMatchObject({ amount: 2001n, closed: false })
  const writeOff = { debit: lossesAccount.id, credit: large.wallet, amount: '2001', words: 'write-off' }
  await desk.aroha.approve((await desk.mere.propose('adjustment', writeOff, { exceptionId: String(raised!.id) })).id)
  expect(await exceptions(large.walletId)).toMatchObject([{ closed: true }])
  expect(await large.balance()).toBe(0)
  // One that fills up closes itself, and opens again if it is overdue again.
  expect(await exceptions(larger.walletId)).toMatchObject([{ closed: false }])
  const last = await larger.fund(9500)
  await collect()
  expect(await exceptions(larger.walletId)).toMatchObject([{ closed: true }])
  await larger.withdraw(500)
  await bank.reverse(last)
  await collect(61)
  expect(await exceptions(larger.walletId)).toMatchObject([{ closed: false }])
})

test('an adjustment without a proposal is a write-off by rule and nothing else', async () => {
  const insert = (words: string, debit: string) =>
    sql`insert into adjustment (id, unit, debit, credit, amount, words, posting, at) values ('x', 'nzd.main', ${debit}, 'asset:x', 1, ${words}, 0, now())`.execute(
      database.owner.db,
    )
  await expect(insert('goodwill', lossesAccount.id)).rejects.toThrow('adjustment_by_proposal')
  await expect(insert('write-off', ownAccount.id)).rejects.toThrow('adjustment_by_proposal')
})
