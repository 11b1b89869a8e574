import { assertBooksInOrder } from '@nikau/ledger'
import { fakeClock, testDatabase } from '@nikau/testing'
import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { givenBank, givenBanked, runningApi } from '../../given.ts'

const database = await testDatabase()
const { db } = database
// Sessions go by the true time, so this day is today; half past ten in the morning is left to the calendar's own tests.
const clock = fakeClock(new Date().toISOString())
const api = await runningApi(database, { clock })
const bank = givenBank(database, clock)
afterEach(() => assertBooksInOrder(db))

const lettersTo = async (email: string) => {
  const { rows } = await sql<{ purpose: string; subject: string; body: string }>`
    select purpose, subject, body from message where recipient = ${email} order by queued_at, key`.execute(db)
  return rows
}
const ledgerBalance = async (id: string) => (await sql<{ balance: bigint }>`select balance from ledger.account where id = ${id}`.execute(db)).rows[0]?.balance
const linesOf = async (mia: { walletId: string; headers: Record<string, string> }) =>
  (await api.get(`/api/wallets/${mia.walletId}/transactions`, mia.headers)).body.items as { value: string; topupId?: string; withdrawalId?: string }[]

async function givenVerified() {
  const mia = await givenBanked(api, database)
  const first = (await mia.topUp(100)).body
  await bank.take('topup')
  await bank.settle(first.id)
  expect((await mia.verify(await bank.codeOf(first.id))).status).toBe(200)
  return mia
}

test('a top-up goes to the bank, is held until the account is verified, and then released with all that waited [TOP-15, BANK-09, API-25]', async () => {
  const mia = await givenBanked(api, database)
  const [one, two] = [(await mia.topUp(3000)).body, (await mia.topUp(2000)).body]
  expect(one).toMatchObject({ status: 'created', held: false, abortable: true })
  const entries = await bank.take('topup')
  expect(entries.map((entry) => entry.transferId)).toEqual(expect.arrayContaining([one.id, two.id]))
  expect(await mia.transfer(one.id)).toMatchObject({ status: 'requested', abortable: false })
  expect(await bank.settle(one.id)).toBe('applied')
  expect(await bank.settle(two.id)).toBe('applied')
  expect(await mia.transfer(one.id)).toMatchObject({ status: 'requested', held: true })
  expect((await mia.transfer(one.id)).timeline.map((step: { key: string }) => step.key)).toEqual(['asked', 'sent', 'at-bank', 'held', 'done'])
  expect(await mia.balance()).toBe(0)
  expect(await ledgerBalance(`unverified:${mia.bankAccountId}`)).toBe(5000n)
  expect((await lettersTo(mia.email)).filter((letter) => letter.purpose === 'topup-held')).toHaveLength(2)
  clock.advance(1000)
  const { status, body } = await mia.verify(await bank.codeOf(two.id))
  expect(status).toBe(200)
  expect(body).toMatchObject({ bankAccount: { verified: true, status: 'active' } })
  expect(await mia.balance()).toBe(5000)
  expect(await mia.transfer(one.id)).toMatchObject({ status: 'done', held: false })
  expect((await mia.transfer(one.id)).timeline.map((step: { key: string }) => step.key)).toEqual(['asked', 'sent', 'at-bank', 'held', 'done'])
  const lines = await linesOf(mia)
  expect(lines).toHaveLength(2)
  expect(new Map(lines.map((line) => [line.topupId, line.value]))).toEqual(
    new Map([
      [one.id, '3000'],
      [two.id, '2000'],
    ]),
  )
  expect(await mia.used('topup')).toBe(5000)
})

test('on a verified account a top-up reaches the wallet when the bank settles it', async () => {
  const mia = await givenVerified()
  const { body } = await mia.topUp(4000)
  await bank.take('topup')
  expect(await mia.balance()).toBe(100)
  expect(await bank.settle(body.id)).toBe('applied')
  expect(await mia.balance()).toBe(4100)
  expect(await mia.transfer(body.id)).toMatchObject({ status: 'done', held: false })
})

test('a dishonoured top-up gives back what it counted and says why, by letter too', async () => {
  const mia = await givenBanked(api, database)
  const { body } = await mia.topUp(8000)
  expect(await mia.used('topup')).toBe(8000)
  await bank.take('topup')
  expect(await bank.fail(body.id, 'insufficient-funds')).toBe('applied')
  expect(await mia.transfer(body.id)).toMatchObject({ status: 'failed', failure: 'insufficient-funds' })
  expect(await mia.used('topup')).toBe(0)
  expect((await mia.topUp(10_000)).status).toBe(200) // nothing is in flight any more
  const letter = (await lettersTo(mia.email)).find((one) => one.purpose === 'topup-failed')!
  expect(letter.body).toContain('there was not enough money in the account')
  expect(letter.body).toContain('you have not lost anything')
})

test('a dishonour after the credit takes the money out again', async () => {
  const mia = await givenVerified()
  const { body } = await mia.topUp(4000)
  await bank.take('topup')
  await bank.settle(body.id)
  expect(await bank.fail(body.id, 'account-closed')).toBe('applied')
  expect(await mia.balance()).toBe(100)
  expect(await mia.transfer(body.id)).toMatchObject({ status: 'failed', failure: 'account-closed' })
  expect((await mia.transfer(body.id)).timeline.map((step: { key: string }) => step.key)).toEqual(['asked', 'sent', 'at-bank', 'done', 'failed'])
})

test('a late reversal is an entry of its own; the wallet may go below nothing, spending stops and its owner is told', async () => {
  const mia = await givenVerified()
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
  const letter = (await lettersTo(mia.email)).find((one) => one.purpose === 'topup-reversed')!
  expect(letter.body).toContain('−$39.00')
  expect(letter.body).toContain('you cannot pay or withdraw')
  const again = (await mia.topUp(5000)).body
  await bank.take('topup')
  await bank.settle(again.id)
  expect(await mia.balance()).toBe(1100)
})

test('a reversal of what is still held never touches the wallet', async () => {
  const mia = await givenBanked(api, database)
  const { body } = await mia.topUp(5000)
  await bank.take('topup')
  await bank.settle(body.id)
  expect(await bank.reverse(body.id)).toBe('applied')
  expect(await ledgerBalance(`unverified:${mia.bankAccountId}`)).toBe(0n)
  expect(await mia.transfer(body.id)).toMatchObject({ status: 'failed', held: false })
  expect(await linesOf(mia)).toEqual([])
  expect(await bank.reverse(body.id)).toBe('repeated')
})

test('a withdrawal leaves the wallet at once, and our books when the bank has it; one that bounces comes back with its quota [API-27]', async () => {
  const mia = await givenVerified()
  const { body } = await mia.withdraw(60)
  expect(body).toMatchObject({ type: 'withdrawal', status: 'created', abortable: false, amount: '60' })
  expect(await mia.balance()).toBe(40)
  const before = await ledgerBalance('payouts:nzd.main')
  const [entry] = (await bank.take('withdrawal')).filter((one) => one.transferId === body.id)
  expect(entry).toMatchObject({ amount: 60n, name: 'M Henare' })
  expect(await bank.settle(body.id)).toBe('applied')
  expect(await ledgerBalance('payouts:nzd.main')).toBe(before! - 60n)
  expect(await mia.transfer(body.id)).toMatchObject({ status: 'done' })
  expect(await mia.used('spend')).toBe(60)
  expect(await bank.fail(body.id, 'account-closed')).toBe('applied')
  expect(await mia.balance()).toBe(100)
  expect(await mia.used('spend')).toBe(0)
  expect(await mia.transfer(body.id)).toMatchObject({ status: 'failed', failure: 'account-closed' })
  const letter = (await lettersTo(mia.email)).find((one) => one.purpose === 'withdrawal-failed')!
  expect(letter.body).toContain('The money is in your wallet again')
})

test('a withdrawal that the bank refuses before it is paid comes back from where it waited', async () => {
  const mia = await givenVerified()
  const { body } = await mia.withdraw(60)
  await bank.take('withdrawal')
  expect(await bank.fail(body.id)).toBe('applied')
  expect(await mia.balance()).toBe(100)
  expect((await linesOf(mia)).slice(0, 2)).toMatchObject([
    { value: '60', withdrawalId: body.id },
    { value: '-60', withdrawalId: body.id },
  ])
})

test('what the bank says twice, too early, or of nothing we know changes nothing', async () => {
  const mia = await givenVerified()
  const { body } = await mia.topUp(1000)
  for (const word of [bank.settle, bank.fail, bank.reverse]) expect(await word(body.id)).toBe('conflict') // not sent yet
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

test('ten who bring the same word at the same moment apply it once', async () => {
  const mia = await givenVerified()
  const { body } = await mia.topUp(1000)
  await bank.take('topup')
  const words = await Promise.all(Array.from({ length: 10 }, () => bank.settle(body.id)))
  expect(words.filter((word) => word === 'applied')).toHaveLength(1)
  expect(words.filter((word) => word === 'repeated')).toHaveLength(9)
  expect(await mia.balance()).toBe(1100)
})

test('the bank settles while the account is verified: nothing is left held, whoever is first', async () => {
  for (let round = 0; round < 5; round++) {
    const mia = await givenBanked(api, database)
    const transfers = [(await mia.topUp(1000)).body, (await mia.topUp(1500)).body, (await mia.topUp(2000)).body]
    await bank.take('topup')
    const code = await bank.codeOf(transfers[0].id)
    const [verified, ...words] = await Promise.all([mia.verify(code), ...transfers.map((one) => bank.settle(one.id))])
    expect([verified.status, ...words]).toEqual([200, 'applied', 'applied', 'applied'])
    expect(await mia.balance()).toBe(4500)
  }
})

test('a file takes what waits, oldest first and no more than asked; asked again it answers the same and takes nothing', async () => {
  await bank.take('topup')
  const mia = await givenBanked(api, database, { number: '02-0500-0214005-00' })
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
      code: expect.stringMatching(/^\d{4}$/),
    },
  ])
  expect(await bank.take('topup', 1, 'a-file')).toEqual(entries)
  expect((await bank.take('topup', 10, 'another')).map((entry) => entry.transferId)).toEqual([second.id])
  expect(await bank.take('topup', 10, 'a-third')).toEqual([])
})

test('two files made at the same moment share nothing, and test accounts are in none', async () => {
  await bank.take('topup')
  const people = await Promise.all(Array.from({ length: 4 }, () => givenBanked(api, database)))
  const test = await givenBanked(api, database, { liveness: 'test' })
  await test.topUp(100)
  for (const one of people) for (let n = 0; n < 5; n++) expect((await one.topUp(100)).status).toBe(200)
  const files = await Promise.all([bank.take('topup', 12), bank.take('topup', 12)])
  const rest = await bank.take('topup')
  const all = [...files.flat(), ...rest].map((entry) => entry.transferId)
  expect(all).toHaveLength(20)
  expect(new Set(all).size).toBe(20)
})

test('either the file has a top-up or its owner has taken it back, never both', async () => {
  await bank.take('topup')
  for (let round = 0; round < 10; round++) {
    const mia = await givenBanked(api, database)
    const { body } = await mia.topUp(100)
    const [aborted, taken] = await Promise.all([api.post(`/api/funds-transfers/${body.id}/abort`, undefined!, mia.headers), bank.take('topup')])
    const isTaken = taken.some((entry) => entry.transferId === body.id)
    const left = isTaken ? [] : await bank.take('topup')
    const inFile = isTaken || left.some((entry) => entry.transferId === body.id)
    expect(aborted.status).toBe(inFile ? 403 : 200)
    expect((await mia.transfer(body.id)).status).toBe(inFile ? 'requested' : 'failed')
  }
})
