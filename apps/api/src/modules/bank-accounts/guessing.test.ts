import { systemClock } from '@nikau/runtime'
import { createPerson, fakeClock, testDatabase } from '@nikau/testing'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { bankNumber, concurrently, createBank, createBankedPerson, runningApi } from '../../fixtures.ts'
import { linkAllowedAt, lockedUntil, bankAccountLimits } from './rules.ts'

const database = await testDatabase()
const { db } = database
const clock = fakeClock(new Date().toISOString())
const api = await runningApi(database, { clock, wallClock: systemClock, env: { RATE_LIMIT_SCALE: '1000' } })
const bank = createBank(database, clock)
const dayMs = 86_400_000

let lastKey = 0
const newKey = () => `key-${++lastKey}`

/** A person with real money and a link, with direct debit, to a number that is not theirs. */
async function createThief(number = bankNumber()) {
  const thief = await createBankedPerson(api, database)
  await sql`update bank_account set verified_at = created_at, status = 'active' where id = ${thief.bankAccountId}`.execute(db)
  const topUp = (await thief.topUp(10_000)).body
  await bank.take('topup')
  await bank.settle(topUp.id)
  const link = (owner = thief) =>
    api.post(
      '/api/bank-accounts',
      { accountId: owner.accountId, bankAccountName: 'Not mine', bankAccountNumber: number, directDebitAuthority: owner.authority },
      owner.headers,
    )
  const target = (await link()).body.id as string
  const withdraw = (amount: number, bankAuthorityId = target) =>
    api.post('/api/withdrawals', { bankAuthorityId, walletId: thief.walletId, amount: String(amount), idempotencyKey: newKey() }, thief.headers)
  const guess = (verificationCode: string, id = target) => api.post(`/api/bank-accounts/${id}/verify`, { verificationCode }, thief.headers)
  return { ...thief, number, target, link, withdraw, guess }
}

/** The codes that would verify the bank account now. */
async function goodCodes(bankAccountId: string): Promise<string[]> {
  const { rows } = await sql<{ code: string }>`
    select distinct code from funds_transfer where bank_account_id = ${bankAccountId} and sent_at is not null`.execute(db)
  return rows.map((row) => row.code)
}

const eventsOf = async (personId: string, kind: string) =>
  (await sql<{ detail: Record<string, string> }>`select detail from security_event where person_id = ${personId} and kind = ${kind}`.execute(db)).rows.map(
    (row) => row.detail,
  )
const messagesTo = async (recipient: string) =>
  (await sql<{ body: string }>`select body from message where recipient = ${recipient} and purpose = 'security-notice'`.execute(db)).rows.map((row) => row.body)

const wrongCodeOf = (code: string) => (code === '0000' ? '0001' : '0000')

test('1,500 one-cent withdrawals to a stranger’s account make no code easier to guess: one is good, at most [SEC-2]', { timeout: 120_000 }, async () => {
  const thief = await createThief()
  for (let round = 0; round < 150; round++) await concurrently(10, () => thief.withdraw(1))
  await bank.take('withdrawal')
  expect((await goodCodes(thief.target)).length).toBeLessThanOrEqual(1)
  for (let n = 0; n < 5; n++) await thief.guess(String(n).padStart(4, '0'))
  const { rows } = await sql`select failed_attempts, verified_at from bank_account where id = ${thief.target}`.execute(db)
  expect(rows).toEqual([{ failed_attempts: 5, verified_at: null }])
})

test('all transfers of an unverified account carry one code, also concurrent ones, until it has expired [SEC-2]', async () => {
  const thief = await createThief()
  const answers = await concurrently(5, () => thief.withdraw(100))
  expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 200, 200])
  await api.post('/api/topups', { bankAuthorityId: thief.target, walletId: thief.walletId, amount: '100', idempotencyKey: newKey() }, thief.headers)
  await bank.take('withdrawal')
  await bank.take('topup')
  const [code, ...more] = await goodCodes(thief.target)
  expect(more).toEqual([])
  clock.advance(15 * dayMs)
  await thief.withdraw(100)
  const { rows } = await sql<{ code: string }>`select code from funds_transfer where bank_account_id = ${thief.target} and sent_at is null`.execute(db)
  expect(rows).toHaveLength(1)
  expect((await thief.guess(code!)).body.message).toBe('VERIFICATION_CODE_INVALID')
  clock.advance(-15 * dayMs)
})

test('transfers of the release before had a code each: only that of the last one sent is good [SEC-2]', async () => {
  const thief = await createThief()
  const [first, second] = [(await thief.withdraw(100)).body.id, (await thief.withdraw(100)).body.id]
  await sql`update funds_transfer set status = 'requested', code = '1111', sent_at = ${clock.now()}::timestamptz - interval '1 day', created_at = created_at - interval '2 days' where id = ${first}`.execute(
    db,
  )
  await sql`update funds_transfer set status = 'requested', code = '2222', sent_at = ${clock.now()} where id = ${second}`.execute(db)
  expect((await thief.guess('1111')).body.message).toBe('VERIFICATION_CODE_INVALID')
  expect((await thief.guess('2222')).status).toBe(200)
})

test('a payout to an unverified account is at least $1.00, and there are at most five to a number and ten of an account in 14 days [SEC-2]', async () => {
  const thief = await createThief()
  expect(await thief.withdraw(99)).toMatchObject({ status: 403, body: { message: 'WITHDRAWAL_MINIMUM_UNVERIFIED', minimum: '100' } })
  const answers = await concurrently(12, () => thief.withdraw(100))
  expect(answers.filter((answer) => answer.status === 200)).toHaveLength(5)
  const until = new Date(clock.now().getTime() + 14 * dayMs).toISOString()
  for (const { body } of answers.filter((answer) => answer.status !== 200)) expect(body).toMatchObject({ message: 'WITHDRAWAL_LIMIT_UNVERIFIED', until })
  // Linking the number again does not start anew.
  await api.delete(`/api/bank-accounts/${thief.target}`, thief.headers)
  const again = (await thief.link()).body.id
  expect((await thief.withdraw(100, again)).body.message).toBe('WITHDRAWAL_LIMIT_UNVERIFIED')
  const linkOther = () => api.post('/api/bank-accounts', { accountId: thief.accountId, bankAccountName: 'O', bankAccountNumber: bankNumber() }, thief.headers)
  const [second, third] = [(await linkOther()).body.id, (await linkOther()).body.id]
  for (let n = 0; n < 4; n++) expect((await thief.withdraw(100, second)).status).toBe(200)
  expect((await thief.withdraw(100, third)).status).toBe(200)
  expect((await thief.withdraw(100, third)).body.message).toBe('WITHDRAWAL_LIMIT_UNVERIFIED')
  // A verified account is free of these limits.
  expect((await thief.withdraw(1, thief.bankAccountId)).status).toBe(200)
  clock.advance(14 * dayMs)
  expect((await thief.withdraw(100, third)).status).toBe(200)
  clock.advance(-14 * dayMs)
})

test('the wrong codes of a person are counted over all their bank accounts, and lock for 30 days with a notice [SEC-2]', async () => {
  const thief = await createThief()
  const targets = [thief.target]
  for (let n = 0; n < 2; n++) {
    const body = { accountId: thief.accountId, bankAccountName: 'O', bankAccountNumber: bankNumber() }
    targets.push((await api.post('/api/bank-accounts', body, thief.headers)).body.id)
  }
  for (const target of targets) await thief.withdraw(100, target)
  await bank.take('withdrawal')
  for (const target of targets.slice(0, 2)) {
    const wrong = wrongCodeOf((await goodCodes(target))[0]!)
    const answers = await concurrently(8, () => thief.guess(wrong, target))
    expect(answers.filter((answer) => answer.body.message === 'VERIFICATION_CODE_INVALID')).toHaveLength(5)
  }
  const [right] = await goodCodes(targets[2]!)
  const until = new Date(clock.now().getTime() + 30 * dayMs).toISOString()
  expect((await thief.guess(right!, targets[2])).body).toMatchObject({ message: 'BANK_ACCOUNT_VERIFICATION_ATTEMPTS_EXCEEDED', until })
  // One for each used-up bank account; the second also used up the person's budget.
  expect(await eventsOf(thief.personId, 'bank-verification-locked')).toHaveLength(2)
  expect((await messagesTo(thief.phone)).filter((text) => text.includes('too many wrong codes'))).toHaveLength(2)
  clock.advance(30 * dayMs)
  const { body } = await thief.withdraw(100, targets[2])
  await bank.take('withdrawal')
  expect((await thief.guess(await bank.codeOf(body.id), targets[2])).status).toBe(200)
  clock.advance(-30 * dayMs)
})

test('the wrong codes for a number are counted over all people; guesses without a live code do not lock its owner out [SEC-2] [SEC-7]', async () => {
  const number = bankNumber()
  const thieves = [await createThief(number), await createThief(number)]
  for (const thief of thieves) for (let n = 0; n < 5; n++) await thief.guess('0000') // nothing was sent, so nothing can be right
  const owner = await createThief(number)
  await owner.withdraw(100)
  const others = [await createThief(number), await createThief(number)]
  for (const thief of others) await thief.withdraw(100)
  await bank.take('withdrawal')
  for (const thief of others) {
    const wrong = wrongCodeOf((await goodCodes(thief.target))[0]!)
    for (let n = 0; n < 5; n++) expect((await thief.guess(wrong)).body.message).toBe('VERIFICATION_CODE_INVALID')
  }
  const [right] = await goodCodes(owner.target)
  expect((await owner.guess(right!)).body.message).toBe('BANK_ACCOUNT_VERIFICATION_ATTEMPTS_EXCEEDED')
  clock.advance(30 * dayMs)
  const sent = (await owner.withdraw(100)).body
  await bank.take('withdrawal')
  expect((await owner.guess(await bank.codeOf(sent.id))).status).toBe(200)
  clock.advance(-30 * dayMs)
})

test('an account links at most five bank accounts a day and ten in 30 days, unlinked ones included [SEC-2]', async () => {
  const person = await createPerson(database)
  const account = (await api.post('/api/accounts', { name: 'L', type: 'individual' }, person.headers)).body
  const link = () => api.post('/api/bank-accounts', { accountId: account.id, bankAccountName: 'L', bankAccountNumber: bankNumber() }, person.headers)
  const answers = await concurrently(8, link)
  expect(answers.filter((answer) => answer.status === 200)).toHaveLength(5)
  const until = new Date(clock.now().getTime() + dayMs).toISOString()
  await api.delete(`/api/bank-accounts/${answers.find((answer) => answer.status === 200)!.body.id}`, person.headers)
  expect((await link()).body).toMatchObject({ message: 'BANK_ACCOUNT_LINK_LIMIT_EXCEEDED', until })
  clock.advance(dayMs)
  for (let n = 0; n < 5; n++) expect((await link()).status).toBe(200)
  clock.advance(dayMs)
  expect((await link()).body.message).toBe('BANK_ACCOUNT_LINK_LIMIT_EXCEEDED')
  clock.advance(28 * dayMs)
  expect((await link()).status).toBe(200)
  clock.advance(-30 * dayMs)
})

test('links that are not verified keep nobody out; two verified holders do, when linking and when verifying [SEC-7]', async () => {
  const number = bankNumber()
  const strangers = [await createThief(number), await createThief(number), await createThief(number)]
  const owners = [await createThief(number), await createThief(number), await createThief(number)]
  expect(strangers.every(({ target }) => target !== undefined)).toBe(true)
  for (const owner of owners) await owner.withdraw(100)
  await bank.take('withdrawal')
  const answers = await Promise.all(owners.map(async (owner) => await owner.guess((await goodCodes(owner.target))[0]!)))
  expect(answers.filter((answer) => answer.status === 200)).toHaveLength(2)
  expect(answers.find((answer) => answer.status === 403)!.body.message).toBe('BANK_ACCOUNT_HOLDER_LIMIT_EXCEEDED')
  const late = await createBankedPerson(api, database)
  const refused = await api.post('/api/bank-accounts', { accountId: late.accountId, bankAccountName: 'L', bankAccountNumber: number }, late.headers)
  expect(refused.body.message).toBe('BANK_ACCOUNT_HOLDER_LIMIT_EXCEEDED')
})

test('a lock lasts its days from the last wrong code, and old codes do not add up to one [SEC-2]', () => {
  const at = (day: number) => new Date(day * dayMs)
  expect(lockedUntil([at(10), at(5), at(0)], 3, 30, at(12))).toEqual(at(40))
  expect(lockedUntil([at(10), at(5), at(0)], 3, 30, at(40))).toBeUndefined()
  expect(lockedUntil([at(31), at(5), at(0)], 3, 30, at(31))).toBeUndefined()
  expect(lockedUntil([at(10), at(5)], 3, 30, at(12))).toBeUndefined()
  const limits = bankAccountLimits.parse({ linksPerDay: 2, linksPerMonth: 3 })
  expect(linkAllowedAt([at(10)], limits, at(10.5))).toBeUndefined()
  expect(linkAllowedAt([at(10.2), at(10)], limits, at(10.5))).toEqual(at(11))
  expect(linkAllowedAt([at(10.2), at(9), at(1)], limits, at(10.5))).toEqual(at(31))
})
