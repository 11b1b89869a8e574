import { randomInt, randomUUID } from 'node:crypto'
import type { TestDatabase } from '@nikau/testing'
import { createPerson } from '@nikau/testing'
import type { runningApi } from '../../fixtures.ts'

type Api = Awaited<ReturnType<typeof runningApi>>

let numbers = randomInt(1_000_000, 9_000_000)
/** A number that nobody has. */
export const freeNumber = (): string => `+6427${++numbers}`

/** Somebody with an account and a wallet, and their calls about sends that wait. */
export async function createSender(api: Api, database: TestDatabase, names: { givenName?: string; familyName?: string } = {}) {
  const person = await createPerson(database, { givenName: 'Mia', familyName: 'Tui', ...names })
  const account = (await api.post('/api/accounts', { name: 'Mia', type: 'individual' }, person.headers)).body
  const wallet = (await api.post('/api/wallet-assets', { accountId: account.id, ledgerId: 'nikau.nzd.test' }, person.headers)).body
  const { headers } = person
  return {
    ...person,
    accountId: account.id as string,
    walletId: wallet.id as string,
    hold: (recipientAlias: string, more: object = {}) =>
      api.post('/api/held-sends', { assetId: wallet.id, recipientAlias, value: '45000', purpose: 'told-to', ...more }, headers),
    topUp: (amount: number) => api.post(`/api/wallets/${wallet.id}/topup`, { amount: String(amount), idempotencyKey: randomUUID() }, headers),
    balance: async () => Number((await api.get(`/api/assets/${wallet.id}`, headers)).body.balance),
    send: (recipientAlias: string, value: number, more: object = {}) =>
      api.post('/api/asset-transfers', { assetId: wallet.id, recipientAlias, value: String(value), idempotencyKey: randomUUID(), ...more }, headers),
    get: (path: string) => api.get(path, headers),
    post: (path: string, body?: object) => api.post(path, body!, headers),
    delete: (path: string) => api.delete(path, headers),
  }
}

export type Sender = Awaited<ReturnType<typeof createSender>>

/** Makes one the accepted trusted person of the other, and returns the id of their trust. */
export async function createTrust(sender: Sender, trusted: Sender): Promise<string> {
  const { body } = await sender.post('/api/me/trusted-people', { alias: trusted.phone })
  await trusted.post(`/api/me/trusted-people/${body.id}/accept`)
  return body.id as string
}
