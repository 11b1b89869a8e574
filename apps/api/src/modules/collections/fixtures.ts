// A shop that gives out tokens, and what the worker does with them.
import { randomUUID } from 'node:crypto'
import type { OrgRole } from '@nikau/contract/roles'
import { createLedger } from '@nikau/ledger'
import { type Clock, randomIds, Secret } from '@nikau/runtime'
import { createPerson, silent, type TestDatabase } from '@nikau/testing'
import { sql } from 'kysely'
import { afterAll } from 'vitest'
import type { runningApi } from '../../fixtures.ts'
import { messageLimits } from '../messages/index.ts'
import { issueAccepted } from './issue-job.ts'

type Api = Awaited<ReturnType<typeof runningApi>>
type Headers = Record<string, string>

let lastNumber = Math.floor(Math.random() * 8_000_000) + 1_000_000

/** A number that nobody has. */
export const unusedNumber = (): string => `+6427${++lastNumber}`

/** With the login of its process, so that a call fails which needs more than db/grants.sql grants it. */
export function createIssueJob(database: TestDatabase, clock: Clock, limits: { perIssuer?: number } = {}) {
  const ledger = createLedger({ url: new Secret(database.urlAs('nikau_worker')), name: 'work', log: silent, clock })
  afterAll(() => ledger.close())
  const links = { linkSecret: new Secret('nikau-development-links'), webOrigin: 'https://wallet.example' }
  const deps = { db: database.openAs('nikau_worker').db, ledger, clock, ids: randomIds, proofDays: 365, messages: messageLimits.parse(limits), ...links }
  return { deps, run: async (issueId: string) => await issueAccepted(deps, issueId) }
}

export async function createOrgMember(database: TestDatabase, accountId: string, role: OrgRole, merchantIds?: string[]) {
  const person = await createPerson(database)
  await sql`
    insert into account_member (account_id, person_id, role, merchant_ids, added_at)
    values (${accountId}, ${person.personId}, ${role}, ${merchantIds ?? null}, now())`.execute(database.owner.db)
  return person
}

/** The calls of one person about collections of their business. */
export function collectionCalls(api: Api, headers: Headers, accountId: string, liveness: 'main' | 'test') {
  return {
    create: (change: Record<string, unknown> = {}) => {
      const body = { accountId, liveness, kind: 'discount', name: 'School fundraiser', worth: '400', picture: 'gate', lastDay: '2027-03-31', ...change }
      return api.post('/api/collections', body, headers)
    },
    read: async (id: string) => (await api.get(`/api/collections/${id}`, headers)).body,
    issue: (id: string, recipients: string[], idempotencyKey: string = randomUUID()) =>
      api.post(`/api/collections/${id}/tokens`, { recipients, idempotencyKey }, headers),
    close: (id: string) => api.post(`/api/collections/${id}/close`, {}, headers),
    summary: async (id: string) => (await api.get(`/api/collections/${id}/summary`, headers)).body,
    redemptions: async (id: string) => (await api.get(`/api/collections/${id}/redemptions`, headers)).body.items,
    issues: async (id: string) => (await api.get(`/api/collections/${id}/tokens`, headers)).body.items,
  }
}
