// A running API for this app's own tests, on the test file's own database.
import { createLedger } from '@nikau/ledger'
import { type Clock, type Database, randomIds, Secret, systemClock } from '@nikau/runtime'
import { givenPerson, silent } from '@nikau/testing'
import { afterAll } from 'vitest'
import { createApp } from './app.ts'
import { readApiConfig } from './config.ts'
import { openIndividual, openOrg } from './modules/accounts/index.ts'
import { type AssetMeans, createCollection, issueToken, type NewCollection, profileIssuer } from './modules/assets/index.ts'
import { openWallet } from './modules/wallets/index.ts'

export { recordMovements } from './modules/wallets/index.ts'

interface Answer {
  status: number
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into answers freely
  body: any
  headers: Record<string, unknown>
}

export async function runningApi(database: Database & { url: string }, options: { clock?: Clock; env?: Record<string, string> } = {}) {
  const app = await createApp({
    config: readApiConfig({ DATABASE_URL: database.url, ...options.env }),
    database,
    log: silent,
    clock: options.clock ?? systemClock,
    ids: randomIds,
  })
  afterAll(() => app.close())
  const call = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, headers: Record<string, string> = {}, payload?: object): Promise<Answer> => {
    const response = await app.inject({ method, url, headers, ...(payload && { payload }) })
    return { status: response.statusCode, body: response.json(), headers: response.headers }
  }
  return {
    app,
    get: (url: string, headers?: Record<string, string>) => call('GET', url, headers),
    post: (url: string, payload: object, headers?: Record<string, string>) => call('POST', url, headers, payload),
  }
}

/** What use cases need that are called without HTTP. */
export function assetMeans(database: Database & { url: string }, clock: Clock): AssetMeans {
  const ledger = createLedger({ url: new Secret(database.url), name: 'test', log: silent, clock })
  afterAll(() => ledger.close())
  return { db: database.db, ledger, clock, ids: randomIds }
}

export async function givenHolder(database: Database, means: AssetMeans) {
  const person = await givenPerson(database)
  const account = await openIndividual(means, person.personId, 'Mia')
  return { ...person, accountId: account.id }
}

export async function givenWallet(means: AssetMeans, accountId: string, wallet: { ledgerId?: 'nikau.nzd.main' | 'nikau.nzd.test'; settlement?: boolean } = {}) {
  const opened = await openWallet(means, { accountId, ledgerId: 'nikau.nzd.main', ...wallet }, 'test')
  if (!('id' in opened)) throw new Error(opened.code)
  return opened.id
}

let issuers = 0

/** An issuer with one collection, and a way to issue from it. */
export async function givenCollection(means: AssetMeans, change: Partial<NewCollection> = {}) {
  const name = `Issuer ${++issuers}`
  const org = await openOrg(means, '00000000-0000-7000-8000-000000000000', { name })
  await profileIssuer(means.db, { accountId: org.id, name, website: 'https://issuer.example', brandColor: 'fern', conditions: ['One per visit.'] })
  const id = means.ids.public('c_')
  const kind = { assetFamily: 'nikau.token', test: false, name: 'One flat white', type: 'product', origin: 'promotional' } as const
  const refused = await createCollection(means, { ...kind, ...change, id, accountId: org.id })
  let count = 0
  const issue = async (accountId: string, token: { idempotencyKey?: string; expiresAt?: Date } = {}) => {
    const issued = await issueToken(means, { collectionId: id, accountId, idempotencyKey: `${++count}`, ...token })
    if (!('id' in issued)) throw new Error(issued.code)
    return issued
  }
  return { id, issuer: name, refused, issue }
}
