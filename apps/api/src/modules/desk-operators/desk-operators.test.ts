import { createHash, randomUUID } from 'node:crypto'
import { deskRoles } from '@nikau/contract/desk/roles'
import { randomIds } from '@nikau/runtime'
import { createPerson, fakeClock, silent, testDatabase } from '@nikau/testing'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { auditHead, auditSince, runningDesk } from '../../http/desk/fixtures.ts'
import { actRules, operationsJobs } from '../operations/index.ts'

const database = await testDatabase()
const owner = database.owner.db
const clock = fakeClock(new Date().toISOString())
const desk = await runningDesk(database, { clock })
const ana = await desk.operator('ana', ['admin'])
const hemi = await desk.operator('hemi', ['admin'])
const kiri = await desk.operator('kiri', ['compliance'])
const mere = await desk.operator('mere', ['finance'])
const ruth = await desk.operator('ruth', ['auditor'])

const proposal = (content: object, more: object = {}) => ({ kind: 'access', content, note: 'Joins the team', evidence: [], key: randomUUID(), ...more })
const about = (id: string, roles: string[], more: object = {}) => ({ operator: id, name: id, login: `desk-${id}`, roles, ...more })
const operators = async () => (await ana.get('/api/desk/operators')).body
const find = async (id: string) => (await operators()).operators.find((operator: { id: string }) => operator.id === id)
const addPasskey = (personId: string) =>
  sql`insert into identity.passkey (id, person_id, public_key, counter, backed_up, name, desk, last_used_at)
    values (${randomUUID()}, ${personId}, '\\x00', 0, false, 'Work laptop', true, '2026-11-17T01:31:00Z')`.execute(owner)
const links = async () =>
  (
    await sql<{
      codeHash: Buffer
      personId: string
    }>`select code_hash as "codeHash", person_id as "personId" from identity.desk_enrolment where used_at is null`.execute(owner)
  ).rows

test('operators are listed with roles, passkeys, last use and last input, for admin, compliance and auditor [DESK-12]', async () => {
  await addPasskey(mere.personId)
  const before = await auditHead(database)
  expect(await find('mere')).toMatchObject({
    name: 'mere',
    login: 'desk-mere',
    roles: ['finance'],
    state: 'active',
    passkeys: 1,
    passkeyUsedAt: '2026-11-17T01:31:00.000Z',
    seenAt: expect.any(String),
    review: { state: 'added' },
  })
  expect(await auditSince(database, before)).toMatchObject([{ operator: 'ana', kind: 'looked', endpoint: 'GET /api/desk/operators' }])
  expect((await find('ruth')).state).toBe('no-passkey')
  for (const reader of [kiri, ruth]) expect((await reader.get('/api/desk/operators')).status).toBe(200)
  expect((await mere.get('/api/desk/operators')).body.message).toBe('OUTSIDE_ROLE')
})

test('who may do what is computed from the rules of the acts [DESK-12]', async () => {
  const { acts } = await operators()
  expect(acts.map(({ kind }: { kind: string }) => kind)).toEqual(Object.keys(actRules))
  const of = (kind: string) => acts.find((act: { kind: string }) => act.kind === kind)
  expect(of('access')).toEqual({ kind: 'access', proposers: ['admin'], agreements: [{ from: '0', needs: [['admin', 'compliance']] }] })
  expect(of('close-exception').agreements).toEqual([
    { from: '0', needs: [] },
    { from: '50000', needs: [['operations', 'finance', 'finance-lead']] },
  ])
  expect(of('adjustment').agreements.at(-1)).toEqual({ from: '1000000', needs: [['finance-lead'], ['compliance']] })
})

test('roles are given by a proposal that somebody else approves, and some never meet in one person [DESK-10] [DESK-12]', async () => {
  expect((await mere.post('/api/desk/proposals', proposal(about('tama', ['support'])))).body.message).toBe('OUTSIDE_ROLE')
  expect((await ana.post('/api/desk/proposals', proposal(about('tama', ['finance', 'compliance'])))).body.message).toBe('ROLES_CONFLICT')
  expect((await ana.post('/api/desk/proposals/preview', proposal(about('tama', ['support']), { key: undefined }))).body.needs).toEqual([
    ['admin', 'compliance'],
  ])
  const { body } = await ana.post('/api/desk/proposals', proposal(about('tama', ['support'])))
  expect(await find('tama')).toBeUndefined()
  expect((await ana.post(`/api/desk/proposals/${body.id}/approve`)).body.message).toBe('SAME_PERSON')
  const approved = await kiri.post(`/api/desk/proposals/${body.id}/approve`)
  expect(approved.body).toMatchObject({ state: 'approved' })
  expect(approved.body.passkeyLink).toBeUndefined()
  expect(await find('tama')).toMatchObject({ roles: ['support'], state: 'no-account' })
  await expect(sql`update operator set roles = '{admin,risk}' where id = 'tama'`.execute(owner)).rejects.toThrow('operator_roles_conflict')
})

test('nobody proposes or approves a change of their own roles or passkeys [DESK-13]', async () => {
  for (const content of [
    about('ana', ['admin', 'auditor']),
    about('ana', ['admin'], { passkey: 'add' }),
    about('new', ['support'], { personId: ana.personId }),
  ])
    expect((await ana.post('/api/desk/proposals', proposal(content))).body.message).toBe('SAME_PERSON')
  const { body } = await ana.post('/api/desk/proposals', proposal(about('hemi', ['admin'], { passkey: 'replace' })))
  expect((await hemi.get(`/api/desk/proposals/${body.id}`)).body.proposal.cannotDecide).toBe('SAME_PERSON')
  expect((await hemi.post(`/api/desk/proposals/${body.id}/approve`)).body.message).toBe('SAME_PERSON')
  expect((await kiri.post(`/api/desk/proposals/${body.id}/decline`, { note: 'Not needed' })).status).toBe(200)
  const own = await hemi.post('/api/desk/proposals', proposal(about('kiri', ['compliance', 'risk'])))
  expect((await kiri.post(`/api/desk/proposals/${own.body.id}/approve`)).body.message).toBe('SAME_PERSON')
  expect((await kiri.get('/api/desk/session')).body.operator.roles).toEqual(['compliance'])
})

test('the link for a passkey reaches the approver alone, once, and is stored as its hash only [DESK-12] [DESK-21]', async () => {
  const person = await createPerson(database, { givenName: 'Aroha' })
  const { body } = await ana.post('/api/desk/proposals', proposal(about('aroha', ['risk'], { personId: person.personId, passkey: 'add' })))
  const first = (await kiri.post(`/api/desk/proposals/${body.id}/approve`)).body
  expect(first.passkeyLink).toEqual({ url: expect.stringMatching(/^http:\/\/localhost:4001\/desk-passkey\/[\w-]{43}$/), until: expect.any(String) })
  const code = first.passkeyLink.url.split('/').at(-1)
  expect(await links()).toEqual([{ personId: person.personId, codeHash: createHash('sha256').update(code).digest() }])
  // Asked again, by the same or another operator, there is no link, and the first one still works.
  expect((await kiri.post(`/api/desk/proposals/${body.id}/approve`)).body).not.toHaveProperty('passkeyLink')
  expect((await kiri.get(`/api/desk/proposals/${body.id}`)).body.proposal).not.toHaveProperty('passkeyLink')
  expect(await links()).toHaveLength(1)
  const tables = ['operator_proposal', 'operator_call', 'operator_approval', 'desk_audit', 'desk_session', 'identity.desk_enrolment', 'graphile_worker.jobs']
  for (const table of tables) {
    const { rows } = await sql`select from ${sql.table(table)} t where t::text like ${`%${code}%`}`.execute(owner)
    expect({ table, rows }).toEqual({ table, rows: [] })
  }
})

test('a replaced passkey no longer opens the desk, and its sessions end [DESK-12]', async () => {
  const hana = await desk.operator('hana', ['finance'])
  await addPasskey(hana.personId)
  await sql`
    insert into identity.oidc (model, id, payload, uid, expires_at)
    select 'Session', ${randomUUID()}, jsonb_build_object('accountId', ${hana.personId}::text, 'authorizations', '{"nikau-desk": {}}'::jsonb), payload ->> 'sessionUid', now() + interval '1 hour'
      from identity.oidc where model = 'AccessToken' and id = ${createHash('sha256').update(hana.token).digest('hex')}`.execute(owner)
  const { body } = await ana.post('/api/desk/proposals', proposal(about('hana', ['finance'], { passkey: 'replace' })))
  expect((await hana.get('/api/desk/session')).status).toBe(200)
  expect((await find('hana')).passkeys).toBe(1)
  expect((await hemi.post(`/api/desk/proposals/${body.id}/approve`)).body.passkeyLink).toBeDefined()
  expect((await hana.get('/api/desk/session')).status).toBe(401)
  expect(await find('hana')).toMatchObject({ passkeys: 0, state: 'no-passkey' })
})

test('what can not be is refused with its reason [DESK-12]', async () => {
  const reasonOf = async (content: object) => (await ana.post('/api/desk/proposals', proposal(content))).body.reason
  expect(await reasonOf(about('tama', ['support'], { passkey: 'add' }))).toBe('PERSON_REQUIRED')
  expect(await reasonOf(about('tama', ['support'], { personId: randomUUID() }))).toBe('PERSON_UNKNOWN')
  expect(await reasonOf(about('tama', ['support'], { personId: mere.personId }))).toBe('PERSON_TAKEN')
  expect(await reasonOf(about('tama', ['support'], { login: 'desk-mere' }))).toBe('LOGIN_TAKEN')
})

test('an operator without roles is signed out at once [DESK-06] [DESK-12]', async () => {
  const rangi = await desk.operator('rangi', ['risk'])
  const { body } = await ana.post('/api/desk/proposals', proposal(about('rangi', [])))
  await kiri.post(`/api/desk/proposals/${body.id}/approve`)
  expect((await rangi.get('/api/desk/session')).status).toBe(401)
  expect((await find('rangi')).state).toBe('suspended')
})

test('no audit row has personal data or a code after looks and acts [DESK-21]', async () => {
  const planted = { name: 'Zebedee Quartermaine', login: 'zebedee.q', note: 'Call +64 27 555 0199, zebedee@example.test, card 4111 1111 1111 1111' }
  const person = await createPerson(database, { givenName: 'Zebedee' })
  const { body } = await ana.post(
    '/api/desk/proposals',
    proposal(
      { operator: 'zq', name: planted.name, login: planted.login, roles: ['support'], personId: person.personId, passkey: 'add' },
      { note: planted.note },
    ),
  )
  const { passkeyLink } = (await kiri.post(`/api/desk/proposals/${body.id}/approve`)).body
  await ana.post('/api/desk/proposals', proposal({ operator: 'zq', name: planted.name, login: 'desk-mere', roles: ['support'] }, { note: planted.note }))
  for (const path of ['/api/desk/operators', '/api/desk/proposals', `/api/desk/proposals/${body.id}`, '/api/desk/audit?subject=operator:zq'])
    await ana.get(path)
  const text = (await sql<{ row: string }>`select a::text as row from desk_audit a`.execute(owner)).rows.map(({ row }) => row).join('\n')
  expect(text).toContain('operator:zq')
  for (const secret of ['Quartermaine', 'zebedee.q', '555 0199', 'example.test', '4111 1111', passkeyLink.url.split('/').at(-1), person.personId])
    expect(text).not.toContain(secret)
})

// The clock stands in the quarter after from here on.
test('in the review another operator confirms, nobody themselves, and who is not confirmed loses all roles once the last day is over [DESK-14]', async () => {
  const { review } = await operators()
  const roles = async () =>
    Object.fromEntries(
      (await sql<{ id: string; roles: string[] }>`select id, roles from operator`.execute(owner)).rows.map((row) => [row.id, row.roles.join(' ')]),
    )
  const errors: object[] = []
  const log = { ...silent, error: (detail: object) => void errors.push(detail) } as typeof silent
  const jobs = operationsJobs({ db: database.openAs('nikau_worker').db, clock, ids: randomIds, log } as never)
  const end = async () => await jobs.tasks['end-unconfirmed-access']!({}, {} as never)
  const confirm = (operator: typeof ana, ids: string[]) =>
    operator.post('/api/desk/proposals', { kind: 'confirm-access', content: { operators: ids }, note: 'Quarterly review', key: randomUUID() })

  // 11 am of the last day of the next review.
  clock.advance(new Date(`${review.next.lastDay}T00:00:00+13:00`).getTime() + 11 * 3_600_000 - clock.now().getTime())
  expect((await operators()).review).toMatchObject({ quarter: expect.stringMatching(/-Q[1-4]$/), lastDay: review.next.lastDay })
  expect((await find('mere')).review).toBeUndefined()
  expect((await confirm(ana, ['ana', 'mere'])).body.message).toBe('SAME_PERSON')
  expect((await confirm(mere, ['kiri'])).body.message).toBe('OUTSIDE_ROLE')
  expect((await confirm(kiri, ['nobody'])).body).toMatchObject({ message: 'NOT_POSSIBLE', reason: 'NOT_AN_OPERATOR' })
  expect((await confirm(kiri, ['mere', 'ana'])).body.state).toBe('approved')
  expect((await confirm(ana, ['kiri'])).status).toBe(200)
  expect((await find('mere')).review).toMatchObject({ state: 'confirmed', by: { id: 'kiri' } })
  await expect(sql`update operator_confirmation set by = operator where operator = 'mere'`.execute(owner)).rejects.toThrow('operator_confirmation_by_another')

  const before = await roles()
  await end()
  expect(await roles()).toEqual(before)
  clock.advance(13 * 3_600_000)
  const head = await auditHead(database)
  await Promise.all([end(), end()])
  // Hemi is an admin whom nobody confirmed: with one admin less, Ana would be alone.
  expect(await roles()).toMatchObject({ mere: 'finance', ana: 'admin', kiri: 'compliance', hemi: 'admin', ruth: '', hana: '', aroha: '' })
  expect(errors).toContainEqual({ operators: ['hemi'], quarter: expect.any(String) })
  const rows = await auditSince(database, head)
  expect(rows.filter(({ subject }) => subject === 'operator:ruth')).toMatchObject([
    { operator: null, kind: 'acted', endpoint: 'end-unconfirmed-access', detail: { call: 'end-access', roles: 'auditor' } },
  ])
  expect((await ruth.get('/api/desk/session')).status).toBe(401)
  await end()
  expect(await auditSince(database, head)).toHaveLength(rows.length)

  // Roles that two people give back are not taken again, and with a second confirmed admin the third can go.
  const { body } = await ana.post('/api/desk/proposals', proposal(about('ruth', ['auditor'])))
  expect((await kiri.post(`/api/desk/proposals/${body.id}/approve`)).status).toBe(200)
  await end()
  expect((await roles()).ruth).toBe('auditor')
  await sql`insert into operator (id, name, login, roles, created_at) values ('wiremu', 'Wiremu', 'wiremu', '{admin}', ${clock.now()})`.execute(owner)
  await end()
  expect((await roles()).hemi).toBe('')
})

test('every role is a column of the table that says who may do what [DESK-12]', async () => {
  const { acts } = await operators()
  for (const { proposers, agreements } of acts)
    expect(deskRoles).toEqual(expect.arrayContaining([...proposers, ...agreements.flatMap(({ needs }: { needs: string[][] }) => needs.flat())]))
})
