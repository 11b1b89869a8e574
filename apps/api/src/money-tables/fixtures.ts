// Compares the pages of docs/money with what the use cases post, on a database of the page's own.
import { assertLedgerInvariants, createLedger } from '@nikau/ledger'
import { type Clock, type Database, randomIds, Secret } from '@nikau/runtime'
import { fakeClock, silent, type TestDatabase, testDatabase } from '@nikau/testing'
import { chartOfAccounts, linesOfPage, recordPage } from '@nikau/testing/money-tables'
import { sql } from 'kysely'
import { afterAll, expect } from 'vitest'
import { createOperators } from '../modules/operations/fixtures.ts'
import { createPayer, createShop, noFees, runningApi } from '../fixtures.ts'

export type Recorder = Pick<ReturnType<typeof recordPage>, 'step'>
/** Gives an id of the test the name that it has on the page, and returns the id. */
export type NameId = (id: string, name: string) => string

export const value = (amount: number) => ({ value: { amount: String(amount), currency: 'NZD' } })

/** Runs the use cases of a page, step by step, and compares their postings with its tables. */
export async function expectPage(page: string, { db }: Pick<Database, 'db'>, scenario: (recorder: Recorder, name: NameId) => Promise<void>): Promise<void> {
  const names = new Map<string, string>()
  const recorder = recordPage(db, names)
  await scenario(recorder, (id, name) => {
    names.set(id, name)
    return id
  })
  expect(recorder.lines).toEqual(linesOfPage(page))
  const accounts = await sql<{ id: string; kind: string }>`select id, kind from ledger.account`.execute(db)
  const chart = chartOfAccounts()
  const uncharted = accounts.rows.filter((account) => chart.filter(({ kind, pattern }) => kind === account.kind && pattern.test(account.id)).length !== 1)
  expect(uncharted).toEqual([])
  await assertLedgerInvariants(db)
}

/** A running API on a database of its own, with a clock that the page moves. Sessions follow it too, unless they get a clock of their own. */
export async function startPage(env: Record<string, string> = {}, wallClock?: Clock) {
  const database = await testDatabase()
  const clock = fakeClock(new Date().toISOString())
  const api = await runningApi(database, { clock, ...(wallClock && { wallClock }), env: { RATE_LIMIT_SCALE: '1000', ...env } })
  const ledger = createLedger({ url: new Secret(database.url), name: 'test', log: silent, clock })
  afterAll(() => ledger.close())
  return { database, clock, api, deps: { db: database.db, ledger, fees: noFees, clock, ids: randomIds, externalMethods: [] } }
}

/** Two of finance: one proposes an act, the other agrees, and it is done. */
export async function createFinance(database: TestDatabase, deps: Parameters<typeof createOperators>[1]) {
  const desk = await createOperators(database, deps, { mere: ['finance'], aroha: ['finance-lead'] })
  return async (kind: string, content: object) => await desk.aroha.approve((await desk.mere.propose(kind, content)).id)
}

type Page = Awaited<ReturnType<typeof startPage>>

export async function createNamedPayer({ api, database }: Pick<Page, 'api' | 'database'>, name: NameId, who: string, money = 10_000) {
  const payer = await createPayer(api, database, money)
  name(payer.walletId, who)
  name(payer.accountId, who)
  return payer
}

export async function createNamedShop({ api, database }: Pick<Page, 'api' | 'database'>, name: NameId, types?: string[], test = true) {
  const shop = await createShop(api, database, { test, ...(types && { types }) })
  name(shop.settlementWallet, 'cafe')
  return {
    ...shop,
    request: async (amount: number, label: string, more: object = {}) => name(String((await shop.createRequest(amount, { ...more })).id), label),
    act: (requestId: string, action: string, body: object = {}) => api.post(`/api/payment-requests/${requestId}/${action}`, body, shop.till),
  }
}
