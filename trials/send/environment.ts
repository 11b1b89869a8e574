import { createLedger } from '@nikau/ledger'
import { Secret } from '@nikau/runtime'
import { freePort } from '@nikau/testing/free-port'
import { type Client, createHttpBrowser } from '@nikau/testing/http-browser'
import { type Answer, createClient } from '../harness/client.ts'
import { identityProgram, readSignInCode } from '../harness/identity.ts'
import { startInbox } from '../harness/inbox.ts'
import { log, migrateWithLogins, openPatientDatabase, startServer } from '../harness/postgres.ts'
import { createProcesses } from '../harness/processes.ts'
import { pause, until } from '../harness/wait.ts'
import { startClocks } from './clocks.ts'

export const webOrigin = 'http://wallet.test'

export type SendEnvironment = Awaited<ReturnType<typeof startSendEnvironment>>
export type ProcessName = 'apiA' | 'apiB' | 'workA' | 'workB'

/** PostgreSQL, an inbox, the identity provider, two APIs and two workers as separate processes, on clocks that the trial moves. */
export async function startSendEnvironment() {
  const server = await startServer({ durable: true })
  const url = await server.createDatabase('nikau')
  const database = openPatientDatabase(url)
  await migrateWithLogins(database, url)
  const inbox = await startInbox()
  const clocks = await startClocks(new Date())
  const ports = { apiA: await freePort(), apiB: await freePort(), workA: await freePort(), workB: await freePort(), identity: await freePort() }
  const issuer = `http://localhost:${ports.identity}/oidc`
  const api = (port: number) => ({
    file: 'apps/api/src/serve.ts',
    port,
    readyPath: '/readyz',
    env: {
      DATABASE_URL: url,
      API_PORT: String(port),
      CLOCK_URL: clocks.urlOf('api'),
      WEB_ORIGIN: webOrigin,
      IDENTITY_ORIGIN: new URL(issuer).origin,
      TRUST_PROXY: '1',
      RATE_LIMIT_SCALE: '1000000',
      STEP_UP_SECONDS: '86400',
      WEB_CONFIG: JSON.stringify({ issuer, people: { claim: true, guard: true } }),
      // Few senders send to thousands of numbers; the limit is measured by the limits of production in limits.ts.
      FIRST_SENDS_PER_DAY: '1000000',
    },
  })
  const work = (port: number) => ({
    file: 'apps/api/src/work.ts',
    port,
    readyPath: '/readyz',
    env: { DATABASE_URL: url, WORK_PORT: String(port), JOB_CONCURRENCY: '6', CLOCK_URL: clocks.urlOf('work'), WEB_ORIGIN: webOrigin, ...inbox.env },
  })
  const processes = createProcesses({
    apiA: api(ports.apiA),
    apiB: api(ports.apiB),
    workA: work(ports.workA),
    workB: work(ports.workB),
    identity: identityProgram({ url, port: ports.identity, issuer, webOrigin, trustProxy: '1' }),
  })
  await processes.start('apiA', 'apiB', 'workA', 'workB', 'identity')
  const clients = [createClient(`http://127.0.0.1:${ports.apiA}`), createClient(`http://127.0.0.1:${ports.apiB}`)] as const
  let turn = 0
  const next = () => clients[turn++ % 2]!
  const ledger = createLedger({ url: new Secret(url), name: 'trial', log })
  const query = async <T extends object>(text: string, values: unknown[] = []) => (await database.pool.query<T>(text, values)).rows
  const client: Client = { issuer, clientId: 'nikau-web', redirectUri: `${webOrigin}/deimos/oidc-callback` }

  return {
    clients,
    /** Either API in turn, as behind a load balancer. */
    call: (...args: Parameters<(typeof clients)[0]['call']>): Promise<Answer> => next().callWhileBusy(...args),
    /** Again and again at either API, as a client does while processes are killed. */
    callUntilAnswered: (...args: Parameters<(typeof clients)[0]['call']>) => callEither(next, args),
    async callOk(...args: Parameters<(typeof clients)[0]['call']>) {
      const answer = await callEither(next, args)
      if (answer.status !== 200) throw new Error(`${args[0]} ${args[1]}: ${answer.status} ${JSON.stringify(answer.body)}`)
      return answer.body
    },
    client,
    database,
    ledger,
    query,
    inbox,
    clocks,
    processes,
    browser: (address: string) => createHttpBrowser({ headers: { 'x-forwarded-for': address } }),
    codeSentTo: (phone: string) => readSignInCode(database.pool, inbox, phone),
    async runJob(task: string, timeoutMs = 180_000) {
      await query('select graphile_worker.add_job($1, job_key => $1, priority => -10)', [task])
      const isDone = async () =>
        (await query('select from graphile_worker.jobs where task_identifier = $1 and (attempts < max_attempts or locked_at is not null)', [task])).length === 0
      if (!(await until(isDone, timeoutMs))) throw new Error(`${task} does not end`)
    },
    async stop() {
      await processes.stop('SIGKILL')
      inbox.stop()
      clocks.stop()
      await ledger.close()
      await database.close()
      await server.remove()
    },
  }
}

type Call = Parameters<ReturnType<typeof createClient>['call']>

async function callEither(next: () => ReturnType<typeof createClient>, args: Call): Promise<Answer> {
  for (const deadline = Date.now() + 180_000; ;) {
    const answer = await next()
      .call(...args)
      .catch(() => undefined)
    if (answer && answer.status < 500) return answer
    if (Date.now() > deadline) throw new Error(`no answer to ${args[0]} ${args[1]} in 180 s: ${answer?.status} ${JSON.stringify(answer?.body)}`)
    await pause(100)
  }
}
