import { assertLedgerInvariants } from '@nikau/ledger'
import { queueMessage } from '@nikau/rails'
import { openDatabase, randomIds, Secret } from '@nikau/runtime'
import { recordSecurityEvent } from '@nikau/security-events'
import { createPerson, fakeClock, silent, testDatabase } from '@nikau/testing'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createBank, createBankedPerson, createPayer, createShop, dispatchEvents, runningApi } from '../../fixtures.ts'
import { readWorkConfig } from '../../work-config.ts'
import { inTransaction } from '../../http/refusal.ts'
import { recordPayee } from '../payees/index.ts'
import { addProvedEndpoint } from '../webhooks/index.ts'
import { applyRetention, deleteOldRateLimits } from './apply.ts'
import { retentionPeriods } from './periods.ts'

const database = await testDatabase()
const { db } = database
const clock = fakeClock(new Date().toISOString())
const api = await runningApi(database, { clock, env: { RATE_LIMIT_SCALE: '100' } })
const periods = retentionPeriods.parse(undefined)
const deps = { db, clock, periods, log: silent }
const dayMs = 86_400_000

/** Runs the job at a time so many days from now. */
async function applyAfter(days: number): Promise<void> {
  const later = { now: () => new Date(clock.now().getTime() + days * dayMs) }
  await applyRetention({ ...deps, clock: later })
}

const rowsOf = async <T>(query: ReturnType<typeof sql<T>>) => (await query.execute(db)).rows

test('periods have bounds, so that none is switched off or made endless by accident [SEC-11]', () => {
  const env = { DATABASE_URL: 'postgres://x', SMTP_URL: 'smtp://x', SMS_URL: 'http://x', SMS_SECRET: 'x' }
  expect(readWorkConfig(env).RETENTION).toEqual(periods)
  expect(readWorkConfig({ ...env, RETENTION: '{"messageRecipientDays":7}' }).RETENTION).toEqual({ ...periods, messageRecipientDays: 7 })
  for (const name of Object.keys(periods))
    for (const value of [0, -1, 100_000, 1.5]) expect(() => readWorkConfig({ ...env, RETENTION: JSON.stringify({ [name]: value }) })).toThrow('RETENTION')
  expect(() => readWorkConfig({ ...env, RETENTION: '{"misspelt":30}' })).toThrow('RETENTION')
})

test('counts of calls per address are deleted after minutes, those of the current minute are not [SEC-11]', async () => {
  await sql`insert into rate_limit (key, minute, count) values ('address 203.0.113.7', ${Math.floor(clock.now().getTime() / 60_000) - 11}, 3)`.execute(db)
  await sql`insert into rate_limit (key, minute, count) values ('address 203.0.113.8', ${Math.floor(clock.now().getTime() / 60_000)}, 3)`.execute(db)
  await deleteOldRateLimits(deps)
  expect(await rowsOf(sql`select key from rate_limit where key like 'address %'`)).toEqual([{ key: 'address 203.0.113.8' }])
})

test('the recipient of a message is removed after a month, the message after a year, a waiting one never [SEC-11]', async () => {
  for (const key of ['sent', 'waiting']) await queueMessage(db, { channel: 'sms', to: '+64211110009', text: 'Kia ora', key, purpose: 'test' })
  await sql`update message set state = 'sent', settled_at = ${clock.now()}, body = null where key = 'sent'`.execute(db)
  const messages = () => rowsOf(sql<{ key: string; recipient: string | null }>`select key, recipient from message where purpose = 'test' order by key`)
  await applyAfter(29)
  expect(await messages()).toMatchObject([{ recipient: '+64211110009' }, { recipient: '+64211110009' }])
  await applyAfter(31)
  expect(await messages()).toEqual([
    { key: 'sent', recipient: null },
    { key: 'waiting', recipient: '+64211110009' },
  ])
  await applyAfter(401)
  expect(await messages()).toEqual([{ key: 'waiting', recipient: '+64211110009' }])
})

test('a response is deleted after 90 days, and its key still moves no money twice [SEC-11]', async () => {
  const payer = await createPayer(api, database, 0)
  const topUp = () => api.post(`/api/wallets/${payer.walletId}/topup`, { amount: '500', idempotencyKey: 'k1' }, payer.headers)
  expect((await topUp()).status).toBe(200)
  const keys = () => rowsOf(sql`select key from idempotency where caller = ${payer.personId}`)
  await applyAfter(89)
  expect(await keys()).toHaveLength(1)
  await applyAfter(91)
  expect(await keys()).toHaveLength(0)
  expect(await topUp()).toMatchObject({ status: 422, body: { message: 'IDEMPOTENT_OPERATION_FAILED' } })
  expect(await payer.balance()).toBe(500)
})

test('deliveries that ended and replaced signing keys are deleted; waiting deliveries and the current key stay [SEC-11]', async () => {
  const shop = await createShop(api, database)
  const endpoint = { id: 'wh_1', accountId: shop.accountId, url: 'https://shop.example/hook', createdBy: 'test' }
  await addProvedEndpoint({ db, clock, ids: randomIds, secret: new Secret('the secret of webhooks') }, endpoint)
  const payer = await createPayer(api, database, 1000)
  for (let i = 0; i < 2; i++) await payer.pay((await shop.createRequest(300)).id)
  await dispatchEvents(database)
  await sql`update webhook_delivery set status = 'delivered' where sequence = 1 and endpoint_id = ${endpoint.id}`.execute(db)
  await sql`update webhook_key set retired_at = ${clock.now()} where endpoint_id = ${endpoint.id}`.execute(db)
  await sql`insert into webhook_key (id, endpoint_id, public_key, sealed_private_key, created_at) values ('whk_current', ${endpoint.id}, '{}', '', ${clock.now()})`.execute(
    db,
  )
  const left = async () => ({
    deliveries: (await rowsOf(sql`select from webhook_delivery where endpoint_id = ${endpoint.id}`)).length,
    keys: (await rowsOf(sql`select from webhook_key where endpoint_id = ${endpoint.id}`)).length,
  })
  await applyAfter(29)
  expect(await left()).toEqual({ deliveries: 2, keys: 2 })
  await applyAfter(31)
  expect(await left()).toEqual({ deliveries: 2, keys: 1 })
  await applyAfter(91)
  expect(await left()).toEqual({ deliveries: 1, keys: 1 })
  expect(await rowsOf(sql`select status from webhook_delivery where endpoint_id = ${endpoint.id}`)).toEqual([{ status: 'waiting' }])
})

test('the signed link to the bank is removed a month after a payment by bank ended [SEC-11]', async () => {
  const shop = await createShop(api, database)
  const at = clock.now()
  const insert = async (id: string, pending: boolean) => {
    await sql`
      insert into pay_by_bank_payment (id, payment_request_id, bank, test, amount, payee, statement_code, step, failure, nonce, redirect_uri, consent_id,
        authorization_url, created_at, expires_at, updated_at, next_attempt_at)
      values (${id}, ${(await shop.createRequest(500)).id}, 'bnz', true, 500, 'Kauri', 'A', ${pending ? 'approval' : 'failed'}, ${pending ? null : 'cancelled'}, 'n',
        'https://wallet.example', ${id}, 'https://bank.example/authorize?request=ey', ${at}, ${at}, ${at}, ${pending ? at : null})`.execute(db)
  }
  await insert('ended', false)
  await insert('pending', true)
  const links = async () =>
    (await rowsOf(sql<{ id: string }>`select id from pay_by_bank_payment where authorization_url is not null order by id`)).map(({ id }) => id)
  await applyAfter(29)
  expect(await links()).toEqual(['ended', 'pending'])
  await applyAfter(31)
  expect(await links()).toEqual(['pending'])
})

test('an unlinked bank account loses its number and its authority the details after the time for disputes [SEC-11]', async () => {
  const [mia, ana] = [await createBankedPerson(api, database), await createBankedPerson(api, database)]
  expect((await api.delete(`/api/bank-accounts/${mia.bankAccountId}`, mia.headers)).status).toBe(200)
  const stateOf = async (id: string) =>
    (
      await rowsOf(sql<{ number: boolean; details: boolean; agreedBy: string }>`
        select b.sealed_number is not null as number, d.sealed_details is not null as details, d.agreed_by as "agreedBy"
          from bank_account b join direct_debit_authority d on d.bank_account_id = b.id where b.id = ${id}`)
    )[0]
  await applyAfter(399)
  expect(await stateOf(mia.bankAccountId)).toMatchObject({ number: true, details: true })
  await applyAfter(401)
  expect(await stateOf(mia.bankAccountId)).toEqual({ number: false, details: false, agreedBy: mia.personId })
  expect(await stateOf(ana.bankAccountId)).toMatchObject({ number: true, details: true })
})

test('counts of wrong verification codes and of confirmation emails are deleted when no limit uses them [SEC-11]', async () => {
  const mia = await createBankedPerson(api, database)
  await sql`insert into bank_account_wrong_code (bank_account_id, person_id, at) values (${mia.bankAccountId}, ${mia.personId}, ${clock.now()})`.execute(db)
  await sql`insert into confirmation_email (person_id, address_hash, sent_at) values (${mia.personId}, '', ${clock.now()})`.execute(db)
  const left = async () => ({
    wrongCodes: (await rowsOf(sql`select from bank_account_wrong_code where person_id = ${mia.personId}`)).length,
    emails: (await rowsOf(sql`select from confirmation_email where person_id = ${mia.personId}`)).length,
  })
  await applyAfter(1)
  expect(await left()).toEqual({ wrongCodes: 1, emails: 1 })
  await applyAfter(3)
  expect(await left()).toEqual({ wrongCodes: 1, emails: 0 })
  await applyAfter(91)
  expect(await left()).toEqual({ wrongCodes: 0, emails: 0 })
})

test('a security event keeps what happened and loses where, after 13 months [SEC-11]', async () => {
  const { personId } = await createPerson(database)
  const detail = { device: 'Chrome on Android', email: 'a@example.nz', name: 'till' }
  await recordSecurityEvent(db, { personId, kind: 'step-up', at: clock.now(), method: 'code', address: '203.0.113.7', device: 'Chrome on Android', detail })
  const events = () => rowsOf(sql`select kind, method, address, device, detail from security_event where person_id = ${personId}`)
  await applyAfter(399)
  expect(await events()).toMatchObject([{ address: '203.0.113.7', device: 'Chrome on Android', detail }])
  await applyAfter(401)
  expect(await events()).toEqual([{ kind: 'step-up', method: 'code', address: null, device: null, detail: { name: 'till' } }])
  for (const statement of [sql`update security_event set kind = 'other'`, sql`update security_event set detail = '{}'`, sql`delete from security_event`])
    await expect(statement.execute(database.owner.db)).rejects.toThrow('append-only')
})

test('a person without an account is forgotten after 13 months; one with an account, a session or a passkey is not [SEC-11]', async () => {
  const [unused, signedIn, passkey, customer] = [
    await createPerson(database),
    await createPerson(database),
    await createPerson(database),
    await createPayer(api, database, 0),
  ]
  await sql`delete from identity.oidc where payload ->> 'accountId' in (${unused.personId}, ${passkey.personId}, ${customer.personId})`.execute(
    database.owner.db,
  )
  await sql`
    insert into identity.passkey (id, person_id, public_key, counter, backed_up, name) values ('pk', ${passkey.personId}, '', 0, false, 'Phone')`.execute(
    database.owner.db,
  )
  const everyone = [unused, signedIn, passkey, customer].map(({ personId }) => personId)
  const left = async () => (await rowsOf(sql<{ id: string }>`select id from identity.person where id = any (${everyone}::uuid[])`)).map(({ id }) => id)
  await applyAfter(399)
  expect(await left()).toHaveLength(4)
  await applyAfter(401)
  expect((await left()).toSorted()).toEqual([signedIn, passkey, customer].map(({ personId }) => personId).toSorted())
})

test('money and its history are untouched by ten years of retention [SEC-11]', async () => {
  const shop = await createShop(api, database)
  const payer = await createPayer(api, database, 1000)
  await payer.pay((await shop.createRequest(300)).id)
  const mia = await createBankedPerson(api, database)
  const bank = createBank(database, clock)
  const { body } = await mia.topUp(2000)
  await bank.take('topup')
  await bank.settle(body.id)
  const tables = ['ledger.account', 'ledger.posting', 'ledger.entry', 'movement', 'payment_request', 'payment_activity', 'funds_transfer', 'account', 'asset']
  const everything = async () => {
    const found: Record<string, string[]> = {}
    for (const table of tables)
      found[table] = (await rowsOf(sql<{ text: string }>`select t::text as text from ${sql.table(table)} t order by 1`)).map(({ text }) => text)
    return found
  }
  const before = await everything()
  for (const table of tables) expect(before[table]).not.toHaveLength(0)
  await applyAfter(3650)
  expect(await everything()).toEqual(before)
  expect(await payer.balance()).toBe(700)
  await assertLedgerInvariants(db)
})

test("the worker's database role may remove all of it [SEC-11]", async () => {
  const url = new URL(database.url)
  url.searchParams.set('options', '-c role=nikau_worker')
  const worker = openDatabase({ url: new Secret(url.href), name: 'worker', log: silent, connections: 1 })
  try {
    expect((await sql<{ role: string }>`select current_user as role`.execute(worker.db)).rows).toEqual([{ role: 'nikau_worker' }])
    const later = { now: () => new Date(clock.now().getTime() + 4000 * dayMs) }
    await applyRetention({ ...deps, db: worker.db, clock: later })
    await deleteOldRateLimits({ ...deps, db: worker.db, clock: later })
  } finally {
    await worker.close()
  }
})

test('patron codes and their sets are deleted after two days, when no request of theirs can be new any more [SEC-11]', async () => {
  const [mia, shop] = [await createPayer(api, database, 0), await createShop(api, database)]
  const { barcode } = (await api.post('/api/patron-codes', {}, mia.headers)).body
  await shop.createRequest(300, { barcode })
  await api.put(`/api/accounts/${mia.accountId}/till-settings`, { noSignal: true }, mia.headers)
  expect((await api.post('/api/patron-codes/offline', {}, mia.headers)).status).toBe(200)
  const codes = () =>
    rowsOf(sql`select id from patron_code where person_id = ${mia.personId} union all select id from offline_code_set where account_id = ${mia.accountId}`)
  await applyAfter(1.9)
  expect(await codes()).toHaveLength(1 + 12 + 1)
  await applyAfter(2.1)
  expect(await codes()).toHaveLength(0)
})

test('what a sender wrote and who barred them are removed after two years, a waiting send is not touched [SEC-11]', async () => {
  const [mia, jack] = [await createPayer(api, database, 1000), await createPayer(api, database, 0)]
  const send = async (recipientAlias: string) =>
    (
      await api.post(
        '/api/asset-transfers',
        { assetId: mia.walletId, recipientAlias, value: '100', message: 'Kia ora', idempotencyKey: recipientAlias.slice(1) },
        mia.headers,
      )
    ).body.id as string
  const [received, waiting] = [await send(jack.phone), await send('+64229999991')]
  await api.post(`/api/asset-transfers/${received}/report`, { reason: 'unknown-sender' }, jack.headers)
  const messages = () => rowsOf(sql`select id from asset_transfer where message is not null and id in (${received}, ${waiting})`)
  const bars = () => rowsOf(sql`select from barred_sender where sender_account_id = ${mia.accountId}`)
  await applyAfter(729)
  expect([await messages(), await bars()].map((rows) => rows.length)).toEqual([2, 1])
  await applyAfter(731)
  expect(await messages()).toEqual([{ id: waiting }])
  expect(await bars()).toEqual([])
})

test('contacts, counts, amounts, held sends and trust are deleted when their period is over; what is in use stays [SEC-11]', async () => {
  const [mia, ana] = [await createPayer(api, database, 0), await createPayer(api, database, 0)]
  const at = clock.now()
  await inTransaction(db, (tx) => recordPayee(tx, { accountId: mia.accountId, alias: '+64211110077', message: 'Rent', at }))
  await api.post('/api/asset-transfers/check', { recipientAlias: '+64211110078' }, mia.headers)
  const hold = async (value: string) =>
    (await api.post('/api/held-sends', { assetId: mia.walletId, recipientAlias: '+64211110078', value, purpose: 'bill' }, mia.headers)).body.id as string
  const trust = async (alias: string) => (await api.post('/api/me/trusted-people', { alias }, mia.headers)).body.id as string
  const [cancelled] = [await hold('100'), await hold('200')]
  await api.delete(`/api/held-sends/${cancelled}`, mia.headers)
  const accepted = await trust(ana.phone)
  await api.post(`/api/me/trusted-people/${accepted}/accept`, {}, ana.headers)
  await trust('+64211110079')
  const left = async () => {
    const count = async (table: string, column: string, value: string) =>
      (await rowsOf(sql`select from ${sql.table(table)} where ${sql.ref(column)}::text = ${value}`)).length
    return {
      contacts: await count('payee', 'account_id', mia.accountId),
      counts: await count('first_send_alias', 'person_id', mia.personId),
      amounts: await count('recent_send', 'account_id', mia.accountId),
      held: await count('held_send', 'person_id', mia.personId),
      trust: await count('trusted_person', 'person_id', mia.personId),
    }
  }
  await applyAfter(1)
  expect(await left()).toEqual({ contacts: 1, counts: 1, amounts: 1, held: 2, trust: 2 })
  await applyAfter(3)
  expect(await left()).toEqual({ contacts: 1, counts: 0, amounts: 1, held: 2, trust: 2 })
  await applyAfter(31)
  expect(await left()).toEqual({ contacts: 1, counts: 0, amounts: 1, held: 1, trust: 1 })
  await applyAfter(91)
  expect(await left()).toMatchObject({ contacts: 1, amounts: 0 })
  await applyAfter(731)
  expect(await left()).toEqual({ contacts: 0, counts: 0, amounts: 0, held: 1, trust: 1 })
})
