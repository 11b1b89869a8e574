import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { assertLedgerInvariants, createLedger } from '@nikau/ledger'
import { createLog, Secret } from '@nikau/runtime'
import { fakeClock, createPerson, silent, testDatabase } from '@nikau/testing'
import { bankOf } from '@nikau/nz/bank-account-number'
import { sql } from 'kysely'
import { afterAll, afterEach, expect, test } from 'vitest'
import { concurrently, bankNumber, createBank, createBankedPerson, retryUnavailable, runningApi, testVault } from '../../fixtures.ts'
import { verifyBySupport } from './index.ts'
import { openDetails } from './authority-details.ts'
import { presentBank } from './present.ts'

const database = await testDatabase()
const { db } = database
const clock = fakeClock(new Date().toISOString())
const api = await runningApi(database, { clock, env: { RATE_LIMIT_SCALE: '100', BANK_ACCOUNT_LIMITS: '{"linksPerDay": 50, "linksPerMonth": 50}' } })
const bank = createBank(database, clock)
const ledger = createLedger({ url: new Secret(database.url), name: 'support', log: silent, clock })
afterAll(() => ledger.close())
afterEach(() => assertLedgerInvariants(db))

async function createOwner(
  profile: { givenName?: string; familyName?: string; email?: string } = { givenName: 'Māia', familyName: 'Tūī', email: 'maia@example.nz' },
) {
  const person = await createPerson(database, profile)
  const account = (await api.post('/api/accounts', { name: 'Māia', type: 'individual' }, person.headers)).body
  const authority = { phoneNumber: person.phone, fullName: 'Māia Tūī', emailAddress: 'maia@example.nz' }
  return {
    ...person,
    authority,
    accountId: account.id as string,
    link: (bankAccountNumber: string, more: Record<string, unknown> = {}) =>
      api.post('/api/bank-accounts', { accountId: account.id, bankAccountName: 'Māia Tūī', bankAccountNumber, ...more }, person.headers),
    linkWithDebit: (bankAccountNumber: string) =>
      api.post(
        '/api/bank-accounts',
        { accountId: account.id, bankAccountName: 'Māia Tūī', bankAccountNumber, directDebitAuthority: authority },
        person.headers,
      ),
    list: async () => (await api.get(`/api/accounts/${account.id}/bank-accounts`, person.headers)).body,
    unlink: (id: string) => api.delete(`/api/bank-accounts/${id}`, person.headers),
    authoriseDirectDebit: (id: string) => api.post(`/api/bank-accounts/${id}/direct-debit-authorities`, authority, person.headers),
  }
}

test('a linked account has its bank and its masked number [API-21, API-23, ENT-02, BANK-08]', async () => {
  const maia = await createOwner()
  const { status, body } = await maia.link('12-3140-0171323-00')
  expect(status).toBe(200)
  expect(body).toEqual({
    id: body.id,
    accountId: maia.accountId,
    bankAccountName: 'Māia Tūī',
    bankAccountNumber: '12-••••-••••323-00',
    bank: { name: 'ASB', logo: '/deimos/banks/asb.svg' },
    createdAt: clock.now().toISOString(),
    status: 'created',
    type: 'nikau',
    liveness: 'main',
    verified: false,
    verificationTriesLeft: 5,
    directDebitAuthorized: false,
    recentTopups: [],
  })
  // The list also says how long it is a new payee.
  expect(await maia.list()).toEqual([{ ...body, newPayee: { cap: '20000', until: new Date(clock.now().getTime() + 86_400_000).toISOString() } }])
})

test('the web app has a drawing for every bank of the register, under the path that the API answers [ENT-02]', () => {
  const logos = new Set(Array.from({ length: 100 }, (_, prefix) => presentBank(bankOf(String(prefix).padStart(2, '0'))!).logo!))
  expect([...logos].toSorted()).toEqual(['anz', 'asb', 'bank', 'bnz', 'hsbc', 'kiwibank', 'tsb', 'westpac'].map((name) => `/deimos/banks/${name}.svg`))
  const folder = join(import.meta.dirname, '../../../../web/public')
  for (const logo of logos) expect({ logo, exists: existsSync(join(folder, logo.replace('/deimos/', ''))) }).toEqual({ logo, exists: true })
})

test('the owner can see the full number again, which is a security event; others and unlinked accounts get FORBIDDEN', async () => {
  const [maia, tane] = [await createOwner(), await createOwner()]
  const { body } = await maia.link('12-3140-0171323-50')
  const show = (headers: Record<string, string>, id = body.id as string) => api.post(`/api/bank-accounts/${id}/number`, {}, headers)
  const shown = async () =>
    (await sql<{ detail: object }>`select detail from security_event where person_id = ${maia.personId} and kind = 'bank-number-shown'`.execute(db)).rows
  expect(await show(tane.headers)).toMatchObject({ status: 403, body: { message: 'FORBIDDEN' } })
  expect(await show(maia.headers, 'unknown')).toMatchObject({ status: 403, body: { message: 'FORBIDDEN' } })
  expect(await shown()).toEqual([])
  expect(await show(maia.headers)).toMatchObject({ status: 200, body: { bankAccountNumber: '12-3140-0171323-50' } })
  expect(await shown()).toEqual([{ detail: { bankAccount: '12-••••-••••323-50' } }])
  await maia.unlink(body.id)
  expect(await show(maia.headers)).toMatchObject({ status: 403, body: { message: 'FORBIDDEN' } })
})

test('the number is encrypted in the database and redacted in logs', async () => {
  let output = ''
  const log = createLog({ name: 'test', level: 'trace', destination: new Writable({ write: (chunk, _, done) => ((output += String(chunk)), done()) }) })
  const maia = await createOwner()
  await maia.link('02-0500-0221029-00')
  const { rows } = await sql<{ row: string }>`select to_jsonb(b)::text as row from bank_account b where account_id = ${maia.accountId}`.execute(db)
  const hex = Buffer.from('020500002210290000').toString('hex')
  for (const trace of ['0221029', '02210290', hex]) expect(rows[0]!.row).not.toContain(trace)
  log.info({ body: { bankAccountNumber: '02-0500-0221029-00' } }, 'linking 02-0500-0221029-00')
  expect(output).toContain('linking')
  expect(output).not.toContain('0221029')
})

test('a number needs a valid check digit, branch and bank; 00 is a test account [BANK-07]', async () => {
  const maia = await createOwner()
  for (const number of ['12-3200-0123456-00', '12-9999-9999999-99', '99-9999-9999999-99', '12-3140-01713', 'abc'])
    expect(await maia.link(number)).toMatchObject({ status: 400, body: { message: 'INVALID_BANK_ACCOUNT_NUMBER' } })
  expect((await maia.link('00-1234-1234567-00')).body).toMatchObject({ liveness: 'test', bank: { name: 'Test Bank' } })
  expect((await maia.link('38-9000-1000000-00')).body).toMatchObject({ liveness: 'main', bank: { name: 'Kiwibank' } })
  for (const bankAccountName of ['', 'a'.repeat(21), '<b>']) expect((await maia.link(bankNumber(), { bankAccountName })).status).toBe(400)
})

test('the same number is linked once, however it is formatted; after unlinking it can be linked again', async () => {
  const maia = await createOwner()
  const first = await maia.link('01-0902-0068389-00')
  for (const number of ['01-0902-0068389-00', '01-902-0068389-000', '010902006838900'])
    expect(await maia.link(number)).toMatchObject({ status: 403, body: { message: 'DUPLICATE_BANK_ACCOUNT' } })
  expect((await maia.unlink(first.body.id)).body).toMatchObject({ id: first.body.id, status: 'archived', directDebitAuthorized: false })
  expect(await maia.list()).toEqual([])
  expect((await maia.unlink(first.body.id)).body.message).toBe('FORBIDDEN')
  expect((await maia.link('01-0902-0068389-00')).status).toBe(200)
})

test('a direct debit authority records terms version and time, and needs a complete profile [PROF-09]', async () => {
  const maia = await createOwner()
  const { body } = await maia.linkWithDebit(bankNumber())
  expect(body).toMatchObject({ directDebitAuthorized: true, directDebitAuthorizedAt: clock.now().toISOString(), verified: false })
  const { rows } = await sql<{ sealed: Buffer; keyId: string }>`
    select terms_version, agreed_at, agreed_by, sealed_details as sealed, key_id as "keyId", full_name, phone, email
      from direct_debit_authority where bank_account_id = ${body.id}`.execute(db)
  expect(rows).toMatchObject([{ terms_version: '2026-11', agreed_at: clock.now(), agreed_by: maia.personId, full_name: null, phone: null, email: null }])
  expect(openDetails(testVault(), body.id, rows[0]!)).toEqual({ fullName: 'Māia Tūī', phone: maia.phone, email: 'maia@example.nz' })
  for (const profile of [{}, { givenName: 'A', familyName: 'B' }, { givenName: 'A', email: 'a@example.nz' }, { familyName: 'B', email: 'a@example.nz' }]) {
    const owner = await createOwner(profile)
    const number = bankNumber()
    expect(await owner.linkWithDebit(number)).toMatchObject({ status: 403, body: { message: 'PROFILE_INCOMPLETE' } })
    const linked = await owner.link(number)
    expect(linked.status).toBe(200)
    expect((await owner.authoriseDirectDebit(linked.body.id)).body.message).toBe('PROFILE_INCOMPLETE')
  }
})

test('direct debit can be authorised later, once [API-24]', async () => {
  const maia = await createOwner()
  const { body } = await maia.link(bankNumber())
  const answers = await concurrently(10, () => maia.authoriseDirectDebit(body.id))
  expect(answers.filter((answer) => answer.status === 200).map((answer) => answer.body.directDebitAuthorized)).toEqual([true])
  expect(new Set(answers.filter((answer) => answer.status !== 200).map((answer) => answer.body.message))).toEqual(new Set(['DIRECT_DEBIT_ALREADY_AUTHORIZED']))
})

test('at most four accounts have direct debit, also under concurrency; accounts without it do not count', async () => {
  const maia = await createOwner()
  await maia.link(bankNumber())
  const answers = await concurrently(12, () => maia.linkWithDebit(bankNumber()))
  expect(answers.filter((answer) => answer.status === 200)).toHaveLength(4)
  expect(new Set(answers.filter((answer) => answer.status !== 200).map((answer) => answer.body.message))).toEqual(new Set(['BANK_ACCOUNT_LIMIT_EXCEEDED']))
  const plain = await maia.link(bankNumber())
  expect(plain.status).toBe(200)
  expect((await maia.authoriseDirectDebit(plain.body.id)).body.message).toBe('DIRECT_DEBIT_LIMIT_EXCEEDED')
  await maia.unlink(answers.find((answer) => answer.status === 200)!.body.id)
  expect((await maia.authoriseDirectDebit(plain.body.id)).status).toBe(200)
})

test('a bank account number has at most two verified holders, also under concurrency [SEC-7]', async () => {
  const number = bankNumber()
  const owners = await Promise.all(Array.from({ length: 12 }, () => createOwner()))
  const ids = (await Promise.all(owners.map((owner) => retryUnavailable(() => owner.link(number))))).map((answer) => answer.body.id as string)
  const results = await Promise.allSettled(ids.map((id) => verifyBySupport({ db, ledger, clock }, id)))
  const holders = owners.filter((_, i) => results[i]!.status === 'fulfilled')
  expect(holders).toHaveLength(2)
  const late = await createOwner()
  expect((await late.link(number)).body.message).toBe('BANK_ACCOUNT_HOLDER_LIMIT_EXCEEDED')
  await holders[0]!.unlink((await holders[0]!.list())[0].id)
  expect((await late.link(number)).status).toBe(200)
})

test('ten concurrent links of one number by one person link it once', async () => {
  const maia = await createOwner()
  const number = bankNumber()
  const answers = await concurrently(10, () => maia.link(number))
  expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1)
  expect(await maia.list()).toHaveLength(1)
})

test('at most five wrong codes, also under concurrency; the right one is refused after that [BANK-09]', async () => {
  const mia = await createBankedPerson(api, database)
  const { body } = await mia.topUp(100)
  await bank.take('topup')
  const right = await bank.codeOf(body.id)
  const wrong = right === '0000' ? '0001' : '0000'
  const answers = await concurrently(50, () => mia.verify(wrong))
  const codes = answers.map((answer) => answer.body.message)
  expect(codes.filter((code) => code === 'VERIFICATION_CODE_INVALID')).toHaveLength(5)
  expect(codes.filter((code) => code === 'BANK_ACCOUNT_VERIFICATION_ATTEMPTS_EXCEEDED')).toHaveLength(45)
  expect((await mia.verify(right)).body.message).toBe('BANK_ACCOUNT_VERIFICATION_ATTEMPTS_EXCEEDED')
  expect(await mia.bankAccount()).toMatchObject({ verified: false, verificationTriesLeft: 0 })
})

test('a code is valid for two weeks once it is on the statement, and verifies once [API-25]', async () => {
  const mia = await createBankedPerson(api, database)
  const { body } = await mia.topUp(100)
  const code = await bank.codeOf(body.id)
  expect((await mia.verify(code)).body.message).toBe('VERIFICATION_CODE_INVALID') // not sent yet, so on no statement
  await bank.take('topup')
  for (const verificationCode of ['123', '12345', 'abcd', '']) expect((await mia.verify(verificationCode)).status).toBe(400)
  const answers = await concurrently(5, () => mia.verify(code))
  expect(answers.filter((answer) => answer.status === 200).map((answer) => answer.body)).toMatchObject([
    { verificationCode: code, bankAccount: { id: mia.bankAccountId, verified: true, status: 'active', verificationTriesLeft: 4 } },
  ])
  expect(new Set(answers.filter((answer) => answer.status !== 200).map((answer) => answer.body.message))).toEqual(new Set(['BANK_ACCOUNT_ALREADY_VERIFIED']))
  await bank.settle(body.id)
  expect(await mia.balance()).toBe(100)
})

test('a code older than two weeks is invalid', async () => {
  const mia = await createBankedPerson(api, database)
  const { body } = await mia.topUp(100)
  await bank.take('topup')
  await sql`update funds_transfer set sent_at = sent_at - interval '14 days 1 second', created_at = created_at - interval '15 days' where id = ${body.id}`.execute(
    db,
  )
  expect((await mia.verify(await bank.codeOf(body.id))).body.message).toBe('VERIFICATION_CODE_INVALID')
})

test('the code of a withdrawal verifies too, and linking again gives no new attempts', async () => {
  const number = bankNumber('test')
  const mia = await createBankedPerson(api, database, { liveness: 'test', number })
  await api.post(`/api/wallets/${mia.walletId}/topup`, { idempotencyKey: randomUUID(), amount: '500' }, mia.headers)
  const { body } = await mia.withdraw(100)
  const code = await bank.codeOf(body.id)
  await sql`update funds_transfer set status = 'requested', sent_at = ${clock.now()} where id = ${body.id}`.execute(db)
  await mia.verify(code === '0000' ? '0001' : '0000')
  expect((await api.delete(`/api/bank-accounts/${mia.bankAccountId}`, mia.headers)).status).toBe(200)
  const again = await api.post('/api/bank-accounts', { accountId: mia.accountId, bankAccountName: 'M', bankAccountNumber: number }, mia.headers)
  expect(again.body.verificationTriesLeft).toBe(4)
  await api.delete(`/api/bank-accounts/${again.body.id}`, mia.headers)
  const other = await createBankedPerson(api, database, { liveness: 'test' })
  await api.post(`/api/wallets/${other.walletId}/topup`, { idempotencyKey: randomUUID(), amount: '500' }, other.headers)
  const out = (await other.withdraw(100)).body
  await sql`update funds_transfer set status = 'requested', sent_at = ${clock.now()} where id = ${out.id}`.execute(db)
  expect((await other.verify(await bank.codeOf(out.id))).status).toBe(200)
})

test('an account with a pending or held top-up cannot be unlinked; an unlinked account accepts nothing', async () => {
  const mia = await createBankedPerson(api, database)
  const unlink = () => api.delete(`/api/bank-accounts/${mia.bankAccountId}`, mia.headers)
  const { body } = await mia.topUp(100)
  expect((await unlink()).body.message).toBe('TRANSFERS_IN_FLIGHT')
  await bank.take('topup')
  await bank.settle(body.id)
  expect((await unlink()).body.message).toBe('TRANSFERS_IN_FLIGHT')
  expect((await mia.verify(await bank.codeOf(body.id))).status).toBe(200)
  const out = (await mia.withdraw(50)).body
  expect((await unlink()).status).toBe(200)
  for (const response of [mia.topUp(100), mia.withdraw(10), mia.verify('1234')]) expect((await response).body.message).toBe('FORBIDDEN')
  expect((await bank.take('withdrawal')).map((entry) => entry.transferId)).toContain(out.id)
  expect(await bank.settle(out.id)).toBe('applied')
  const { rows } = await sql<{
    ended: boolean
  }>`select ended_at is not null as ended from direct_debit_authority where bank_account_id = ${mia.bankAccountId}`.execute(db)
  expect(rows).toEqual([{ ended: true }])
})

test('a concurrent top-up and unlink: exactly one succeeds', async () => {
  for (let round = 0; round < 5; round++) {
    const mia = await createBankedPerson(api, database)
    const [created, unlinked] = await Promise.all([mia.topUp(100), api.delete(`/api/bank-accounts/${mia.bankAccountId}`, mia.headers)])
    expect(new Set([created.status, unlinked.status])).toEqual(new Set([200, 403]))
  }
})

test('text that PostgreSQL cannot store is refused as input in every field', async () => {
  const maia = await createOwner()
  const linked = (await maia.link(bankNumber())).body
  for (const text of ['a\u0000b', '\ud800', '\u0000']) {
    for (const field of ['fullName', 'phoneNumber', 'emailAddress'] as const) {
      const authority = { ...maia.authority, [field]: field === 'emailAddress' ? `${text}@example.nz` : `12345${text}` }
      expect((await maia.link(bankNumber(), { directDebitAuthority: authority })).status).toBe(400)
      expect((await api.post(`/api/bank-accounts/${linked.id}/direct-debit-authorities`, authority, maia.headers)).status).toBe(400)
    }
    expect((await maia.link(bankNumber(), { bankAccountName: `x${text}` })).status).toBe(400)
    expect((await maia.link(`${bankNumber()}${text}`)).status).toBe(400)
  }
})
