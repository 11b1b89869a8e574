import { randomUUID } from 'node:crypto'
import { createAccessToken } from '@nikau/testing/fixtures'
import { signIn } from '@nikau/testing/http-browser'
import type { SendEnvironment } from './environment.ts'

export const unit = 'nikau.nzd.test'
const hours = 3_600_000

let lastNumber = 0
/** A mobile number that nobody has used before. */
export const newNumber = (): string => `+6421${1_000_000 + ++lastNumber}`
export const newEmail = (): string => `p${++lastNumber}@example.nz`

let lastAddress = 0
const newAddress = (): string => `10.7.${++lastAddress >> 8}.${lastAddress & 255}`

export interface Person {
  personId: string
  headers: { authorization: string }
}

export interface Holder extends Person {
  accountId: string
}

/** A person as the provider stores them after a sign-in with a code, without an account yet. `provedDaysAgo`: when the number was last proved. */
export async function createPersonWith(
  environment: SendEnvironment,
  alias: string,
  options: { givenName?: string; familyName?: string; provedDaysAgo?: number } = {},
): Promise<Person> {
  const personId = randomUUID()
  const isEmail = alias.includes('@')
  const provedAt = new Date(environment.clocks.now().getTime() - (options.provedDaysAgo ?? 0) * 24 * hours)
  await environment.query(
    `insert into identity.person (id, phone, phone_verified, phone_proved_at, email, email_verified, given_name, family_name) values ($1, $2, true, $3, $4, $5, $6, $7)`,
    [personId, isEmail ? newNumber() : alias, provedAt, isEmail ? alias : null, isEmail, options.givenName ?? 'Aroha', options.familyName ?? 'Ngata'],
  )
  const token = await createAccessToken(environment.database, personId, new Date(Date.now() + 12 * hours))
  return { personId, headers: { authorization: `Bearer ${token}` } }
}

export async function openAccount(environment: SendEnvironment, person: Person): Promise<Holder> {
  const account = await environment.callOk('POST', '/api/accounts', person.headers, { name: 'Aroha', type: 'individual' })
  return { ...person, accountId: String(account.id) }
}

/** A sign-up as in the browser: the code from the inbox, then the account. */
export async function signUp(environment: SendEnvironment, phone: string): Promise<Holder> {
  const { tokens } = await signIn(environment.browser(newAddress()), environment.client, phone, (to) => environment.codeSentTo(to))
  const [row] = await environment.query<{ id: string }>('select id from identity.person where phone = $1', [phone])
  return await openAccount(environment, { personId: row!.id, headers: { authorization: `Bearer ${tokens.access_token}` } })
}

export type Sender = Awaited<ReturnType<typeof createSender>>

/** A person with a wallet of test money and tokens. */
export async function createSender(environment: SendEnvironment, collection: Collection, options: { balance: number; tokens: number }) {
  const phone = newNumber()
  const holder = await openAccount(environment, await createPersonWith(environment, phone, { givenName: 'Wiremu', familyName: 'Tāmati' }))
  const wallet = await environment.callOk('POST', '/api/wallet-assets', holder.headers, { accountId: holder.accountId, ledgerId: unit })
  await environment.query(
    `insert into quota_limit select $1, t, '${unit}', p, 100000000000 from unnest(array['topup', 'spend']) t, unnest(array['monthly', 'yearly']) p`,
    [holder.accountId],
  )
  const walletId = String(wallet.id)
  await environment.callOk('POST', `/api/wallets/${walletId}/topup`, holder.headers, { amount: String(options.balance), idempotencyKey: randomUUID() })
  // Limits that nothing here exceeds, so that their use is counted and restored.
  await environment.callOk('PUT', `/api/accounts/${holder.accountId}/limits`, holder.headers, { 'one-day': '1000000', 'new-people': '900000' })
  const tokens: string[] = []
  for (let nth = 0; nth < options.tokens; nth++) tokens.push(await issueToken(environment, collection, holder.accountId))
  return { ...holder, phone, walletId, tokens, toppedUp: options.balance }
}

export interface Collection {
  id: string
  unit: string
  liability: string
}

/** An issuer with a collection of test tokens. There is no call for it, so the rows are inserted as the module does. */
export async function createTokenCollection(environment: SendEnvironment): Promise<Collection> {
  const owner = await createPersonWith(environment, newNumber())
  const org = await environment.callOk('POST', '/api/accounts', owner.headers, { name: 'Trial Bakery', type: 'org', test: true })
  const id = `c_${randomUUID()}`
  await environment.query(`insert into issuer (account_id, slug, name, brand_color) values ($1, $2, 'Trial Bakery', 'fern')`, [org.id, id])
  await environment.query(
    `insert into collection (id, account_id, asset_family, test, name, type, origin, max_value, created_at) values ($1, $2, 'nikau.token', true, 'One pie', 'product', 'promotional', 650, $3)`,
    [id, org.id, environment.clocks.now()],
  )
  const collection = { id, unit: `token:${id}`, liability: `collection:${id}:issued` }
  await environment.database.db
    .transaction()
    .execute((tx) => environment.ledger.openAccount(tx, { id: collection.liability, unit: collection.unit, kind: 'issuer liability', ceiling: 0n }))
  return collection
}

async function issueToken(environment: SendEnvironment, collection: Collection, accountId: string): Promise<string> {
  const id = randomUUID()
  const at = environment.clocks.now()
  await environment.query(
    `insert into asset (id, account_id, category, type, created_at, created_by) values ($1, $2, 'token', 'nikau.token.test', $3, 'trial')`,
    [id, accountId, at],
  )
  await environment.query('insert into token (asset_id, collection_id, idempotency_key, active_from) values ($1, $2, $1, $3)', [id, collection.id, at])
  await environment.database.db.transaction().execute(async (tx) => {
    await environment.ledger.openAccount(tx, { id: `asset:${id}`, unit: collection.unit, kind: 'token', floor: 0n, ceiling: 1n })
    const operations = [{ op: 'transfer' as const, from: collection.liability, to: `asset:${id}`, amount: 1n }]
    await environment.ledger.postInTransaction(tx, [{ reference: `token-issue:${id}`, kind: 'token.issue', subject: `asset:${id}`, operations }])
  })
  return id
}
