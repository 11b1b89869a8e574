// A running API with people who send, and what the worker does with their transfers.
import { randomInt, randomUUID } from 'node:crypto'
import { createLedger } from '@nikau/ledger'
import { type Clock, Secret } from '@nikau/runtime'
import { createPerson, silent, type TestDatabase } from '@nikau/testing'
import { sql } from 'kysely'
import { afterAll } from 'vitest'
import { runningApi } from '../../fixtures.ts'
import { recordDeliveries } from './delivery.ts'
import { remindRecipients, returnExpired } from './expire.ts'

type Api = Awaited<ReturnType<typeof runningApi>>

let lastNumber = randomInt(1_000_000, 9_000_000)

/** A number that nobody has. */
export const newNumber = (): string => `+6422${++lastNumber}`

/** A person with a wallet of test money. */
export async function createSender(api: Api, database: TestDatabase, options: { money?: number; givenName?: string; email?: string } = {}) {
  const { money = 10_000, givenName = 'Mia' } = options
  const person = await createPerson(database, { givenName, familyName: 'Tūhoro', ...(options.email && { email: options.email, emailVerified: true }) })
  const { body: account } = await api.post('/api/accounts', { name: `${givenName} Tūhoro`, type: 'individual' }, person.headers)
  const { body: wallet } = await api.post('/api/wallet-assets', { accountId: account.id, ledgerId: 'nikau.nzd.test' }, person.headers)
  if (money > 0) await api.post(`/api/wallets/${wallet.id}/topup`, { idempotencyKey: randomUUID(), amount: String(money) }, person.headers)
  const get = async (path: string) => (await api.get(path, person.headers)).body
  return {
    ...person,
    accountId: account.id as string,
    walletId: wallet.id as string,
    send: (recipientAlias: string, value: number | undefined, more: Record<string, unknown> = {}) =>
      api.post(
        '/api/asset-transfers',
        { assetId: wallet.id, recipientAlias, ...(value !== undefined && { value: String(value) }), idempotencyKey: randomUUID(), ...more },
        person.headers,
      ),
    act: (id: string, verb: string, body: object = {}) => api.post(`/api/asset-transfers/${id}/${verb}`, body, person.headers),
    transfer: (id: string) => get(`/api/asset-transfers/${id}`),
    balance: async () => Number((await get(`/api/assets/${wallet.id}`)).balance),
    /** Of the spend quota of this month. */
    used: async () =>
      Number(
        (await get(`/api/accounts/${account.id}/quotas`)).find(
          (quota: { type: string; period: string }) => quota.type === 'spend' && quota.period === 'monthly',
        ).usage,
      ),
    transactions: async () => (await get(`/api/wallets/${wallet.id}/transactions`)).items,
  }
}

/** Somebody with that number who signs up later, without an account. */
export async function signUp(api: Api, database: TestDatabase, phone: string) {
  const person = await createPerson(database, { givenName: 'Jack', familyName: 'Sutherland' })
  await sql`update identity.person set phone = ${phone}, phone_proved_at = now() where id = ${person.personId}`.execute(database.owner.db)
  const assets = async (): Promise<{ type: string; balance?: string; id: string; category: string; status: string }[]> => {
    const [membership] = (await api.get('/api/account-memberships', person.headers)).body
    return membership ? (await api.get(`/api/accounts/${membership.accountId}/assets`, person.headers)).body.items : []
  }
  return {
    ...person,
    phone,
    assets,
    balance: async () => Number((await assets()).find(({ type }) => type === 'nikau.nzd.test')?.balance ?? 0),
    act: (id: string, verb: string, body: object = {}) => api.post(`/api/asset-transfers/${id}/${verb}`, body, person.headers),
    resolve: () => api.post('/api/me/resolve-claimable-assets', {}, person.headers),
    claimed: async () => (await api.get('/api/me/claimed-transfers', person.headers)).body.items,
  }
}

/** What the worker does, with the login of its process. */
export function createWorker(database: TestDatabase, clock: Clock) {
  const url = database.urlAs('nikau_worker')
  const ledger = createLedger({ url: new Secret(url), name: 'work', log: silent, clock })
  afterAll(() => ledger.close())
  const { db } = database.openAs('nikau_worker')
  const deps = { db, ledger, clock, linkSecret: new Secret('nikau-development-links'), webOrigin: 'https://wallet.example', reminderDays: 7 }
  const settleMessage = (id: string, state: 'sent' | 'failed') =>
    sql`update message set state = ${state}, body = null, subject = null, settled_at = now() where key = ${`asset-transfer:${id}`} and state = 'queued'`.execute(
      db,
    )
  return {
    deps,
    returnExpired: () => returnExpired(deps),
    remind: () => remindRecipients(deps),
    recordDeliveries: () => recordDeliveries(deps),
    /** The gateway took the message of a transfer, or refused it for good. */
    async deliver(id: string, state: 'sent' | 'failed' = 'sent'): Promise<void> {
      await settleMessage(id, state)
      await recordDeliveries(deps)
    },
  }
}

export interface MessageRow {
  key: string
  channel: string
  recipient: string
  purpose: string
  subject: string | null
  body: string | null
}

export async function messagesOf(database: TestDatabase, transferId: string): Promise<MessageRow[]> {
  const { rows } = await sql<MessageRow>`
    select key, channel, recipient, purpose, subject, body from message where key like ${`asset-transfer:${transferId}%`} order by queued_at, key`.execute(
    database.db,
  )
  return rows
}

export async function escrowOf(database: TestDatabase, transferId: string): Promise<{ balance: bigint; closed: boolean } | undefined> {
  const { rows } = await sql<{ balance: bigint; closed: boolean }>`
    select balance, closed_at is not null as closed from ledger.account where id = ${`escrow:${transferId}`}`.execute(database.db)
  return rows[0]
}

/** The key at the end of the link in the recipient's message. */
export async function keyOf(database: TestDatabase, transferId: string): Promise<{ authorization: string }> {
  const [invitation] = await messagesOf(database, transferId)
  return { authorization: `Bearer ${/#([\w-]+)/.exec(invitation!.body!)![1]}` }
}
