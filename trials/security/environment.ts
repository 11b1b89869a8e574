import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { startBanks } from '@nikau/testing/banks'
import { startFarmlands } from '@nikau/testing/farmlands'
import { createAccessToken, createPerson } from '@nikau/testing/fixtures'
import { freePort } from '@nikau/testing/free-port'
import { type Client, createHttpBrowser, type HttpBrowser } from '@nikau/testing/http-browser'
import { type Answer, createClient } from '../harness/client.ts'
import { identityProgram, readSignInCode } from '../harness/identity.ts'
import { startInbox } from '../harness/inbox.ts'
import { migrateWithLogins, openPatientDatabase, startServer } from '../harness/postgres.ts'
import { createProcesses } from '../harness/processes.ts'
import { until } from '../harness/wait.ts'

export const webOrigin = 'http://localhost:4000'

/** Messages in all and to one block of numbers, within which the pumping attack must end. */
export const smsBudget = { total: 400, prefix: 40 }

export type SecurityEnvironment = Awaited<ReturnType<typeof startSecurityEnvironment>>

/**
 * The whole system as separate processes: PostgreSQL, two APIs (one with the limits of production, one without, for attacks that must
 * be refused even from unlimited callers), the worker, the identity provider, and the sandboxes. Both trust one proxy, so a trial
 * chooses an address by X-Forwarded-For as the proxy would.
 */
export async function startSecurityEnvironment() {
  const server = await startServer({ durable: false })
  const url = await server.createDatabase('nikau')
  const database = openPatientDatabase(url)
  await migrateWithLogins(database, url)
  const inbox = await startInbox()
  const banks = await startBanks({ webOrigin })
  const cardCompany = await startFarmlands({ folder: join(server.folder, 'farmlands') })
  const ports = { limited: await freePort(), unlimited: await freePort(), work: await freePort(), identity: await freePort() }
  const issuer = `http://localhost:${ports.identity}/oidc`
  const common = {
    WEBHOOK_LOOPBACK: 'true',
    PAY_BY_BANK: banks.config({ timeoutMs: 3000 }),
    FARMLANDS: JSON.stringify([cardCompany.entry()]),
    WEB_ORIGIN: webOrigin,
  }
  const api = (port: number, more: Record<string, string>) => ({
    file: 'apps/api/src/serve.ts',
    port,
    readyPath: '/readyz',
    env: { ...common, DATABASE_URL: url, API_PORT: String(port), TRUST_PROXY: '1', ...more },
  })
  const processes = createProcesses({
    limited: api(ports.limited, {}),
    unlimited: api(ports.unlimited, { RATE_LIMIT_SCALE: '1000000' }),
    work: {
      file: 'apps/api/src/work.ts',
      port: ports.work,
      readyPath: '/readyz',
      env: { ...common, ...inbox.env, DATABASE_URL: url, WORK_PORT: String(ports.work) },
    },
    identity: identityProgram({ url, port: ports.identity, issuer, webOrigin, trustProxy: '1' }),
  })
  await processes.start('limited', 'unlimited', 'work', 'identity')
  const limited = createClient(`http://127.0.0.1:${ports.limited}`)
  const unlimited = createClient(`http://127.0.0.1:${ports.unlimited}`)
  const identity = createClient(`http://127.0.0.1:${ports.identity}`)
  const { callOk } = unlimited
  const query = async <T extends object>(text: string, values: unknown[] = []) => (await database.pool.query<T>(text, values)).rows

  /** A business on test money with one shop and a till. */
  async function createShop(types = ['nikau.nzd.test', 'external.test']) {
    const owner = await createPerson(database)
    const org = await callOk('POST', '/api/accounts', owner.headers, { name: `Trial ${randomUUID()}`, type: 'org', test: true })
    const merchant = await callOk('POST', '/api/merchants', owner.headers, {
      accountId: org.id,
      name: 'Corner shop',
      country: 'NZ',
      test: true,
      type: 'e-commerce',
    })
    const config = await callOk('POST', `/api/merchants/${merchant.id}/configs`, owner.headers, {
      paymentOptions: types.map((type) => ({ type })),
      allowedRedirectUrls: ['https://shop.example/pay'],
    })
    const keyOf = async (role: string) => {
      const key = await callOk('POST', `/api/accounts/${org.id}/api-keys`, owner.headers, { name: role.replace('-', ''), role })
      return { 'x-api-key': String(key.secret) }
    }
    const till = await keyOf('merchant-terminal')
    return {
      owner,
      accountId: String(org.id),
      merchantId: String(merchant.id),
      configId: String(config.id),
      till,
      ownerKey: await keyOf('account-owner'),
      createRequest: async (amount: number): Promise<string> =>
        (
          await callOk('POST', '/api/payment-requests', till, {
            configId: config.id,
            value: { amount: String(amount), currency: 'NZD' },
            expirySeconds: 3600,
            idempotencyKey: randomUUID(),
          })
        ).id,
    }
  }

  /** A person with a wallet of test money. */
  async function createPayer(balance: number) {
    const email = `${randomUUID()}@example.nz`
    const person = await createPerson(database, { givenName: 'Mia', familyName: 'Henare', email, emailVerified: true })
    const account = await callOk('POST', '/api/accounts', person.headers, { name: 'Mia', type: 'individual' })
    const wallet = await callOk('POST', '/api/wallet-assets', person.headers, { accountId: account.id, ledgerId: 'nikau.nzd.test' })
    await query(
      `insert into quota_limit select $1, t, 'nikau.nzd.test', p, 100000000000 from unnest(array['topup', 'spend']) t, unnest(array['monthly', 'yearly']) p`,
      [account.id],
    )
    if (balance > 0) await callOk('POST', `/api/wallets/${wallet.id}/topup`, person.headers, { amount: String(balance), idempotencyKey: randomUUID() })
    /** A session of this person that began some days ago, as a thief of an unlocked phone or of a stored token has it. */
    const oldSession = async (days = 50) => {
      const token = await createAccessToken(database, person.personId, undefined, { signedInAt: new Date(Date.now() - days * 86_400_000) })
      return { authorization: `Bearer ${token}` }
    }
    return {
      ...person,
      email,
      accountId: String(account.id),
      walletId: String(wallet.id),
      oldSession,
      pay: (requestId: string): Promise<Answer> =>
        unlimited.call('POST', `/api/payment-requests/${requestId}/pay`, person.headers, {
          assetType: 'nikau.nzd.test',
          assetId: wallet.id,
          idempotencyKey: randomUUID(),
        }),
      balance: async () => Number((await callOk('GET', `/api/assets/${wallet.id}`, person.headers)).balance),
    }
  }

  const client: Client = { issuer, clientId: 'nikau-web', redirectUri: `${webOrigin}/deimos/oidc-callback` }
  return {
    client,
    database,
    query,
    inbox,
    banks,
    cardCompany,
    limited,
    unlimited,
    identity,
    /** What people and merchants can reach. */
    origins: { limited: `http://127.0.0.1:${ports.limited}`, identity: `http://127.0.0.1:${ports.identity}` },
    createShop,
    createPayer,
    /** What opened something during the attacks, by name. None of it may be readable in the database. */
    secrets: {} as Record<string, string>,
    browser: (address: string): HttpBrowser => createHttpBrowser({ headers: { 'x-forwarded-for': address } }),
    codeSentTo: (phone: string) => readSignInCode(database.pool, inbox, phone),
    /** What the pattern captures in a message that reached the recipient. */
    async readMessage(recipient: string, pattern: RegExp): Promise<string> {
      const found = await until(async () => {
        for (const { text } of (await inbox.read(recipient)).messages) if (pattern.test(text)) return text
        return false
      }, 60_000)
      if (!found) throw new Error(`no message like ${pattern.source} reached ${recipient}`)
      return pattern.exec(found)![1] ?? ''
    },
    /** Restarts identity with other variables. */
    restartIdentity: (env: Record<string, string>) => processes.restartWith(env, 'identity'),
    async stop() {
      await processes.stop('SIGKILL')
      inbox.stop()
      await banks.stop()
      await cardCompany.stop()
      await database.close()
      await server.remove()
    },
  }
}

let lastAddress = 0
/** An IPv4 address that no other attack uses. */
export function newAddress(): string {
  lastAddress++
  return `10.${lastAddress >> 16}.${(lastAddress >> 8) & 255}.${lastAddress & 255}`
}

let lastPhone = 0
/** A mobile number in a block of its own. */
export function newPhone(): string {
  lastPhone++
  return `+642${1 + Math.floor(lastPhone / 700)}${200 + (lastPhone % 700)}4567`
}
