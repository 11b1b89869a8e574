// A running desk for tests, on the test file's own database, with a worker that answers; operators as the provider signs them in.
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { type DeskEndpoint } from '@nikau/contract/desk/endpoint'
import type { DeskRole } from '@nikau/contract/desk/roles'
import { pathOf } from '@nikau/contract'
import { type Clock, createKeyRing, createMetrics, systemClock } from '@nikau/runtime'
import { createAccessToken, createPerson, silent, type TestDatabase } from '@nikau/testing'
import { sql } from 'kysely'
import { afterAll } from 'vitest'
import { createDeskApp } from '../../desk-app.ts'
import { readDeskConfig } from '../../desk-config.ts'
import type { OperationsDeps } from '../../modules/operations/act.ts'
import { startAnswering } from '../../modules/operations/fixtures.ts'
import { hashOf, openSession } from './session.ts'

export interface DeskAnswer {
  status: number
  // oxlint-disable-next-line typescript/no-explicit-any -- tests read answers freely
  body: any
  headers: Record<string, unknown>
}

export interface SignedInOperator {
  id: string
  personId: string
  token: string
  cookie: string
  get(path: string, headers?: Record<string, string>): Promise<DeskAnswer>
  post(path: string, payload?: object, headers?: Record<string, string>): Promise<DeskAnswer>
  put(path: string, payload?: object): Promise<DeskAnswer>
}

/** The desk with the login of its process, so that a call fails which needs more than db/grants.sql grants it. */
export async function runningDesk(
  database: TestDatabase,
  options: {
    clock?: Clock
    wallClock?: Clock
    env?: Record<string, string>
    /** The worker's, where a test has banks. */
    bankFiles?: OperationsDeps['bankFiles']
  } = {},
) {
  const clock = options.clock ?? systemClock
  const wallClock = options.wallClock ?? systemClock
  const config = readDeskConfig({ DATABASE_URL: database.urlAs('nikau_desk_api'), RATE_LIMIT_SCALE: '1000', ...options.env })
  const keys = createKeyRing(config.DESK_KEYS, { purpose: 'nikau desk sessions' })
  const app = await createDeskApp({
    config,
    database: database.openAs('nikau_desk_api'),
    log: silent,
    clock,
    wallClock,
    metrics: createMetrics('desk'),
  })
  const stopAnswering = startAnswering(database, clock, options.bankFiles && { bankFiles: options.bankFiles })
  afterAll(async () => {
    await app.close()
    await stopAnswering()
  })
  const call = async (method: DeskEndpoint['method'], url: string, headers: Record<string, string>, payload?: object): Promise<DeskAnswer> => {
    const response = await app.inject({ method, url, headers: { 'x-nikau-desk': '1', ...headers }, ...(payload && { payload }) })
    const isJson = String(response.headers['content-type']).includes('json')
    return { status: response.statusCode, body: isJson ? response.json() : response.body, headers: response.headers }
  }
  const signIn = async (id: string, personId: string): Promise<SignedInOperator> => {
    const token = await createAccessToken(database, personId, new Date(wallClock.now().getTime() + 11 * 3_600_000), {
      amr: ['pop', 'user', 'desk'],
      clientId: 'nikau-desk',
      signedInAt: wallClock.now(),
    })
    const secret = randomBytes(32).toString('base64url')
    const secretHash = hashOf(secret)
    const { sealed: sealedToken, keyId } = keys.seal(token, secretHash.toString('hex'))
    const refusal = await openSession(database.openAs('nikau_desk_api').db, {
      tokenHash: createHash('sha256').update(token).digest('hex'),
      secretHash,
      sealedToken,
      keyId,
      now: wallClock.now(),
    })
    if (refusal) throw new Error(`not signed in: ${refusal}`)
    const cookie = `__Secure-nikau-desk=${secret}`
    return {
      id,
      personId,
      token,
      cookie,
      get: (path, headers) => call('GET', path, { cookie, ...headers }),
      post: (path, payload, headers) => call('POST', path, { cookie, ...headers }, payload ?? {}),
      put: (path, payload) => call('PUT', path, { cookie }, payload ?? {}),
    }
  }
  return {
    app,
    call,
    signIn,
    /** A new operator with these roles, signed in. */
    operator: async (id: string, roles: readonly DeskRole[]): Promise<SignedInOperator> => {
      const { personId } = await createPerson(database, { givenName: id })
      await sql`insert into operator (id, name, login, person_id, roles, created_at) values (${id}, ${id}, ${`desk-${id}`}, ${personId}, ${roles}::text[], now())`.execute(
        database.owner.db,
      )
      return await signIn(id, personId)
    },
    /** As the provider records the use of a passkey in the operator's session. */
    usePasskey: async (operator: SignedInOperator, at: Date) => {
      await sql`
        insert into identity.step_up (session_uid, person_id, acr, authenticated_at)
        select payload ->> 'sessionUid', ${operator.personId}, 'passkey', ${at} from identity.oidc where model = 'AccessToken' and id = ${createHash('sha256').update(operator.token).digest('hex')}
        on conflict (session_uid) do update set authenticated_at = excluded.authenticated_at`.execute(database.owner.db)
    },
  }
}

export interface AuditRow {
  no: bigint
  operator: string | null
  roles: string[]
  kind: string
  endpoint: string
  subject: string | null
  detail: Record<string, string>
  reason: string | null
  refusal: string | null
}

/** The audit log from a number on, oldest first. */
export async function auditSince(database: TestDatabase, no: bigint): Promise<AuditRow[]> {
  const { rows } = await sql<AuditRow>`
    select no, operator, roles, kind, endpoint, subject, detail, reason, refusal from desk_audit where no > ${no} order by no`.execute(database.owner.db)
  return rows
}

export async function auditHead(database: TestDatabase): Promise<bigint> {
  return (await sql<{ no: bigint }>`select no from desk_audit_head`.execute(database.owner.db)).rows[0]!.no
}

/** The path of an endpoint with every parameter filled in. */
export const samplePath = (endpoint: DeskEndpoint, value: string = randomUUID()) =>
  pathOf(endpoint as never, Object.fromEntries([...endpoint.path.matchAll(/:(\w+)/g)].map(([, name]) => [name!, value])))
