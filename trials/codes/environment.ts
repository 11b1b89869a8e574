import { hash, randomUUID } from 'node:crypto'
import { createVault, Secret } from '@nikau/runtime'
import { createAccessToken, createPerson } from '@nikau/testing/fixtures'
import { freePort } from '@nikau/testing/free-port'
import { type Answer, createClient } from '../harness/client.ts'
import { migrateWithLogins, openPatientDatabase, startServer } from '../harness/postgres.ts'
import { createProcesses } from '../harness/processes.ts'
import { startClocks } from '../send/clocks.ts'

export type CodesEnvironment = Awaited<ReturnType<typeof startCodesEnvironment>>
export type Shop = Awaited<ReturnType<CodesEnvironment['createShop']>>
export type Customer = Awaited<ReturnType<CodesEnvironment['createCustomer']>>

type Headers = Record<string, string>

/** Of a patron code. */
export const lifeMs = 300_000

const keys = { BANK_NUMBER_KEYS: 'trial:codes-trial-bank-numbers', BANK_NUMBER_FINGERPRINTS: 'codes-trial-fingerprints' }

/** PostgreSQL and two APIs as separate processes, on a clock that the trial moves: one with the limit on guesses, one without. */
export async function startCodesEnvironment() {
  const server = await startServer({ durable: false })
  const url = await server.createDatabase('nikau')
  const database = openPatientDatabase(url)
  await migrateWithLogins(database, url)
  const clocks = await startClocks(new Date())
  const ports = { limited: await freePort(), unlimited: await freePort() }
  const api = (port: number, env: Record<string, string> = {}) => ({
    file: 'apps/api/src/serve.ts',
    port,
    readyPath: '/readyz',
    env: {
      DATABASE_URL: url,
      API_PORT: String(port),
      CLOCK_URL: clocks.urlOf('api'),
      RATE_LIMIT_SCALE: '1000000',
      RATE_LIMIT_SOURCE: '1000000000',
      STEP_UP_SECONDS: '86400',
      ...keys,
      ...env,
    },
  })
  const processes = createProcesses({ limited: api(ports.limited), unlimited: api(ports.unlimited, { PATRON_CODE_GUESSES: '1000000000' }) })
  await processes.start('limited', 'unlimited')
  const limited = createClient(`http://127.0.0.1:${ports.limited}`)
  const unlimited = createClient(`http://127.0.0.1:${ports.unlimited}`)
  const { callOk } = unlimited
  const vault = createVault({ keys: new Secret(keys.BANK_NUMBER_KEYS), fingerprintKey: new Secret(keys.BANK_NUMBER_FINGERPRINTS) })
  const query = async <T extends object>(text: string, values: unknown[] = []) => (await database.pool.query<T>(text, values)).rows

  async function createShop() {
    const owner = await createPerson(database)
    const org = await callOk('POST', '/api/accounts', owner.headers, { name: 'Trial Ltd', type: 'org', test: true })
    const merchant = await callOk('POST', '/api/merchants', owner.headers, { accountId: org.id, name: 'Trial', country: 'NZ', test: true, type: 'e-commerce' })
    const options = { paymentOptions: [{ type: 'nikau.nzd.test' }], allowedRedirectUrls: [] }
    const config = await callOk('POST', `/api/merchants/${merchant.id}/configs`, owner.headers, options)
    const key = await callOk('POST', `/api/accounts/${org.id}/api-keys`, owner.headers, { name: 'till', role: 'merchant-terminal' })
    const headers = { 'x-api-key': String(key.secret) }
    /** What a till does with a barcode, at either API. */
    const scan = (barcode: string, amount: number, at: typeof limited = unlimited): Promise<Answer> =>
      at.callWhileBusy('POST', '/api/payment-requests', headers, { configId: config.id, value: { amount: String(amount), currency: 'NZD' }, barcode })
    return { scan, walletId: String(config.paymentOptions[0].walletId) }
  }

  async function createCustomer(balance: number) {
    const person = await createPerson(database)
    const account = await callOk('POST', '/api/accounts', person.headers, { name: 'Aroha', type: 'individual' })
    const wallet = await callOk('POST', '/api/wallet-assets', person.headers, { accountId: account.id, ledgerId: 'nikau.nzd.test' })
    if (balance > 0) await callOk('POST', `/api/wallets/${wallet.id}/topup`, person.headers, { amount: String(balance), idempotencyKey: randomUUID() })
    const accountPath = `/api/accounts/${account.id}`
    return {
      ...person,
      code: async (headers: Headers = person.headers) => (await callOk('POST', '/api/patron-codes', headers, {})).barcode as string,
      offlineCodes: async (headers: Headers = person.headers) =>
        ((await callOk('POST', '/api/patron-codes/offline', headers, {})).codes as { barcode: string }[]).map(({ barcode }) => barcode),
      allow: (settings: object) => callOk('PUT', `${accountPath}/till-settings`, person.headers, settings),
      freeze: () => callOk('POST', `${accountPath}/freeze`, person.headers),
      report: (requestId: string) => callOk('POST', `/api/payment-requests/${requestId}/report`, person.headers),
      /** Another device of the person, and how it is removed. */
      device: async () => {
        const token = await createAccessToken(database, person.personId)
        const remove = async () => {
          const [session] = await query<{ uid: string }>(`select payload ->> 'sessionUid' as uid from identity.oidc where model = 'AccessToken' and id = $1`, [
            hash('sha256', token),
          ])
          await query('select identity.end_sessions($1, $2)', [person.personId, session!.uid])
        }
        return { headers: { authorization: `Bearer ${token}` }, remove }
      },
      balance: async () => Number((await callOk('GET', `/api/assets/${wallet.id}`, person.headers)).balance),
    }
  }

  return {
    limited,
    unlimited,
    database,
    query,
    clocks,
    createShop,
    createCustomer,
    fingerprintOf: (barcode: string) => vault.fingerprint(`patron-code:${barcode}`),
    moveTo: (time: number) => clocks.move(new Date(time), 'api', 'work'),
    async stop() {
      await processes.stop('SIGKILL')
      clocks.stop()
      await database.close()
      await server.remove()
    },
  }
}
