import { deskEndpoints } from '@nikau/contract/desk/endpoints'
import { randomIds, systemClock } from '@nikau/runtime'
import { createAccessToken, fakeClock, testDatabase } from '@nikau/testing'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { bankNumber, createPayer, createShop, runningApi } from '../../fixtures.ts'
import { auditHead, auditSince, runningDesk, samplePath, type SignedInOperator } from '../../http/desk/fixtures.ts'
import { raiseException } from '../exceptions/index.ts'
import { operationsJobs } from '../operations/index.ts'

const database = await testDatabase()
const { db } = database.owner
const clock = fakeClock(new Date().toISOString())
const api = await runningApi(database, { clock: systemClock, wallClock: systemClock })
const desk = await runningDesk(database, { wallClock: clock, env: { DESK_MODE: 'test' } })
const tama = await desk.operator('tama', ['support'])
const kiri = await desk.operator('kiri', ['compliance'])
const mere = await desk.operator('mere', ['finance'])

const named = async (payer: Awaited<ReturnType<typeof createPayer>>, givenName: string, familyName: string) => {
  await sql`update identity.person set given_name = ${givenName}, family_name = ${familyName}, email = ${`${givenName}@example.nz`.toLowerCase()}, email_verified = true
    where phone = ${payer.phone}`.execute(db)
  const { rows } = await sql<{ id: string }>`select id from identity.person where phone = ${payer.phone}`.execute(db)
  return { ...payer, personId: rows[0]!.id, number: rows[0]!.id.slice(0, 8).toUpperCase() }
}
const mia = await named(await createPayer(api, database), 'Mia', 'Tūhoro')
const path = `/api/desk/customers/${mia.accountId}`
const find = async (operator: SignedInOperator, term: string) => await operator.get(`/api/desk/customers?find=${encodeURIComponent(term)}`)
const reveal = (operator: SignedInOperator, more: object = {}, of = path) =>
  operator.post(`${of}/reveal`, { group: 'contact', reason: 'in-contact', reference: '20931', ...more })
/** What may be read of Mia by nobody who has not given a reason. */
const personal = [mia.phone, mia.phone.slice(4), 'Tūhoro', 'mia@example.nz']
const expectMasked = (answer: unknown) => {
  for (const value of personal) expect(JSON.stringify(answer)).not.toContain(value)
}

test('a customer is found by number, phone, e-mail, reference and name without macrons, masked by the database [DESK-66]', async () => {
  const linked = await api.post(
    '/api/bank-accounts',
    { accountId: mia.accountId, bankAccountName: 'Everyday', bankAccountNumber: bankNumber('test') },
    mia.headers,
  )
  await sql`insert into funds_transfer (id, type, account_id, wallet_id, bank_account_id, liveness, amount, status, reference, code, posting, created_at, created_by, updated_at)
    values ('mia-topup', 'topup', ${mia.accountId}, ${mia.walletId}, ${linked.body.id}, 'test', 12000, 'created', 'TB5RZQ7XKD2M', '4929', (select max(id) from ledger.posting), now(), ${mia.personId}, now())`.execute(
    db,
  )
  for (const [term, by] of [
    [mia.number, 'number'],
    [mia.phone, 'phone'],
    [`0${mia.phone.slice(3)}`, 'phone'],
    ['MIA@example.nz', 'email'],
    ['tb5rzq7xkd2m', 'reference'],
    ['tuhoro', 'name'],
    ['TŪH mia', 'name'],
  ] as const) {
    const { status, body } = await find(tama, term)
    expect({ term, status, by: body.by }).toEqual({ term, status: 200, by })
    expect(body.items).toEqual([
      {
        id: mia.accountId,
        number: mia.number,
        maskedName: 'Mia T.',
        maskedPhone: expect.stringMatching(/^021 ••• ••\d\d$/),
        joinedAt: expect.any(String),
        state: 'active',
      },
    ])
    expectMasked(body)
  }
  expect((await find(tama, 'mia brown')).body.items).toEqual([])
  expect((await find(tama, 'mi')).body.message).toBe('TOO_BROAD')
})

test('more than twenty people are refused as too broad, twenty are not, and the log has the kind of the term alone [DESK-66]', async () => {
  for (let n = 0; n < 20; n++) await named(await createPayer(api, database, 0), 'Wiremu', 'Ngata')
  const head = await auditHead(database)
  expect((await find(tama, 'wiremu')).body.items).toHaveLength(20)
  await named(await createPayer(api, database, 0), 'Wiremu', 'Ngata')
  expect(await find(tama, 'wiremu')).toMatchObject({ status: 403, body: { message: 'TOO_BROAD' } })
  const entries = await auditSince(database, head)
  expect(entries.map(({ kind, detail }) => ({ kind, detail }))).toEqual([
    { kind: 'looked', detail: { by: 'name' } },
    { kind: 'refused', detail: { by: 'name' } },
  ])
})

test('a customer is shown with wallets, limits, bank accounts, transfers, movements and notes, and with nothing personal unmasked [DESK-67] [DESK-16]', async () => {
  const shop = await createShop(api, database)
  await mia.pay((await shop.createRequest(850)).id)
  const { body } = await mere.get(path)
  expect(body.customer).toMatchObject({
    number: mia.number,
    maskedName: 'Mia T.',
    maskedEmail: 'm•••@•••.nz',
    emailVerified: true,
    state: 'active',
    bankAccounts: [{ bank: expect.any(String), maskedNumber: expect.stringMatching(/^\d\d-.*•/), directDebit: false }],
    notes: [],
  })
  expect(body.customer.transfers).toContainEqual(expect.objectContaining({ reference: 'TB5RZQ7XKD2M', amount: '12000', status: 'created' }))
  const balance = await sql<{ balance: string }>`select balance::text from ledger.account where id = ${`asset:${mia.walletId}`}`.execute(db)
  const wallet = body.customer.wallets.find(({ id }: { id: string }) => id === mia.walletId)
  expect(wallet.posted).toBe(balance.rows[0]!.balance)
  expect(body.customer.limits).toContainEqual(expect.objectContaining({ type: 'spend', period: 'monthly', used: '850', own: false }))
  const movements = await mere.get(`${path}/movements`)
  expect(movements.body.items[0]).toMatchObject({ kind: 'payment', amount: '-850', walletId: mia.walletId, posting: expect.stringMatching(/^\d+$/) })
  expectMasked([body, movements.body])
})

test('name and contact are shown once for a reason, and the log has reason, reference and fields, never the values [DESK-68] [DESK-16] [DESK-21]', async () => {
  const head = await auditHead(database)
  expect((await reveal(mere)).body.message).toBe('OUTSIDE_ROLE')
  expect((await reveal(tama, { reason: 'curious' })).status).toBe(400)
  expect((await reveal(tama, { reference: '' })).status).toBe(400)
  const { status, body } = await reveal(tama)
  expect({ status, body }).toEqual({
    status: 200,
    body: { givenName: 'Mia', familyName: 'Tūhoro', phone: mia.phone, email: 'mia@example.nz', until: new Date(clock.now().getTime() + 300_000).toISOString() },
  })
  const entries = await auditSince(database, head)
  expect(entries.map(({ kind, refusal }) => refusal ?? kind)).toEqual(['OUTSIDE_ROLE', 'BAD_REQUEST', 'BAD_REQUEST', 'looked'])
  expect(entries.at(-1)).toMatchObject({
    operator: 'tama',
    endpoint: 'POST /api/desk/customers/:id/reveal',
    subject: `account:${mia.accountId}`,
    reason: 'in-contact',
    detail: { group: 'contact', fields: 'name phone email', reference: '20931' },
  })
  expectMasked(entries.map(({ no: _no, ...entry }) => entry))
})

test('the function that shows contact details answers nobody without an open session and the role, whatever the process asks [DESK-68]', async () => {
  const asDesk = database.openAs('nikau_desk_api').db
  const call = async (secret: Buffer) =>
    (await sql<{ answer: unknown }>`select desk_reveal_contact(${secret}, ${clock.now()}, ${mia.accountId}, 'x', 'in-contact', '1') as answer`.execute(asDesk))
      .rows[0]!.answer
  const { rows } = await sql<{ operator: string; hash: Buffer }>`select operator, secret_hash as hash from desk_session`.execute(db)
  const secretOf = (operator: string) => rows.find((row) => row.operator === operator)!.hash
  expect(await call(Buffer.alloc(32))).toBeNull()
  expect(await call(secretOf('mere'))).toBeNull()
  expect(await call(secretOf('kiri'))).toMatchObject({ phone: mia.phone })
  await expect(sql`select phone from identity.person`.execute(asDesk)).rejects.toThrow(/permission denied/)
})

test('an operator sees and reveals nothing of their own account [DESK-11]', async () => {
  const headers = { authorization: `Bearer ${await createAccessToken(database, tama.personId)}` }
  const account = await api.post('/api/accounts', { name: 'Tama', type: 'individual' }, headers)
  const own = `/api/desk/customers/${account.body.id}`
  const answers = [await tama.get(own), await tama.get(`${own}/movements`), await tama.get(`${own}/looks`), await reveal(tama, {}, own)]
  expect(answers.map(({ body }) => body.message)).toEqual(Array.from({ length: 4 }, () => 'OWN_ACCOUNT'))
})

test('who looked, when, why and at what is listed for the customer [DESK-22]', async () => {
  const { body } = await kiri.get(`${path}/looks`)
  expect(body.items.find(({ group, by }: { group?: string; by: { id: string } }) => group && by.id === 'tama')).toEqual({
    at: expect.any(String),
    by: { id: 'tama', name: 'tama' },
    endpoint: 'POST /api/desk/customers/:id/reveal',
    kind: 'looked',
    group: 'contact',
    reason: 'in-contact',
    reference: '20931',
  })
  expect(body.items.some(({ by, endpoint }: { by: { id: string }; endpoint: string }) => by.id === 'mere' && endpoint === 'GET /api/desk/customers/:id')).toBe(
    true,
  )
  expectMasked(body)
})

test('twenty reveals an hour and sixty a day, two at once included; compliance is told, and lists what named nothing open the day after [DESK-69]', async () => {
  const hana = await desk.operator('hana', ['operations'])
  await raiseException(db, { kind: 'statement-sum', ref: 'hana', at: clock.now() })
  const { rows } = await sql<{ id: string }>`select id::text from operator_exception where ref = 'hana'`.execute(db)
  const some = async (count: number) =>
    (await Promise.all(Array.from({ length: count }, () => reveal(hana, { reason: 'exception', reference: rows[0]!.id })))).map(({ status }) => status)
  const ok = (statuses: number[]) => statuses.filter((status) => status === 200).length
  expect(ok(await some(25))).toBe(20)
  for (let hour = 0; hour < 2; hour++) {
    clock.advance(3_601_000)
    await desk.usePasskey(hana, clock.now())
    await sql`update desk_session set input_at = ${clock.now()}`.execute(db)
    expect(ok(await some(21))).toBe(20)
  }
  clock.advance(3_601_000)
  await sql`update desk_session set input_at = ${clock.now()}`.execute(db)
  expect(await reveal(hana, { reference: '4711' })).toMatchObject({ status: 403, body: { message: 'REVEAL_LIMIT' } })
  const { rows: jobs } = await sql<{
    count: number
  }>`select count(*)::int as count from graphile_worker.jobs where task_identifier = 'tell-reveal-limit'`.execute(db)
  expect(jobs[0]!.count).toBe(1)

  await reveal(kiri, { reference: '4711' })
  const later = fakeClock(new Date(clock.now().getTime() + 86_400_000).toISOString())
  const { 'list-reveals': list, 'tell-reveal-limit': tell } = operationsJobs({
    db: database.openAs('nikau_worker').db,
    clock: later,
    ids: randomIds,
  } as never).tasks
  await tell!({ operator: 'hana' }, undefined as never)
  for (let run = 0; run < 2; run++) await list!({}, undefined as never)
  const raised = await sql<{ kind: string; ref: string; refs: Record<string, string> }>`
    select kind, ref, refs from operator_exception where kind like 'reveal%' order by kind`.execute(db)
  expect(raised.rows.map(({ kind }) => kind)).toEqual(['reveal-limit', 'reveals-to-review'])
  expect(raised.rows[0]!.ref).toMatch(/^hana /)
  const { body } = await kiri.get(`/api/desk/reveals?day=${raised.rows[1]!.ref}`)
  expect(body.items.filter(({ open }: { open: boolean }) => !open)).toHaveLength(Number(raised.rows[1]!.refs.reveals))
  expect(body.items.filter(({ by, open }: { by: { id: string }; open: boolean }) => by.id === 'hana' && !open)).toEqual([])
})

test('a freeze of everything signs the customer out at once, a freeze of money out does not, and a passkey is removed only while frozen [DESK-71] [DESK-73]', async () => {
  const ana = await named(await createPayer(api, database), 'Ana', 'Reti')
  const of = `/api/desk/customers/${ana.accountId}`
  const isIn = async () => (await api.get('/api/account-memberships', ana.headers)).status === 200
  const key = () => crypto.randomUUID()
  await desk.usePasskey(tama, clock.now())
  await sql`insert into identity.passkey (id, person_id, public_key, counter, transports, backed_up, name, created_at) values ('ana-key', ${ana.personId}, 'x', 0, '{}', false, 'Phone', now())`.execute(
    db,
  )
  expect((await tama.post(`${of}/passkeys/remove`, { key: key(), note: 'Lost phone' })).body).toMatchObject({ message: 'NOT_POSSIBLE', reason: 'NOT_FROZEN' })
  const [session] = (await tama.get(of)).body.customer.sessions
  expect(session).toMatchObject({ id: expect.stringMatching(/^[0-9a-f]{24}$/), device: expect.any(String) })
  const note = 'She called and does not know this device'
  const frozen = await tama.post(`${of}/freeze`, { key: key(), scope: 'money-out', reason: 'You reported a lost phone', note })
  expect(frozen.body.customer).toMatchObject({ state: 'frozen', freeze: { by: 'operator', reason: 'You reported a lost phone' } })
  expect(await isIn()).toBe(true)
  const removed = await tama.post(`${of}/passkeys/remove`, { key: key(), note })
  expect(removed.body.customer).toMatchObject({ passkeys: 0, sessions: [] })
  await expect.poll(isIn).toBe(false)

  const eve = await named(await createPayer(api, database), 'Eve', 'Reti')
  const freezeAll = { key: key(), scope: 'everything', reason: 'You reported a stolen phone', note }
  const twice = await Promise.all([1, 2].map(() => tama.post(`/api/desk/customers/${eve.accountId}/freeze`, freezeAll)))
  for (const { body } of twice) expect(body.customer).toMatchObject({ state: 'frozen', sessions: [] })
  await expect.poll(async () => (await api.get('/api/account-memberships', eve.headers)).status).toBe(401)
})

test('one session is ended through the identity provider, and the customer is told [DESK-73]', async () => {
  const ana = await named(await createPayer(api, database, 0), 'Ana', 'Paki')
  const other = { authorization: `Bearer ${await createAccessToken(database, ana.personId)}` }
  const of = `/api/desk/customers/${ana.accountId}`
  const status = async (headers: { authorization: string }) => (await api.get('/api/account-memberships', headers)).status
  const { sessions } = (await tama.get(of)).body.customer
  expect(sessions).toHaveLength(2)
  expect(await Promise.all([ana.headers, other].map(status))).toEqual([200, 200])
  const body = { key: crypto.randomUUID(), note: 'Not her device' }
  expect((await mere.post(`${of}/sessions/${sessions[0].id}/end`, body)).body.message).toBe('OUTSIDE_ROLE')
  expect((await tama.post(`${of}/sessions/${'0'.repeat(24)}/end`, body)).body.reason).toBe('SESSION_NOT_FOUND')
  const ended = await tama.post(`${of}/sessions/${sessions[0].id}/end`, { ...body, key: crypto.randomUUID() })
  expect(ended.body.customer.sessions.map(({ id }: { id: string }) => id)).toEqual([sessions[1].id])
  await expect.poll(async () => (await Promise.all([ana.headers, other].map(status))).toSorted((a, b) => a - b)).toEqual([200, 401])
  const { rows } = await sql<{ body: string }>`select body from message where recipient = ${ana.phone}`.execute(db)
  expect(rows.map((row) => row.body)).toContainEqual(expect.stringContaining('signed you out'))
})

test('a note stays with the customer and can not be changed [DESK-67]', async () => {
  const note = 'Asked why the withdrawal is not at ASB'
  const { body } = await tama.post(`${path}/notes`, { key: crypto.randomUUID(), note })
  expect(body.customer.notes).toEqual([{ by: { id: 'tama', name: 'tama' }, at: expect.any(String), note }])
  await expect(sql`update account_note set note = 'x'`.execute(database.openAs('nikau_worker').db)).rejects.toThrow(/permission denied/)
})

test('no call of the desk answers card numbers, codes, secrets or tokens, whatever the role [DESK-70]', async () => {
  const planted = 'planted-secret-ZQXJ'
  await sql`update bank_account set sealed_number = ${planted}::bytea where account_id = ${mia.accountId}`.execute(db)
  await sql`update funds_transfer set code = '4929' where id = 'mia-topup'`.execute(db)
  await sql`update message set body = ${planted} where recipient = ${mia.phone}`.execute(db)
  const everything = await desk.operator('everything', ['support', 'operations', 'finance', 'finance-lead', 'risk'])
  const auditor = await desk.operator('auditor', ['auditor'])
  const reads = Object.values(deskEndpoints).filter(({ method, path: of }) => method === 'GET' && of.startsWith('/api/desk/'))
  let answered = 0
  for (const operator of [everything, kiri, auditor])
    for (const endpoint of reads) {
      const query = endpoint.path === '/api/desk/customers' ? '?find=tuhoro' : ''
      const { status, body } = await operator.get(samplePath(endpoint, mia.accountId) + query)
      if (status === 200) answered++
      const text = JSON.stringify(body)
      for (const secret of [planted, '"4929"', Buffer.from(planted).toString('hex'), Buffer.from(planted).toString('base64'), 'planted-secret'])
        expect(text).not.toContain(secret)
    }
  expect(answered).toBeGreaterThan(10)
})
