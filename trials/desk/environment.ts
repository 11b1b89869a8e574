import { createHash, generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto'
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DeskRole } from '@nikau/contract/desk/roles'
import { createLogins, urlAs } from '@nikau/local-postgres/logins'
import { createAccessToken, createPerson } from '@nikau/testing/fixtures'
import { freePort } from '@nikau/testing/free-port'
import pg from 'pg'
import { createClient } from '../harness/client.ts'
import { startInbox } from '../harness/inbox.ts'
import { migrateWithLogins, openPatientDatabase, startServer } from '../harness/postgres.ts'
import { createProcesses } from '../harness/processes.ts'
import { pause } from '../harness/wait.ts'

const webOrigin = 'http://localhost:4000'
const sha256 = (text: string) => createHash('sha256').update(text).digest()

export type DeskEnvironment = Awaited<ReturnType<typeof startDeskEnvironment>>
export type Operator = Awaited<ReturnType<DeskEnvironment['createOperator']>>

/**
 * PostgreSQL, the API, the worker and the desk, each in a process of its own with its own login. Operators have what a sign-in with a
 * passkey leaves behind: the provider's token and a session of the desk.
 */
export async function startDeskEnvironment() {
  const server = await startServer({ durable: false })
  const url = await server.createDatabase('nikau')
  const database = openPatientDatabase(url)
  await migrateWithLogins(database, url)
  const inbox = await startInbox()
  const anchors = join(server.folder, 'anchors')
  mkdirSync(anchors)
  // The worker signs with a key of its own, and the audit knows the public one.
  const { d, ...publicKey } = { ...generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' }), kid: 'trial' }
  const logs = ['api', 'work', 'desk'].map((name) => join(server.folder, `${name}.log`))
  const ports = { api: await freePort(), work: await freePort(), desk: await freePort() }
  const common = { DATABASE_URL: url, WEB_ORIGIN: webOrigin }
  const processes = createProcesses({
    api: {
      file: 'apps/api/src/serve.ts',
      port: ports.api,
      readyPath: '/readyz',
      env: { ...common, API_PORT: String(ports.api), RATE_LIMIT_SCALE: '1000000' },
      logFile: logs[0]!,
    },
    work: {
      file: 'apps/api/src/work.ts',
      port: ports.work,
      readyPath: '/readyz',
      env: {
        ...common,
        ...inbox.env,
        WORK_PORT: String(ports.work),
        ANCHORS_DIR: anchors,
        ANCHOR_KEY: JSON.stringify({ ...publicKey, d }),
        ANCHOR_PUBLIC_KEYS: JSON.stringify({ keys: [publicKey] }),
      },
      logFile: logs[1]!,
    },
    desk: {
      file: 'apps/api/src/serve-desk.ts',
      port: ports.desk,
      readyPath: '/readyz',
      env: { ...common, DESK_PORT: String(ports.desk), RATE_LIMIT_SCALE: '1000000' },
      logFile: logs[2]!,
    },
  })
  await processes.start('api', 'work', 'desk')
  const api = createClient(`http://127.0.0.1:${ports.api}`)
  const desk = createClient(`http://127.0.0.1:${ports.desk}`)
  const query = async <T extends object>(text: string, values: unknown[] = []) => (await database.pool.query<T>(text, values)).rows

  /** A session of the desk for a person, as the desk opens it after the provider has seen the passkey. */
  async function openSession(personId: string) {
    const now = new Date()
    const token = await createAccessToken(database, personId, new Date(now.getTime() + 11 * 3_600_000), {
      amr: ['pop', 'user', 'desk'],
      clientId: 'nikau-desk',
      signedInAt: now,
    })
    const secret = randomBytes(32).toString('base64url')
    const tokenHash = sha256(token).toString('hex')
    const [opened] = await query<{ refusal: string | null }>('select desk_open_session($1, $2, $3, $4, $5) as refusal', [
      tokenHash,
      sha256(secret),
      Buffer.from('sealed'),
      'dev',
      now,
    ])
    await query(
      `insert into identity.step_up (session_uid, person_id, acr, authenticated_at)
       select payload ->> 'sessionUid', $1, 'passkey', $2 from identity.oidc where model = 'AccessToken' and id = $3`,
      [personId, now, tokenHash],
    )
    return { refusal: opened!.refusal, headers: { cookie: `__Secure-nikau-desk=${secret}`, 'x-nikau-desk': '1' }, token }
  }

  async function createOperator(id: string, roles: readonly DeskRole[]) {
    const { personId } = await createPerson(database, { givenName: id })
    await query(`insert into operator (id, name, login, person_id, roles, created_at) values ($1, $1, $2, $3, $4, now())`, [id, `login-${id}`, personId, roles])
    const session = await openSession(personId)
    if (session.refusal) throw new Error(`${id} is not signed in: ${session.refusal}`)
    return {
      id,
      personId,
      roles,
      token: session.token,
      call: (method: string, path: string, body?: object) => desk.callWhileBusy(method, path, session.headers, method === 'GET' ? undefined : (body ?? {})),
    }
  }

  /** Asks the worker with the operator's own login at the database, past the desk. */
  async function askByLogin({ id }: { id: string }, call: object): Promise<{ ok?: { id: string; state: string }; refused?: string }> {
    await createLogins(url, [`login-${id}`], 'nikau_desk')
    const client = new pg.Client({ connectionString: urlAs(url, `login-${id}`) })
    await client.connect()
    try {
      const asked = await client.query<{ id: string }>('select ask_operation($1) as id', [JSON.stringify(call)])
      for (let waited = 0; waited < 60_000; waited += 25) {
        await pause(25)
        const { rows } = await client.query<{ answer: object | null }>('select operation_answer($1) as answer', [asked.rows[0]!.id])
        if (rows[0]!.answer) return rows[0]!.answer
      }
      throw new Error('the worker does not answer')
    } finally {
      await client.end()
    }
  }

  /** A customer with a wallet of real money, whose name, number and address are nobody else's. */
  async function createCustomer(name: { givenName: string; familyName: string }) {
    const email = `${name.familyName.toLowerCase()}@${randomUUID().slice(0, 8)}.example.nz`
    const person = await createPerson(database, { ...name, email, emailVerified: true })
    const account = await api.callOk('POST', '/api/accounts', person.headers, { name: `${name.givenName} ${name.familyName}`, type: 'individual' })
    const wallet = await api.callOk('POST', '/api/wallet-assets', person.headers, { accountId: account.id, ledgerId: 'nikau.nzd.main' })
    return { ...person, ...name, email, accountId: String(account.id), walletId: String(wallet.id) }
  }

  return {
    url,
    database,
    api,
    desk,
    query,
    anchors,
    anchorKeys: JSON.stringify({ keys: [publicKey] }),
    createOperator,
    createCustomer,
    openSession,
    askByLogin,
    /** Everything that the three processes have printed. */
    readLogs: () => logs.map((file) => readFileSync(file, 'utf8')).join('\n'),
    async runJob(task: string) {
      const [job] = await query<{ id: string }>('select (graphile_worker.add_job($1)).id::text as id', [task])
      for (let waited = 0; waited < 120_000; waited += 50) {
        if ((await query('select from graphile_worker.jobs where id = $1', [job!.id])).length === 0) return
        await pause(50)
      }
      throw new Error(`${task} does not end`)
    },
    async stop() {
      await processes.stop('SIGKILL')
      inbox.stop()
      await database.close()
      await server.remove()
    },
  }
}
