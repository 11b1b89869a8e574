import { randomUUID } from 'node:crypto'
import { systemClock } from '@nikau/runtime'
import { createAccessToken, fakeClock, testDatabase } from '@nikau/testing'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { bankNumber, concurrently, createBank, createBankedPerson, runningApi } from '../../fixtures.ts'

const database = await testDatabase()
const { db } = database
const clock = fakeClock(new Date().toISOString())
const api = await runningApi(database, { clock, wallClock: systemClock, env: { RATE_LIMIT_SCALE: '1000' } })
const bank = createBank(database, clock)
const hourMs = 3_600_000

/** A person with real money, a bank account that was verified long ago, and ways to link more. */
async function createOwner(money = 90_000) {
  const owner = await createBankedPerson(api, database)
  await sql`update bank_account set verified_at = created_at, status = 'active', created_at = created_at - interval '30 days' where id = ${owner.bankAccountId}`.execute(
    db,
  )
  const topUp = (await owner.topUp(money)).body
  await bank.take('topup')
  await bank.settle(topUp.id)
  const link = async () => {
    const body = { accountId: owner.accountId, bankAccountName: 'New', bankAccountNumber: bankNumber() }
    const id = (await api.post('/api/bank-accounts', body, owner.headers)).body.id as string
    await sql`update bank_account set verified_at = created_at, status = 'active' where id = ${id}`.execute(db)
    return id
  }
  return { ...owner, link, withdrawTo: (bankAuthorityId: string, amount: number) => owner.withdraw(amount, { bankAuthorityId }) }
}

const eventsOf = async (personId: string) =>
  (
    await sql<{ kind: string; device: string; address: string; detail: Record<string, string> }>`
      select kind, device, address, detail from security_event where person_id = ${personId} order by id`.execute(db)
  ).rows
const noticesTo = async (recipient: string) =>
  (await sql<{ body: string }>`select body from message where recipient = ${recipient} and purpose = 'security-notice'`.execute(db)).rows.map((row) => row.body)

test('a stolen session that has not signed in for five minutes links nothing, authorises nothing and withdraws nothing [SEC-4]', async () => {
  const owner = await createOwner()
  const old = await createAccessToken(database, owner.personId, undefined, { signedInAt: new Date(Date.now() - 6 * 60_000) })
  const headers = { authorization: `Bearer ${old}` }
  const linked = await owner.link()
  const calls = [
    api.post('/api/bank-accounts', { accountId: owner.accountId, bankAccountName: 'T', bankAccountNumber: bankNumber() }, headers),
    api.post(`/api/bank-accounts/${linked}/direct-debit-authorities`, owner.authority, headers),
    api.post('/api/withdrawals', { bankAuthorityId: owner.bankAccountId, walletId: owner.walletId, amount: '100', idempotencyKey: 'k' }, headers),
  ]
  for (const call of calls) expect(await call).toMatchObject({ status: 403, body: { message: 'SIGN_IN_AGAIN', signIn: { maxAge: 300 } } })
  expect(await owner.balance()).toBe(90_000)
  // Money in needs no fresh sign-in.
  const topUp = { bankAuthorityId: owner.bankAccountId, walletId: owner.walletId, amount: '100', idempotencyKey: 'k' }
  expect((await api.post('/api/topups', topUp, headers)).status).toBe(200)
})

test('to bank accounts linked in the last 24 hours at most $200.00 is withdrawn in total, and the refusal says what is left and until when [SEC-4]', async () => {
  const owner = await createOwner()
  const first = await owner.link()
  const until = new Date(clock.now().getTime() + 24 * hourMs).toISOString()
  expect((await owner.withdrawTo(first, 90_000)).body).toMatchObject({ message: 'NEW_PAYEE_LIMIT_EXCEEDED', available: '20000', until })
  expect((await owner.withdrawTo(first, 15_000)).status).toBe(200)
  clock.advance(hourMs)
  // Another new payee shares the cap.
  const second = await owner.link()
  const later = new Date(clock.now().getTime() + 24 * hourMs).toISOString()
  expect((await owner.withdrawTo(second, 5001)).body).toMatchObject({ message: 'NEW_PAYEE_LIMIT_EXCEEDED', available: '5000', until: later })
  const answers = await concurrently(8, () => owner.withdrawTo(second, 2000))
  expect(answers.filter((answer) => answer.status === 200)).toHaveLength(2)
  // A payee of before does not wait.
  expect((await owner.withdrawTo(owner.bankAccountId, 30_000)).status).toBe(200)
  clock.advance(23 * hourMs)
  expect((await owner.withdrawTo(first, 25_000)).status).toBe(200)
  expect((await owner.withdrawTo(second, 2000)).status).toBe(200)
  expect((await owner.withdrawTo(second, 20_000)).body.message).toBe('NEW_PAYEE_LIMIT_EXCEEDED')
})

test('the list of bank accounts tells beforehand how much a new one takes and until when [SEC-4]', async () => {
  const owner = await createOwner()
  const payee = await owner.link()
  const newPayees = async () => {
    const { body } = await api.get(`/api/accounts/${owner.accountId}/bank-accounts`, owner.headers)
    return body.flatMap(({ id, newPayee }: { id: string; newPayee?: object }) => (newPayee ? [{ id, ...newPayee }] : []))
  }
  const until = new Date(clock.now().getTime() + 24 * hourMs).toISOString()
  expect(await newPayees()).toEqual([{ id: payee, cap: '20000', until }])
  clock.advance(24 * hourMs)
  expect(await newPayees()).toEqual([])
})

test('a withdrawal that came back does not count for the cap of new payees [SEC-4]', async () => {
  const owner = await createOwner()
  const payee = await owner.link()
  const { body } = await owner.withdrawTo(payee, 20_000)
  expect((await owner.withdrawTo(payee, 100)).status).toBe(403)
  await bank.take('withdrawal')
  await bank.fail(body.id, 'account-closed')
  expect((await owner.withdrawTo(payee, 20_000)).status).toBe(200)
})

test('wait and cap of new payees are configured [SEC-4]', async () => {
  const other = await runningApi(database, { clock, wallClock: systemClock, env: { NEW_PAYEE_HOURS: '2', NEW_PAYEE_CAP: '300' } })
  const owner = await createOwner()
  const payee = await owner.link()
  const withdraw = (amount: string) =>
    other.post('/api/withdrawals', { bankAuthorityId: payee, walletId: owner.walletId, amount, idempotencyKey: randomUUID() }, owner.headers)
  expect((await withdraw('301')).body).toMatchObject({ message: 'NEW_PAYEE_LIMIT_EXCEEDED', available: '300' })
  clock.advance(2 * hourMs)
  expect((await withdraw('301')).status).toBe(200)
})

test('a link, an authority and a withdrawal are told to the owner on every channel, once each [SEC-4] [SEC-10]', async () => {
  const owner = await createOwner()
  await sql`update identity.person set email_verified = true where id = ${owner.personId}`.execute(database.owner.db)
  const before = (await eventsOf(owner.personId)).length
  const headers = { ...owner.headers, 'user-agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1' }
  const body = { accountId: owner.accountId, bankAccountName: 'New', bankAccountNumber: '12-3140-0171323-00' }
  const linked = (await api.post('/api/bank-accounts', body, headers)).body.id
  await api.post(`/api/bank-accounts/${linked}/direct-debit-authorities`, owner.authority, headers)
  const withdrawal = { bankAuthorityId: linked, walletId: owner.walletId, amount: '1500', idempotencyKey: 'k' }
  await api.post('/api/withdrawals', withdrawal, headers)
  await api.post('/api/withdrawals', withdrawal, headers) // a repetition is no second event
  await owner.withdrawTo(linked, 80_000) // nor is a refusal
  const from = { device: 'Safari on iPhone', address: '127.0.0.1' }
  const bankAccount = '12-••••-••••323-00'
  expect((await eventsOf(owner.personId)).slice(before)).toEqual([
    { kind: 'bank-account-linked', ...from, detail: { bankAccount } },
    { kind: 'direct-debit-authorised', ...from, detail: { bankAccount } },
    { kind: 'withdrawal-made', ...from, detail: { bankAccount, amount: '$15.00' } },
  ])
  const expected = [
    `The bank account ${bankAccount} was linked`,
    `Direct debit from the bank account ${bankAccount}`,
    `$15.00 is on its way to the bank account`,
  ]
  for (const recipient of [owner.phone, owner.email]) {
    const notices = await noticesTo(recipient)
    for (const text of expected) expect(notices.filter((notice) => notice.includes(text))).toHaveLength(1)
  }
})

test('a link with direct debit sends one notice, not two [SEC-4]', async () => {
  const owner = await createBankedPerson(api, database)
  expect((await eventsOf(owner.personId)).map(({ kind }) => kind)).toEqual(['bank-account-linked'])
  expect(await noticesTo(owner.phone)).toHaveLength(1)
})

test('moving money between bank and wallet needs an idempotency key; the same withdrawal sent twice is one [SEC-15] [MON-9] [API-04]', async () => {
  const owner = await createOwner()
  const move = { bankAuthorityId: owner.bankAccountId, walletId: owner.walletId, amount: '500' }
  for (const path of ['/api/withdrawals', '/api/topups', `/api/wallets/${owner.walletId}/topup`]) {
    const body = path.startsWith('/api/wallets') ? { amount: '500' } : move
    const answer = await api.post(path, body, owner.headers)
    expect(answer.status).toBe(400)
    expect(answer.body.message).toContain('idempotencyKey')
  }
  expect(await owner.balance()).toBe(90_000)
  const idempotencyKey = randomUUID()
  const answers = await concurrently(2, () => api.post('/api/withdrawals', { ...move, idempotencyKey }, owner.headers))
  expect(new Set(answers.map((answer) => answer.body.id)).size).toBe(1)
  expect(await owner.balance()).toBe(89_500)
})
