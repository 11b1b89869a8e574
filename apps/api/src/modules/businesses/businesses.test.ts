import { orgRoles, reachOfRole } from '@nikau/contract/roles'
import { openPayeeCheck } from '@nikau/rails/payee-check'
import { Secret, systemClock } from '@nikau/runtime'
import { createPerson, fakeClock, silent, testDatabase, type TestPerson } from '@nikau/testing'
import { startBanks } from '@nikau/testing/banks'
import { startRegisters } from '@nikau/testing/registers'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { assetDeps, createBank, createBankedPerson, createPayer, newNzbn, runningApi, testVault } from '../../fixtures.ts'
import { inTransaction } from '../../http/refusal.ts'
import { changeBusinessStatus, liftLimit } from '../accounts/index.ts'
import { acceptPayee, bankAccountJobs, lockWaitingPayee } from '../bank-accounts/index.ts'

const database = await testDatabase()
const clock = fakeClock('2026-12-03T02:00:00Z')
const banks = await startBanks({ webOrigin: 'http://localhost:4000' })
const registers = await startRegisters()
afterAll(() => registers.stop())
afterAll(() => banks.stop())
const env = {
  RATE_LIMIT_SCALE: '1000',
  FEES: '{}',
  NZBN_REGISTER: JSON.stringify(registers.entry),
  PAYEE_CHECK: JSON.stringify({ url: banks.origin, secret: 'sandbox-files-secret' }),
}
const api = await runningApi(database, { clock, wallClock: systemClock, env })
const withoutRegister = await runningApi(database)
const operators = { db: database.owner.db, clock }

const loaf = { legalName: 'Corner Loaf Limited', tradingName: 'Corner Loaf' }
const address = { street: '14 Brown Street', suburb: 'Ponsonby', city: 'Auckland', postCode: '1021', lat: -36.8523, lng: 174.745 }
const gst = { registered: true, number: '136-410-132' }

async function open(more: object = {}, owner?: TestPerson) {
  const person = owner ?? (await createPerson(database))
  const answer = await api.post('/api/businesses', { ...loaf, nzbn: newNzbn(), ...more }, person.headers)
  const of = `/api/accounts/${answer.body.accountId}`
  return {
    ...person,
    answer,
    accountId: answer.body.accountId as string,
    of,
    change: (body: object) => api.put(`${of}/business`, body, person.headers),
    missing: async () =>
      Object.fromEntries((await api.get(`${of}/checklist`, person.headers)).body.steps.map((s: { step: string; missing?: string }) => [s.step, s.missing])),
    checklist: async () => (await api.get(`${of}/checklist`, person.headers)).body,
    goLive: () => api.post(`${of}/go-live`, undefined!, person.headers),
    link: (name: string, number: string) =>
      api.post(
        '/api/bank-accounts',
        { accountId: answer.body.accountId, bankAccountName: name, bankAccountNumber: number, purpose: 'settlement' },
        person.headers,
      ),
  }
}
type Opened = Awaited<ReturnType<typeof open>>

async function payTestPayment({ of, headers }: Opened): Promise<void> {
  const created = await api.post(`${of}/test-payment`, undefined!, headers)
  expect(created.body.url).toContain(created.body.paymentRequestId)
  const payer = await createPayer(api, database)
  expect((await payer.pay(created.body.paymentRequestId)).status).toBe(200)
}

const decide = (accountId: string, status: 'verified' | 'refused') =>
  changeBusinessStatus(operators, { accountId, status, operator: 'mere', reason: 'NZBN and director checked' })

let accounts = 100

/** Everything but the code; the account is at a bank that the sandbox does not have. */
async function complete(business: Opened): Promise<void> {
  await business.change({ gst, place: address })
  const linked = await business.link('Corner Loaf Ltd', `31-2840-0${String(accounts++).padStart(6, '0')}-00`)
  expect(linked.status).toBe(200)
  await payTestPayment(business)
}

/** Open to live, as an operator and an owner do it. */
async function goneLive(more: object = {}) {
  const business = await open(more)
  await complete(business)
  await business.goLive()
  await decide(business.accountId, 'verified')
  expect((await business.goLive()).body.live).toBe(true)
  const shops = (await api.get(`/api/merchants?accountId=${business.accountId}`, business.headers)).body.items
  const live = shops.find((shop: { test: boolean }) => !shop.test)
  const [config] = (await api.get(`/api/merchants/${live.id}/configs`, business.headers)).body
  await sql`update merchant set status = 'active' where id = ${live.id}`.execute(database.owner.db)
  const key = await api.post(`/api/accounts/${business.accountId}/api-keys`, { name: 'till', role: 'merchant-terminal' }, business.headers)
  return {
    ...business,
    live,
    config,
    request: (amount: number) =>
      api.post('/api/payment-requests', { configId: config.id, value: { amount: String(amount), currency: 'NZD' } }, { 'x-api-key': key.body.secret }),
    cancel: (id: string) => api.post(`/api/payment-requests/${id}/cancel`, undefined!, { 'x-api-key': key.body.secret }),
  }
}

test('opening a business makes its account and a test shop that takes payments at once; one business has one account [BIZ-69]', async () => {
  const nzbn = newNzbn()
  const business = await open({ nzbn: `${nzbn.slice(0, 4)} ${nzbn.slice(4)}` })
  expect(business.answer).toMatchObject({ status: 200, body: { ...loaf, nzbn, status: 'unverified' } })
  expect((await api.get('/api/account-memberships', business.headers)).body).toMatchObject([
    { accountId: business.accountId, accountName: 'Corner Loaf', accountType: 'org', role: 'account-owner' },
  ])
  expect((await api.get(`${business.of}/business`, business.headers)).body).toEqual(business.answer.body)
  await payTestPayment(business)
  expect((await open({ nzbn })).answer).toMatchObject({ status: 403, body: { message: 'BUSINESS_ALREADY_EXISTS' } })
  expect((await open({ nzbn: '9429045812360' })).answer).toMatchObject({ status: 400, body: { message: 'INVALID_NZBN' } })
  expect((await open({ nzbn: '942904581236' })).answer.body.message).toBe('INVALID_NZBN')
  const same = newNzbn()
  const both = await Promise.all([open({ nzbn: same }), open({ nzbn: same })])
  expect(both.filter(({ answer }) => answer.status === 200)).toHaveLength(1)
})

test('a business is looked up in the register; without a register its details are typed [BIZ-69]', async () => {
  const { headers } = await createPerson(database)
  expect((await api.get('/api/nzbn/9429045812361', headers)).body).toEqual({
    nzbn: '9429045812361',
    legalName: 'Corner Loaf Limited',
    tradingName: 'Corner Loaf',
    active: true,
    address: { street: '14 Brown Street', suburb: 'Ponsonby', city: 'Auckland', postCode: '1021' },
    gstNumber: '136410132',
  })
  expect((await api.get('/api/nzbn/9429025500554', headers)).body.active).toBe(false)
  expect(await api.get('/api/nzbn/9429045812360', headers)).toMatchObject({ status: 400, body: { message: 'INVALID_NZBN' } })
  expect(await api.get('/api/nzbn/4006381333931', headers)).toMatchObject({ status: 404, body: { message: 'NZBN_NOT_FOUND' } })
  expect(await withoutRegister.get('/api/nzbn/9429045812361', headers)).toMatchObject({ status: 503, body: { message: 'REGISTER_UNAVAILABLE' } })
})

test('the details can be changed step by step, and go to the test shop [BIZ-68, BIZ-70]', async () => {
  const business = await open()
  expect((await business.change({ gst: { registered: true, number: '136-410-123' } })).body.message).toBe('GST_NUMBER_INVALID')
  expect((await business.change({ gst })).body.gst).toEqual({ registered: true, number: '136410132' })
  expect((await business.change({ place: address, tradingName: 'Corner Loaf Ponsonby' })).body).toMatchObject({ place: address, gst: { number: '136410132' } })
  const { shopId } = business.answer.body
  const shop = async () => (await api.get(`/api/merchants/${shopId}`, business.headers)).body
  expect(await shop()).toMatchObject({ name: 'Corner Loaf Ponsonby', gstNumber: '136410132', type: 'physical', location: { street: '14 Brown Street' } })
  await business.change({ gst: { registered: false }, place: 'online' })
  expect((await shop()).gstNumber).toBeUndefined()
  expect(await shop()).toMatchObject({ type: 'e-commerce' })
  const { rows } = await sql<{ detail: object }>`
    select detail from security_event where kind = 'business-changed' and person_id = ${business.personId}`.execute(database.owner.db)
  expect(rows).toEqual([{ detail: { business: 'Corner Loaf Ponsonby' } }])
})

test('the checklist says for each step what is missing, in whatever order they are done [BIZ-68]', async () => {
  const business = await open()
  expect(await business.missing()).toEqual({
    business: undefined,
    gst: 'gst',
    address: 'address',
    'payout-account': 'bank-account',
    methods: undefined,
    'test-payment': 'test-payment',
    'go-live': 'steps',
  })
  await payTestPayment(business)
  await business.link('Southerly Cycles Ltd', '12-3050-0235047-00')
  await business.change({ gst: { registered: false } })
  expect(await business.missing()).toMatchObject({ gst: undefined, 'payout-account': 'code', 'test-payment': undefined, 'go-live': 'steps' })
  await business.change({ place: 'online' })
  expect(await business.missing()).toMatchObject({ address: undefined, 'go-live': 'submission' })
})

test('an owner goes live: not before all is there, then after an operator has verified the business [BIZ-08, BIZ-73]', async () => {
  const business = await open()
  expect(await business.goLive()).toMatchObject({
    status: 403,
    body: {
      message: 'NOT_READY',
      missing: [
        { step: 'gst', missing: 'gst' },
        { step: 'address', missing: 'address' },
        { step: 'payout-account', missing: 'bank-account' },
        { step: 'test-payment', missing: 'test-payment' },
      ],
    },
  })
  await complete(business)
  expect((await business.goLive()).body).toMatchObject({ status: 'submitted', live: false })
  expect((await business.goLive()).body).toMatchObject({ status: 'submitted', live: false })
  expect((await business.missing())['go-live']).toBe('verification')
  expect((await business.change({ legalName: 'Other Ltd' })).body.message).toBe('BUSINESS_DETAILS_LOCKED')
  await decide(business.accountId, 'refused')
  expect((await business.missing())['go-live']).toBe('submission')
  expect((await business.goLive()).body.status).toBe('submitted')
  await decide(business.accountId, 'verified')
  expect((await business.missing())['go-live']).toBe('going-live')
  const answers = await Promise.all([business.goLive(), business.goLive()])
  expect(answers.map(({ body }) => body.live)).toEqual([true, true])
  const shops = (await api.get(`/api/merchants?accountId=${business.accountId}`, business.headers)).body.items
  expect(shops.filter((shop: { test: boolean }) => !shop.test)).toMatchObject([
    { name: 'Corner Loaf', gstNumber: '136410132', type: 'physical', location: { street: '14 Brown Street', city: 'Auckland' } },
  ])
  const { rows } = await sql<{ operator: string; role: string }>`
    select operator, database_role as role from business_status_change where account_id = ${business.accountId} and to_status = 'submitted'`.execute(
    database.owner.db,
  )
  expect(rows[0]).toEqual({ operator: `owner:${business.personId}`, role: 'nikau_api' })
  const events = await sql`select from security_event where kind = 'business-went-live' and person_id = ${business.personId}`.execute(database.owner.db)
  expect(events.rows).toHaveLength(1)
})

test('the live shop accepts what the test shop accepts, with a settlement wallet of its own [BIZ-73]', async () => {
  const business = await open()
  const shop = `/api/merchants/${business.answer.body.shopId}`
  const [config] = (await api.get(`${shop}/configs`, business.headers)).body
  const paymentOptions = [{ type: 'nikau.nzd.test' }, { type: 'quartz-one-off.nzd.test' }]
  const allowedRedirectUrls = ['https://loaf.example/done', 'http://localhost:3000/done']
  expect((await api.put(`${shop}/configs/${config.id}`, { paymentOptions, allowedRedirectUrls }, business.headers)).status).toBe(200)
  await complete(business)
  await business.goLive()
  await decide(business.accountId, 'verified')
  await business.goLive()
  const live = (await api.get(`/api/merchants?accountId=${business.accountId}`, business.headers)).body.items.find((item: { test: boolean }) => !item.test)
  const [settings] = (await api.get(`/api/merchants/${live.id}/configs`, business.headers)).body
  expect(settings.paymentOptions.map(({ type }: { type: string }) => type)).toEqual(['nikau.nzd.main', 'quartz-one-off.nzd.main'])
  expect(settings.allowedRedirectUrls).toEqual(['https://loaf.example/done'])
  expect(settings.paymentOptions[0].walletId).not.toBe(config.paymentOptions[0].walletId)
})

test('the API cannot verify a business: its login may only submit one', async () => {
  const business = await open()
  const asApi = database.openAs('nikau_api').db
  const verify = sql`insert into business (account_id, status, updated_at) values (${business.accountId}, 'verified', now())`
  await expect(verify.execute(asApi)).rejects.toThrow(/permission denied/)
})

test('a new business takes $200.00 a payment and $2,000.00 a day until an operator lifts the limits [BIZ-73]', async () => {
  const business = await goneLive()
  expect((await business.checklist()).limits).toEqual({ perDay: '200000', perPayment: '20000' })
  expect(await business.request(20_001)).toMatchObject({ status: 403, body: { message: 'MERCHANT_LIMIT_EXCEEDED', limit: 'payment' } })
  // Twelve tills at once: ten times $200.00 is the day.
  const requests = await Promise.all(Array.from({ length: 12 }, () => business.request(20_000)))
  expect(requests.filter(({ status }) => status === 200)).toHaveLength(10)
  expect(await business.request(1)).toMatchObject({ status: 403, body: { message: 'MERCHANT_LIMIT_EXCEEDED', limit: 'day', left: '0' } })
  // One that is cancelled counts no more.
  await business.cancel(requests.find(({ status }) => status === 200)!.body.id)
  expect((await business.request(20_000)).status).toBe(200)
  expect((await business.request(1)).status).toBe(403)
  // The requests have expired on the next day.
  clock.advance(86_400_000)
  expect((await business.request(20_000)).status).toBe(200)
  const lift = { accountId: business.accountId, operator: 'hana', proposalId: 'p1', at: clock.now() }
  expect(await inTransaction(database.owner.db, (tx) => liftLimit(tx, lift))).toBe(true)
  expect((await business.checklist()).limits).toBeUndefined()
  expect((await business.request(500_000)).status).toBe(200)
})

test('what was taken today counts, and what was taken yesterday does not [BIZ-73]', async () => {
  const business = await goneLive()
  const payer = await createBankedPerson(api, database)
  const bank = createBank(database, clock)
  await sql`update bank_account set verified_at = created_at, status = 'active' where id = ${payer.bankAccountId}`.execute(database.owner.db)
  const topUp = (await payer.topUp(50_000)).body
  await bank.take('topup')
  await bank.settle(topUp.id)
  const { id } = (await business.request(15_000)).body
  const paid = await api.post(`/api/payment-requests/${id}/pay`, { assetType: 'nikau.nzd.main', assetId: payer.walletId }, payer.headers)
  expect(paid.status).toBe(200)
  for (let till = 0; till < 9; till++) expect((await business.request(20_000)).status).toBe(200)
  expect((await business.request(5001)).body).toMatchObject({ message: 'MERCHANT_LIMIT_EXCEEDED', limit: 'day', left: '5000' })
  // The nine have expired on the next day, and the one that was paid is of the day before.
  clock.advance(86_400_000)
  for (let till = 0; till < 10; till++) expect((await business.request(20_000)).status).toBe(200)
  expect((await business.request(1)).body.left).toBe('0')
})

test('a business that was verified before has no limits [BIZ-73]', async () => {
  const business = await goneLive()
  await sql`delete from business_limit where account_id = ${business.accountId}`.execute(database.owner.db)
  expect((await business.request(5_000_000)).status).toBe(200)
})

test('the name on a payout account is compared by its bank; one that does not match waits for an operator [BIZ-71]', async () => {
  const business = await open()
  const bad = await business.link('Southerly Cycles Ltd', '12-3050-0235047-01')
  expect(bad.status).toBe(200)
  expect((await business.link('X', '12-3050-0235048-00')).body.message).toBe('INVALID_BANK_ACCOUNT_NUMBER')
  const checks: [string, string, string][] = [
    ['southerly cycles ltd', '12-3050-0235047-00', 'match'],
    ['Kereru Timber', '02-0500-0235068-00', 'partly'],
    ['Corner Loaf', '03-0510-0235088-00', 'no-match'],
    ['Corner Loaf', '31-2840-0900000-00', 'cannot-check'],
  ]
  const results: string[] = []
  for (const [name, number] of checks) {
    const other = await open()
    results.push((await other.link(name, number)).body.payeeCheck)
  }
  expect(results).toEqual(checks.map(([, , result]) => result))
  expect(bad.body.payeeCheck).toBe('no-account')

  const { rows } = await sql<{ refs: object }>`select refs from operator_exception where kind = 'payee-name-mismatch' and ref = ${bad.body.id}`.execute(
    database.owner.db,
  )
  expect(rows).toEqual([{ refs: { accountId: business.accountId, result: 'no-account' } }])
  await sql`update bank_account set verified_at = now(), status = 'active' where id = ${bad.body.id}`.execute(database.owner.db)
  const choose = () => api.put(`${business.of}/payout-account`, { bankAccountId: bad.body.id }, business.headers)
  expect((await business.missing())['payout-account']).toBe('name-check')
  expect((await choose()).body.message).toBe('PAYEE_NAME_MISMATCH')
  await inTransaction(database.owner.db, async (tx) => {
    const waiting = await lockWaitingPayee(tx, bad.body.id)
    if (!('payeeCheck' in waiting)) throw new Error('the name does not wait')
    await acceptPayee(tx, waiting, clock.now())
  })
  expect((await business.missing())['payout-account']).toBe('choice')
  expect((await choose()).status).toBe(200)
  expect((await business.missing())['payout-account']).toBeUndefined()
  const unresolved = await sql`select from operator_exception where kind = 'payee-name-mismatch' and ref = ${bad.body.id} and closed_at is null`.execute(
    database.owner.db,
  )
  expect(unresolved.rows).toHaveLength(0)
})

test('an account whose bank was never asked, because the process ended, waits until the job has asked [BIZ-71]', async () => {
  const business = await open()
  const { id } = (await business.link('Southerly Cycles Ltd', '12-3050-0235047-00')).body
  const wrong = (await (await open()).link('Corner Loaf', '03-0510-0235088-00')).body
  await sql`delete from operator_exception where ref = ${wrong.id}`.execute(database.owner.db)
  for (const account of [id, wrong.id])
    await sql`update bank_account set payee_check = null, verified_at = now(), status = 'active' where id = ${account}`.execute(database.owner.db)
  const choose = () => api.put(`${business.of}/payout-account`, { bankAccountId: id }, business.headers)
  expect((await choose()).body.message).toBe('PAYEE_NAME_MISMATCH')
  expect((await business.checklist()).payoutAccount).toMatchObject({ checkingName: true })
  expect((await business.missing())['payout-account']).toBe('name-check')
  const payees = openPayeeCheck({ url: banks.origin, secret: new Secret('sandbox-files-secret'), timeoutMs: 5000 })
  const { tasks } = bankAccountJobs({ ...assetDeps(database, clock), db: database.openAs('nikau_worker').db, vault: testVault(), payees, heldTopUpDays: 30, log: silent }) // prettier-ignore
  const compare = () => tasks['compare-payees']!({}, undefined as never)
  await compare()
  expect((await business.missing())['payout-account']).toBe('name-check')
  clock.advance(61_000)
  await compare()
  await compare()
  expect((await business.checklist()).payoutAccount).toMatchObject({ payeeCheck: 'match' })
  expect((await business.checklist()).payoutAccount).not.toHaveProperty('checkingName')
  const raised = await sql`select from operator_exception where kind = 'payee-name-mismatch' and ref = ${wrong.id} and closed_at is null`.execute(
    database.owner.db,
  )
  expect(raised.rows).toHaveLength(1)
  expect((await choose()).status).toBe(200)
})

test('the payout account is on the checklist of whoever may read payouts and of nobody else [BIZ-05, BIZ-71]', async () => {
  const business = await open()
  await business.link('Southerly Cycles Ltd', '12-3050-0235047-00')
  const seen: Record<string, boolean> = {}
  for (const role of orgRoles) {
    const member = await createPerson(database)
    await sql`insert into account_member (account_id, person_id, role, added_at) values (${business.accountId}, ${member.personId}, ${role}, now())`.execute(
      database.owner.db,
    )
    const { status, body } = await api.get(`${business.of}/checklist`, member.headers)
    expect(status).toBe(200)
    expect(body.steps.length).toBeGreaterThan(0)
    seen[role] = 'payoutAccount' in body
    if (!seen[role]) expect(JSON.stringify(body)).not.toMatch(/Southerly|12-/i)
  }
  expect(seen).toEqual(Object.fromEntries(orgRoles.map((role) => [role, reachOfRole(role, 'payouts:read') === 'all'])))
  expect(seen).toMatchObject({ 'account-owner': true, cashier: false, developer: false })
})

test('a business goes live and takes payments before its payout account is confirmed [BIZ-72]', async () => {
  const business = await goneLive()
  expect((await business.missing())['payout-account']).toBe('code')
  expect((await business.request(1000)).status).toBe(200)
})

test('an account that was opened without details gets them, and a test shop, with the first change [BIZ-69]', async () => {
  const owner = await createPerson(database)
  const { body: account } = await api.post('/api/accounts', { name: 'Kauri', type: 'org' }, owner.headers)
  const of = `/api/accounts/${account.id}`
  expect((await api.get(`${of}/business`, owner.headers)).body).toEqual({ accountId: account.id, status: 'unverified' })
  expect((await api.put(`${of}/business`, { legalName: 'X' }, owner.headers)).status).toBe(400)
  expect((await api.put(`${of}/business`, { ...loaf, nzbn: newNzbn() }, owner.headers)).body.shopId).toEqual(expect.any(String))
  expect((await api.post(`${of}/test-payment`, undefined!, owner.headers)).status).toBe(200)
})

test('changed details, the submission with the fees in force, and going live are in the record, each with who, when and from where [BIZ-59]', async () => {
  const business = await open()
  await complete(business)
  await business.change({ gst })
  expect((await business.goLive()).status).toBe(200)
  await decide(business.accountId, 'verified')
  await business.goLive()
  await business.goLive()
  const { items } = (await api.get(`${business.of}/audit`, business.headers)).body
  expect(items.map(({ action }: { action: string }) => action)).toEqual(['business-went-live', 'fees-accepted', 'business-submitted', 'business-changed'])
  const [live, fees, submitted, changed] = items
  for (const entry of items)
    expect(entry).toMatchObject({ actor: `crn::user:${business.personId}`, address: '127.0.0.1', device: expect.any(String), at: clock.now().toISOString() })
  expect(changed).toMatchObject({
    before: { tradingName: 'Corner Loaf', gstRegistered: null, gstNumber: null, place: null },
    after: { tradingName: 'Corner Loaf', gstRegistered: true, gstNumber: '136410132', place: address },
  })
  expect(submitted.after).toMatchObject({ tradingName: 'Corner Loaf' })
  // To the cent what payments cost then: a later change is another entry's, or nobody's.
  expect(fees.after).toEqual({
    gst: 1500,
    wallet: { rate: 75, fixed: '0' },
    token: { rate: 75, fixed: '0' },
    'pay-by-bank': { rate: 50, fixed: '10' },
    'farm-card': { rate: 120, fixed: '0' },
  })
  const { items: shops } = (await api.get(`/api/merchants?accountId=${business.accountId}`, business.headers)).body
  expect(live.subject).toBe(shops.find(({ test: isTest }: { test: boolean }) => !isTest).id)
})
