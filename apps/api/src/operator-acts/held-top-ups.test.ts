import { assertLedgerInvariants, createLedger } from '@nikau/ledger'
import { randomIds, Secret, systemClock } from '@nikau/runtime'
import { fakeClock, silent, testDatabase } from '@nikau/testing'
import { sql } from 'kysely'
import { afterAll, afterEach, expect, test } from 'vitest'
import { createBank, createBankedPerson, noFees, noListeners, runningApi, testVault } from '../fixtures.ts'
import { heldReturnListener } from '../modules/bank-accounts/index.ts'
import { returnHeldTopUps } from '../modules/bank-accounts/return-held.ts'
import { createOutgoingPaymentPort } from '../modules/outgoing-payments/index.ts'
import { createOperators } from '../modules/operations/fixtures.ts'

const database = await testDatabase()
const { db } = database.openAs('nikau_worker')
const clock = fakeClock('2026-12-01T00:00:00Z')
const api = await runningApi(database, { clock, wallClock: systemClock })
const ledger = createLedger({ url: new Secret(database.urlAs('nikau_worker')), name: 'work', log: silent, clock })
afterAll(() => ledger.close())
afterEach(() => assertLedgerInvariants(database.db))
const bank = createBank(database, clock)
const deps = { db, ledger, fees: noFees, clock, ids: randomIds, vault: testVault(), externalMethods: [] }
const desk = await createOperators(database, deps, { tama: ['support'], pita: ['operations'], mere: ['finance'], hana: ['finance'], rewi: ['risk'] })
const listeners = { ...noListeners, 'top-up-return': heldReturnListener }
const port = createOutgoingPaymentPort({ ledger, vault: testVault(), listeners })

let files = 0
const nextOrder = async () => {
  const claim = { type: 'withdrawal' as const, fileId: `f${++files}`, requestedBefore: new Date(clock.now().getTime() + 1), limit: 10, now: clock.now() }
  return (await db.transaction().execute((tx) => port.claimForBatch(tx, claim)))[0]!
}
const bounce = async () => {
  const { reference } = await nextOrder()
  return await db.transaction().execute((tx) => port.fail(tx, { reference, reason: 'account-closed', at: clock.now() }))
}
const balanceOf = async (id: string) =>
  Number((await sql<{ balance: bigint }>`select balance from ledger.account where id = ${id}`.execute(db)).rows[0]?.balance ?? 0n)
const openException = async (ref: string) =>
  (await sql<{ id: bigint }>`select id from operator_exception where kind = 'top-up-return-failed' and ref = ${ref} and closed_at is null`.execute(db)).rows[0]
    ?.id

async function heldTopUp() {
  const mia = await createBankedPerson(api, database)
  const id = String((await mia.topUp(5000)).body.id)
  await bank.take('topup')
  await bank.settle(id)
  return { mia, id, code: await bank.codeOf(id) }
}
/** A top-up that could not be sent back to its bank account. */
async function returnFailed() {
  const held = await heldTopUp()
  clock.advance(31 * 86_400_000)
  await returnHeldTopUps({ db, ledger, clock, ids: randomIds, heldTopUpDays: 30 })
  expect(await bounce()).toBe('applied')
  return { ...held, exceptionId: String(await openException(held.id)) }
}

test('after five wrong codes support vouches for a bank account with one of risk, and the held top-up reaches the wallet [MON-2]', async () => {
  const { mia, id, code } = await heldTopUp()
  for (let wrong = 0; wrong < 5; wrong++) await mia.verify(code === '0000' ? '1111' : '0000')
  expect((await mia.verify(code)).body.message).toBe('BANK_ACCOUNT_VERIFICATION_ATTEMPTS_EXCEEDED')
  const content = { bankAccountId: mia.bankAccountId }
  expect(await desk.mere.cannotPropose('vouch', content)).toBe('OUTSIDE_ROLE')
  expect(await desk.tama.cannotPropose('vouch', content, { evidence: [] })).toBe('BAD_REQUEST')
  const proposal = await desk.tama.propose('vouch', content)
  expect(proposal).toMatchObject({
    needs: [['risk', 'compliance']],
    movements: [{ debit: { account: `unverified:${mia.bankAccountId}` }, credit: { account: `asset:${mia.walletId}` }, amount: '5000' }],
  })
  expect((await desk.rewi.approve(proposal.id)).result).toEqual({ released: '5000' })
  expect([await mia.balance(), (await mia.bankAccount()).verified, (await mia.transfer(id)).status]).toEqual([5000, true, 'done'])
  expect(await desk.tama.cannotPropose('vouch', content)).toBe('BANK_ACCOUNT_ALREADY_VERIFIED')
})

test('a held top-up that came back from its bank is sent again, there or to the account that the bank names [MON-2]', async () => {
  const { mia, id, exceptionId } = await returnFailed()
  const again = await desk.pita.propose('return-again', { fundsTransferId: id }, { exceptionId })
  expect(again.movements).toMatchObject([{ debit: { account: `unverified:${mia.bankAccountId}` }, credit: { account: 'payouts:nzd.main' }, amount: '5000' }])
  await desk.mere.approve(again.id)
  expect([await openException(id), await mia.transfer(id)]).toMatchObject([undefined, { status: 'failed', failure: 'returned' }])
  expect(await desk.pita.cannotPropose('return-again', { fundsTransferId: id })).toBe('NOT_HELD')
  expect(await bounce()).toBe('applied')
  expect([await mia.transfer(id), await mia.used('topup')]).toMatchObject([{ status: 'requested', held: true }, 0])

  const payee = { name: 'M Henare', number: '02-0500-0214005-00' }
  const other = await desk.pita.propose('return-again', { fundsTransferId: id, payee }, { exceptionId: String(await openException(id)) })
  await desk.hana.approve(other.id)
  const order = await nextOrder()
  expect(order).toMatchObject({ amount: 5000n, name: 'M Henare', accountNumber: expect.stringMatching(/0214005/) })
  expect(await db.transaction().execute((tx) => port.settle(tx, { reference: order.reference, at: clock.now() }))).toBe('applied')
  expect([await balanceOf(`unverified:${mia.bankAccountId}`), await balanceOf('payouts:nzd.main')]).toEqual([0, 0])
})

test('vouching releases a top-up that came back, and closes its exception [MON-2]', async () => {
  const { mia, id } = await returnFailed()
  const proposal = await desk.pita.propose('vouch', { bankAccountId: mia.bankAccountId })
  await desk.rewi.approve(proposal.id)
  expect([await openException(id), await mia.balance()]).toEqual([undefined, 5000])
})
