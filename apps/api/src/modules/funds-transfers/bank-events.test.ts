import { assertLedgerInvariants } from '@nikau/ledger'
import { fakeClock, testDatabase } from '@nikau/testing'
import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { createBank, createBankedPerson, runningApi } from '../../fixtures.ts'

const database = await testDatabase()
const { db } = database
// Sessions expire by the system clock, so the clock starts now; cut-off times are covered by the calendar's own tests.
const clock = fakeClock(new Date().toISOString())
const api = await runningApi(database, { clock })
const bank = createBank(database, clock)
afterEach(() => assertLedgerInvariants(db))

const messagesTo = async (email: string) => {
  const { rows } = await sql<{ purpose: string; subject: string; body: string }>`
    select purpose, subject, body from message where recipient = ${email} and purpose <> 'security-notice' order by queued_at, key`.execute(db)
  return rows
}
const ledgerBalance = async (id: string) => (await sql<{ balance: bigint }>`select balance from ledger.account where id = ${id}`.execute(db)).rows[0]?.balance
const linesOf = async (mia: { walletId: string; headers: Record<string, string> }) =>
  (await api.get(`/api/wallets/${mia.walletId}/transactions`, mia.headers)).body.items as { value: string; topupId?: string; withdrawalId?: string }[]

async function createVerified() {
  const mia = await createBankedPerson(api, database)
  const first = (await mia.topUp(100)).body
  await bank.take('topup')
  await bank.settle(first.id)
  expect((await mia.verify(await bank.codeOf(first.id))).status).toBe(200)
  return mia
}

test('a top-up is sent, held until the account is verified, and then released with the other held top-ups [TOP-15, BANK-09, API-25]', async () => {
  const mia = await createBankedPerson(api, database)
  const [first, second] = [(await mia.topUp(3000)).body, (await mia.topUp(2000)).body]
  expect(first).toMatchObject({ status: 'created', held: false, abortable: true })
  const entries = await bank.take('topup')
  expect(entries.map((entry) => entry.transferId)).toEqual(expect.arrayContaining([first.id, second.id]))
  expect(await mia.transfer(first.id)).toMatchObject({ status: 'requested', abortable: false })
  expect(await bank.settle(first.id)).toBe('applied')
  expect(await bank.settle(second.id)).toBe('applied')
  expect(await mia.transfer(first.id)).toMatchObject({ status: 'requested', held: true })
  expect((await mia.transfer(first.id)).timeline.map((step: { key: string }) => step.key)).toEqual(['requested', 'sent', 'at-bank', 'held', 'done'])
  expect(await mia.balance()).toBe(0)
  expect(await ledgerBalance(`unverified:${mia.bankAccountId}`)).toBe(5000n)
  expect((await messagesTo(mia.email)).filter((notification) => notification.purpose === 'topup-held')).toHaveLength(2)
  clock.advance(1000)
  const { status, body } = await mia.verify(await bank.codeOf(second.id))
  expect(status).toBe(200)
  expect(body).toMatchObject({ bankAccount: { verified: true, status: 'active' } })
  expect(await mia.balance()).toBe(5000)
  expect(await mia.transfer(first.id)).toMatchObject({ status: 'done', held: false })
  expect((await mia.transfer(first.id)).timeline.map((step: { key: string }) => step.key)).toEqual(['requested', 'sent', 'at-bank', 'held', 'done'])
  const lines = await linesOf(mia)
  expect(lines).toHaveLength(2)
  expect(new Map(lines.map((line) => [line.topupId, line.value]))).toEqual(
    new Map([
      [first.id, '3000'],
      [second.id, '2000'],
    ]),
  )
  expect(await mia.used('topup')).toBe(5000)
})

test('on a verified account a top-up is credited when the bank settles it', async () => {
  const mia = await createVerified()
  const { body } = await mia.topUp(4000)
  await bank.take('topup')
  expect(await mia.balance()).toBe(100)
  expect(await bank.settle(body.id)).toBe('applied')
  expect(await mia.balance()).toBe(4100)
  expect(await mia.transfer(body.id)).toMatchObject({ status: 'done', held: false })
})

test('a dishonoured top-up restores its quota and gives the reason, by email too', async () => {
  const mia = await createBankedPerson(api, database)
  const { body } = await mia.topUp(8000)
  expect(await mia.used('topup')).toBe(8000)
  await bank.take('topup')
  expect(await bank.fail(body.id, 'insufficient-funds')).toBe('applied')
  expect(await mia.transfer(body.id)).toMatchObject({ status: 'failed', failure: 'insufficient-funds' })
  expect(await mia.used('topup')).toBe(0)
  expect((await mia.topUp(10_000)).status).toBe(200) // nothing is in flight
  const notification = (await messagesTo(mia.email)).find((message) => message.purpose === 'topup-failed')!
  expect(notification.body).toContain('there was not enough money in the account')
  expect(notification.body).toContain('you have not lost anything')
})

test('a dishonour after the credit debits the wallet again', async () => {
  const mia = await createVerified()
  const { body } = await mia.topUp(4000)
  await bank.take('topup')
  await bank.settle(body.id)
  expect(await bank.fail(body.id, 'account-closed')).toBe('applied')
  expect(await mia.balance()).toBe(100)
  expect(await mia.transfer(body.id)).toMatchObject({ status: 'failed', failure: 'account-closed' })
  expect((await mia.transfer(body.id)).timeline.map((step: { key: string }) => step.key)).toEqual(['requested', 'sent', 'at-bank', 'done', 'failed'])
})

test('a late reversal is a separate entry; the wallet may go below zero, spending stops and the owner is notified', async () => {
  const mia = await createVerified()
  const { body } = await mia.topUp(5000)
  await bank.take('topup')
  await bank.settle(body.id)
  expect((await mia.withdraw(4000)).status).toBe(200)
  expect(await bank.reverse(body.id)).toBe('applied')
  expect(await mia.balance()).toBe(-3900)
  expect(await mia.transfer(body.id)).toMatchObject({ status: 'done' })
  expect((await mia.transfer(body.id)).timeline.at(-1)).toMatchObject({ key: 'reversed' })
  expect(await mia.withdraw(1)).toMatchObject({ status: 403, body: { message: 'INSUFFICIENT_WALLET_BALANCE', available: '-3900' } })
  expect((await linesOf(mia))[0]).toMatchObject({ value: '-5000', topupId: body.id })
  const notification = (await messagesTo(mia.email)).find((message) => message.purpose === 'topup-reversed')!
  expect(notification.body).toContain('−$39.00')
  expect(notification.body).toContain('you cannot pay or withdraw')
  const again = (await mia.topUp(5000)).body
  await bank.take('topup')
  await bank.settle(again.id)
  expect(await mia.balance()).toBe(1100)
})

test('the reversal of a held top-up never touches the wallet', async () => {
  const mia = await createBankedPerson(api, database)
  const { body } = await mia.topUp(5000)
  await bank.take('topup')
  await bank.settle(body.id)
  expect(await bank.reverse(body.id)).toBe('applied')
  expect(await ledgerBalance(`unverified:${mia.bankAccountId}`)).toBe(0n)
  expect(await mia.transfer(body.id)).toMatchObject({ status: 'failed', held: false })
  expect(await linesOf(mia)).toEqual([])
  expect(await bank.reverse(body.id)).toBe('repeated')
})

test('a withdrawal leaves the wallet at once and the payouts account when it settles; if it bounces, money and quota are restored [API-27]', async () => {
  const mia = await createVerified()
  const { body } = await mia.withdraw(60)
  expect(body).toMatchObject({ type: 'withdrawal', status: 'created', abortable: false, amount: '60' })
  expect(await mia.balance()).toBe(40)
  const before = await ledgerBalance('payouts:nzd.main')
  const [entry] = (await bank.take('withdrawal')).filter((claimed) => claimed.transferId === body.id)
  expect(entry).toMatchObject({ amount: 60n, name: 'M Henare' })
  expect(await bank.settle(body.id)).toBe('applied')
  expect(await ledgerBalance('payouts:nzd.main')).toBe(before! - 60n)
  expect(await mia.transfer(body.id)).toMatchObject({ status: 'done' })
  expect(await mia.used('spend')).toBe(60)
  expect(await bank.fail(body.id, 'account-closed')).toBe('applied')
  expect(await mia.balance()).toBe(100)
  expect(await mia.used('spend')).toBe(0)
  expect(await mia.transfer(body.id)).toMatchObject({ status: 'failed', failure: 'account-closed' })
  const notification = (await messagesTo(mia.email)).find((message) => message.purpose === 'withdrawal-failed')!
  expect(notification.body).toContain('The money is in your wallet again')
})

test('a withdrawal that the bank refuses before settlement is returned from the payouts account', async () => {
  const mia = await createVerified()
  const { body } = await mia.withdraw(60)
  await bank.take('withdrawal')
  expect(await bank.fail(body.id)).toBe('applied')
  expect(await mia.balance()).toBe(100)
  expect((await linesOf(mia)).slice(0, 2)).toMatchObject([
    { value: '60', withdrawalId: body.id },
    { value: '-60', withdrawalId: body.id },
  ])
})

test('repeated, premature and unknown events change nothing', async () => {
  const mia = await createVerified()
  const { body } = await mia.topUp(1000)
  for (const apply of [bank.settle, bank.fail, bank.reverse]) expect(await apply(body.id)).toBe('conflict') // not sent yet
  await bank.take('topup')
  expect(await bank.reverse(body.id)).toBe('conflict') // not settled yet
  expect(await bank.settle(body.id)).toBe('applied')
  expect(await bank.settle(body.id)).toBe('repeated')
  expect(await bank.reverse(body.id)).toBe('applied')
  expect(await bank.reverse(body.id)).toBe('repeated')
  expect(await bank.settle(body.id)).toBe('repeated')
  expect(await bank.fail(body.id)).toBe('conflict')
  const other = (await mia.topUp(1000)).body
  await bank.take('topup')
  expect(await bank.fail(other.id)).toBe('applied')
  expect(await bank.fail(other.id)).toBe('repeated')
  expect(await bank.settle(other.id)).toBe('conflict')
  expect(await bank.settle('nobody')).toBe('unknown-reference')
  expect(await mia.balance()).toBe(100)
})

test('ten concurrent copies of an event are applied once', async () => {
  const mia = await createVerified()
  const { body } = await mia.topUp(1000)
  await bank.take('topup')
  const verdicts = await Promise.all(Array.from({ length: 10 }, () => bank.settle(body.id)))
  expect(verdicts.filter((verdict) => verdict === 'applied')).toHaveLength(1)
  expect(verdicts.filter((verdict) => verdict === 'repeated')).toHaveLength(9)
  expect(await mia.balance()).toBe(1100)
})

test('settlement concurrent with verification leaves nothing held', async () => {
  for (let round = 0; round < 5; round++) {
    const mia = await createBankedPerson(api, database)
    const transfers = [(await mia.topUp(1000)).body, (await mia.topUp(1500)).body, (await mia.topUp(2000)).body]
    await bank.take('topup')
    const code = await bank.codeOf(transfers[0].id)
    const [verified, ...verdicts] = await Promise.all([mia.verify(code), ...transfers.map((transfer) => bank.settle(transfer.id))])
    expect([verified.status, ...verdicts]).toEqual([200, 'applied', 'applied', 'applied'])
    expect(await mia.balance()).toBe(4500)
  }
})

test('a file claims waiting transfers, oldest first and up to the limit; repeating the claim returns the same entries', async () => {
  await bank.take('topup')
  const mia = await createBankedPerson(api, database, { number: '02-0500-0214005-00' })
  const first = (await mia.topUp(100)).body
  clock.advance(1000)
  const second = (await mia.topUp(200)).body
  const entries = await bank.take('topup', 1, 'a-file')
  expect(entries).toEqual([
    {
      transferId: first.id,
      reference: expect.stringMatching(/^T[A-Z2-7]{11}$/),
      accountNumber: '020500002140050000',
      name: 'M Henare',
      amount: 100n,
      particulars: expect.stringMatching(/^CODE \d{4}$/),
      code: 'TOPUP',
    },
  ])
  expect(await bank.take('topup', 1, 'a-file')).toEqual(entries)
  expect((await bank.take('topup', 10, 'another')).map((entry) => entry.transferId)).toEqual([second.id])
  expect(await bank.take('topup', 10, 'a-third')).toEqual([])
})

test('what was requested after the cut-off of a file waits for the next one', async () => {
  await bank.take('topup')
  const mia = await createBankedPerson(api, database)
  const early = (await mia.topUp(100)).body
  clock.advance(1000)
  const cutOff = clock.now()
  const late = (await mia.topUp(200)).body
  const claim = (requestedBefore: Date) =>
    database.db
      .transaction()
      .execute((tx) =>
        bank.side.claimForBatch(tx, { type: 'topup', fileId: `until-${requestedBefore.getTime()}`, requestedBefore, limit: 10, now: clock.now() }),
      )
  expect((await claim(cutOff)).map((entry) => entry.transferId)).toEqual([early.id])
  expect((await claim(new Date(cutOff.getTime() + 86_400_000))).map((entry) => entry.transferId)).toEqual([late.id])
})

test('two files built concurrently share no transfer, and test accounts are in none', async () => {
  await bank.take('topup')
  const people = await Promise.all(Array.from({ length: 4 }, () => createBankedPerson(api, database)))
  const test = await createBankedPerson(api, database, { liveness: 'test' })
  await test.topUp(100)
  for (const person of people) for (let n = 0; n < 5; n++) expect((await person.topUp(100)).status).toBe(200)
  const files = await Promise.all([bank.take('topup', 12), bank.take('topup', 12)])
  const rest = await bank.take('topup')
  const all = [...files.flat(), ...rest].map((entry) => entry.transferId)
  expect(all).toHaveLength(20)
  expect(new Set(all).size).toBe(20)
})

test('a top-up is either claimed for a file or aborted, never both', async () => {
  await bank.take('topup')
  for (let round = 0; round < 10; round++) {
    const mia = await createBankedPerson(api, database)
    const { body } = await mia.topUp(100)
    const [aborted, taken] = await Promise.all([api.post(`/api/funds-transfers/${body.id}/abort`, undefined!, mia.headers), bank.take('topup')])
    const isTaken = taken.some((entry) => entry.transferId === body.id)
    const left = isTaken ? [] : await bank.take('topup')
    const inFile = isTaken || left.some((entry) => entry.transferId === body.id)
    expect(aborted.status).toBe(inFile ? 403 : 200)
    expect((await mia.transfer(body.id)).status).toBe(inFile ? 'requested' : 'failed')
  }
})
