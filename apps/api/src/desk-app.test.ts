import { createHash } from 'node:crypto'
import { deskEndpoints } from '@nikau/contract/desk/endpoints'
import { deskRoles } from '@nikau/contract/desk/roles'
import { endpoints } from '@nikau/contract/endpoints'
import { createPerson, fakeClock, testDatabase } from '@nikau/testing'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { runningApi } from './fixtures.ts'
import { auditHead, auditSince, runningDesk, samplePath, type SignedInOperator } from './http/desk/fixtures.ts'

// Who is at the desk: its listener, sessions, roles, and the audit log of every call.

const database = await testDatabase()
const wallClock = fakeClock(new Date().toISOString())
const desk = await runningDesk(database, { wallClock })
const api = await runningApi(database, { env: { RATE_LIMIT_FAILED: '100000', RATE_LIMIT_SCALE: '1000' } })
const owner = database.owner.db

const pita = await desk.operator('pita', ['operations'])
const calls = Object.values(deskEndpoints)
const call = async (operator: SignedInOperator, endpoint: (typeof calls)[number]) => {
  const path = samplePath(endpoint)
  if (endpoint.method === 'GET') return await operator.get(path)
  return endpoint.method === 'PUT' ? await operator.put(path, {}) : await operator.post(path, {})
}

test('the public listener has no call and no page of the desk, and the desk none of the public ones [DESK-01] [DESK-02]', async () => {
  const person = await createPerson(database)
  expect(calls.length).toBeGreaterThan(9)
  for (const endpoint of calls)
    for (const headers of [{}, person.headers, { cookie: pita.cookie, 'x-nikau-desk': '1' }])
      expect((await api.app.inject({ method: endpoint.method, url: samplePath(endpoint), headers })).statusCode).toBe(404)
  for (const path of ['/desk', '/desk/', '/desk/sign-in', '/api/desk/sign-in', '/api/desk/oidc-callback']) expect((await api.get(path)).status).toBe(404)
  for (const { method, path } of Object.values(endpoints))
    expect((await desk.call(method, path.replaceAll(/:\w+/g, 'x'), { cookie: pita.cookie, ...person.headers })).status).toBe(404)
})

test('a token of another client opens no call of the desk, and the token of the desk none of the customers’ calls [DESK-02]', async () => {
  const person = await createPerson(database)
  for (const endpoint of calls) {
    const answer = await desk.call(endpoint.method, samplePath(endpoint), { ...person.headers, cookie: `__Secure-nikau-desk=${person.token}` })
    expect({ path: endpoint.path, status: answer.status, code: answer.body.message }).toEqual({ path: endpoint.path, status: 401, code: 'UNAUTHORIZED' })
  }
  const bearer = { authorization: `Bearer ${pita.token}` }
  for (const { method, path } of Object.values(endpoints).filter(({ access }) => access === 'person' || access === 'person-or-key')) {
    const { statusCode } = await api.app.inject({ method, url: path.replaceAll(/:\w+/g, 'x'), headers: bearer, ...(method !== 'GET' && { payload: {} }) })
    expect({ path, statusCode }).toEqual({ path, statusCode: 401 })
  }
})

test('only a page of the desk changes anything: a call without its header is refused, whatever its cookie', async () => {
  const headers = { cookie: pita.cookie }
  expect((await desk.app.inject({ method: 'POST', url: '/api/desk/session/lock', headers })).statusCode).toBe(401)
  const foreign = { ...headers, 'x-nikau-desk': '1', 'sec-fetch-site': 'cross-site' }
  expect((await desk.app.inject({ method: 'POST', url: '/api/desk/session/lock', headers: foreign })).statusCode).toBe(401)
  expect((await pita.get('/api/desk/session')).body.locked).toBe(false)
})

test('a session opens for an operator whom the provider has seen with a passkey, and for nobody else [DESK-03]', async () => {
  const before = await auditHead(database)
  const stranger = await createPerson(database)
  await expect(desk.signIn('stranger', stranger.personId)).rejects.toThrow('NOT_AN_OPERATOR')
  // The process of the desk can not open a session for a token that is not the desk's, or not from a passkey.
  const open = async (token: string) =>
    (
      await sql<{ refusal: string | null }>`
      select desk_open_session(${createHash('sha256').update(token).digest('hex')}, ${Buffer.alloc(32, 1)}, '\\x00', 'dev', ${wallClock.now()}) as refusal`.execute(
        database.openAs('nikau_desk_api').db,
      )
    ).rows[0]!.refusal
  expect(await open(stranger.token)).toBe('UNAUTHORIZED')
  expect(await open('a-token-that-nobody-has-issued')).toBe('UNAUTHORIZED')
  const rows = await auditSince(database, before)
  expect(rows).toMatchObject([{ operator: null, kind: 'sign-in', refusal: 'NOT_AN_OPERATOR' }])
})

test('without input for 15 minutes a session is locked until the passkey was used; a refresh is no input [DESK-05]', async () => {
  const mere = await desk.operator('mere', ['finance'])
  wallClock.advance(14 * 60_000)
  expect((await mere.get('/api/desk/proposals')).status).toBe(200)
  expect((await mere.post('/api/desk/session/input')).status).toBe(200)
  wallClock.advance(14 * 60_000)
  expect((await mere.get('/api/desk/proposals')).status).toBe(200)
  wallClock.advance(60_000)
  for (const endpoint of calls.filter(({ whileLocked }) => !whileLocked)) {
    const { status, body } = await call(mere, endpoint)
    expect({ path: endpoint.path, status, code: body.message }).toEqual({ path: endpoint.path, status: 401, code: 'SESSION_LOCKED' })
  }
  // Input does not open it again, and neither does a passkey that was used before.
  await mere.post('/api/desk/session/input')
  expect((await mere.get('/api/desk/session')).body.locked).toBe(true)
  const unlock = async () =>
    (
      await sql<{
        opened: boolean
      }>`select desk_unlock(${createHash('sha256').update(mere.cookie.split('=')[1]!).digest()}, ${wallClock.now()}) as opened`.execute(
        database.openAs('nikau_desk_api').db,
      )
    ).rows[0]!.opened
  expect(await unlock()).toBe(false)
  await desk.usePasskey(mere, wallClock.now())
  expect(await unlock()).toBe(true)
  expect((await mere.get('/api/desk/proposals')).status).toBe(200)
  await mere.post('/api/desk/session/lock')
  expect((await mere.get('/api/desk/proposals')).body.message).toBe('SESSION_LOCKED')
})

test('a session ends ten hours after sign-in, and with the first role that its operator loses [DESK-06]', async () => {
  const hana = await desk.operator('hana', ['finance', 'finance-lead'])
  expect((await hana.get('/api/desk/session')).status).toBe(200)
  await sql`update operator set roles = '{finance}' where id = 'hana'`.execute(owner)
  expect((await hana.get('/api/desk/session')).body.message).toBe('UNAUTHORIZED')
  const rangi = await desk.operator('rangi', ['risk'])
  await sql`update operator set roles = '{}' where id = 'rangi'`.execute(owner)
  expect((await rangi.get('/api/desk/session')).status).toBe(401)
  const aroha = await desk.operator('aroha', ['finance-lead'])
  for (let minutes = 0; minutes < 590; minutes += 10) {
    wallClock.advance(10 * 60_000)
    await aroha.post('/api/desk/session/input')
  }
  expect((await aroha.get('/api/desk/session')).status).toBe(200)
  wallClock.advance(10 * 60_000)
  expect((await aroha.get('/api/desk/session')).status).toBe(401)
})

test('signing out ends the session in every process, and so does the provider [DESK-06]', async () => {
  const [kiri, tama] = [await desk.operator('kiri', ['compliance']), await desk.operator('tama', ['support'])]
  await kiri.post('/api/desk/session/end')
  expect((await kiri.get('/api/desk/session')).status).toBe(401)
  await sql`select identity.end_sessions(${tama.personId})`.execute(owner)
  expect((await tama.get('/api/desk/session')).status).toBe(401)
})

test('approving needs a passkey of the last ten minutes, in the worker, too [DESK-07]', async () => {
  const wiremu = await desk.operator('wiremu', ['finance'])
  const propose = () =>
    wiremu.post('/api/desk/proposals', {
      kind: 'adjustment',
      content: { debit: 'own:nzd.main', credit: 'losses:nzd.main', amount: '100', words: 'correction' },
      note: 'Booked twice',
      evidence: ['ticket 1'],
      key: crypto.randomUUID(),
    })
  expect((await propose()).status).toBe(200)
  wallClock.advance(10 * 60_000 + 1000)
  await desk.usePasskey(wiremu, new Date(wallClock.now().getTime() - 10 * 60_000 - 1000))
  expect((await propose()).body.message).toBe('STEP_UP_REQUIRED')
  expect((await wiremu.post('/api/desk/proposals/x/approve')).body.message).toBe('STEP_UP_REQUIRED')
  await desk.usePasskey(wiremu, wallClock.now())
  expect((await propose()).status).toBe(200)
})

test('every call has its roles; every other operator is refused with OUTSIDE_ROLE, and the log says so [DESK-08] [DESK-09] [DESK-15]', async () => {
  let refused = 0
  for (const role of deskRoles) {
    const operator = await desk.operator(`one-${role}`, [role])
    for (const endpoint of calls.filter(({ path }) => !path.endsWith('/session/end') && !path.endsWith('/session/lock'))) {
      const before = await auditHead(database)
      const { status, body } = await call(operator, endpoint)
      const may = endpoint.roles.includes(role)
      expect({ role, path: endpoint.path, outside: body?.message === 'OUTSIDE_ROLE' && status === 403 }).toEqual({ role, path: endpoint.path, outside: !may })
      if (may) continue
      refused++
      expect(await auditSince(database, before)).toMatchObject([
        { operator: operator.id, roles: [role], kind: 'refused', endpoint: `${endpoint.method} ${endpoint.path}`, refusal: 'OUTSIDE_ROLE' },
      ])
    }
  }
  expect(refused).toBeGreaterThan(3)
})

test('every answer is written to the audit log in one chain without a gap, and nobody can change it [DESK-15] [DESK-17] [DESK-18]', async () => {
  const before = await auditHead(database)
  const ana = await desk.operator('ana', ['auditor'])
  await Promise.all(Array.from({ length: 20 }, () => ana.get('/api/desk/proposals')))
  const rows = await auditSince(database, before)
  expect(rows.map(({ kind, endpoint }) => `${kind} ${endpoint}`)).toEqual([
    'sign-in sign-in',
    ...Array.from({ length: 20 }, () => 'looked GET /api/desk/proposals'),
  ])
  expect(rows.map(({ no }) => no)).toEqual(rows.map((_, index) => before + 1n + BigInt(index)))
  const broken = async () => (await sql`select * from invariant_desk_audit_chain_holds`.execute(owner)).rows
  expect(await broken()).toEqual([])
  for (const statement of ['update desk_audit set operator = null', 'delete from desk_audit', 'truncate desk_audit'])
    for (const db of [owner, database.openAs('nikau_desk_api').db, database.openAs('nikau_worker').db])
      await expect(sql.raw(statement).execute(db)).rejects.toThrow(/append-only|permission denied/)
  for (const role of ['nikau_api', 'nikau_worker', 'nikau_desk_api'] as const)
    await expect(
      sql`insert into desk_audit (at, roles, kind, endpoint, detail) values (now(), '{}', 'looked', 'x', '{}')`.execute(database.openAs(role).db),
    ).rejects.toThrow('permission denied')
  // An administrator who switches the triggers off is found by the chain.
  await owner
    .transaction()
    .execute(async (tx) => {
      await sql`alter table desk_audit disable trigger append_only`.execute(tx)
      await sql`update desk_audit set operator = 'hemi' where no = ${rows[3]!.no}`.execute(tx)
      expect((await sql<{ no: bigint }>`select no from invariant_desk_audit_chain_holds`.execute(tx)).rows).toContainEqual({ no: rows[3]!.no })
      throw new Error('undo')
    })
    .catch((error: Error) => expect(error.message).toBe('undo'))
})

test('a call whose input is wrong is in the audit log, too [DESK-15]', async () => {
  const daniel = await desk.operator('daniel', ['finance'])
  const before = await auditHead(database)
  expect((await daniel.post('/api/desk/proposals', { kind: 'adjustment', note: 'x' })).status).toBe(400)
  expect((await daniel.post('/api/desk/proposals', { kind: 'no-such-act', note: 'Why not', key: crypto.randomUUID() })).status).toBe(400)
  expect(await auditSince(database, before)).toMatchObject([
    { operator: 'daniel', kind: 'refused', endpoint: 'POST /api/desk/proposals', refusal: 'BAD_REQUEST' },
    { operator: 'daniel', kind: 'refused', endpoint: 'POST /api/desk/proposals', refusal: 'BAD_REQUEST' },
  ])
})

test('nothing of the desk is stored by a browser or framed by a page [DESK-98]', async () => {
  for (const path of ['/api/desk/session', '/api/desk/proposals', '/api/desk/nothing']) {
    const { headers } = await pita.get(path)
    expect(headers['cache-control']).toBe('no-store')
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
  }
})
