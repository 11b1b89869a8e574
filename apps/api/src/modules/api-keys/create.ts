import type { AnswerOf, BodyOf } from '@nikau/contract'
import type { createApiKey, KeyLiveness } from '@nikau/contract/api-keys'
import type { Clock, Db, Tx } from '@nikau/runtime'
import { type Actor, crnOf, type Source } from '../../http/bind.ts'
import { hashApiKey } from '../../http/api-keys.ts'
import { inTransaction, Refusal, refuse } from '../../http/refusal.ts'
import { recordAudit, recordForOwners } from '../accounts/index.ts'
import { managedKeys } from './access.ts'
import { hintOf, newSecret, sorted, toKey } from './rules.ts'
import { countKeys, insertKey, isOrg, isTestOrg, upsertDeviceKey } from './store.ts'

type NewKey = BodyOf<typeof createApiKey>
type Created = AnswerOf<typeof createApiKey>
type Refused = 'FORBIDDEN' | 'API_KEY_ALREADY_EXISTS' | 'API_KEY_LIMIT_EXCEEDED' | 'LIVENESS_MISMATCH' | 'EXPIRY_IN_PAST'

const maxKeys = 100

export interface KeyDeps {
  db: Db
  clock: Clock
  /** Keys expire by the system clock, even when `clock` is moved. */
  wallClock: Clock
}

/** Only an org has API keys. A test org has no live ones. */
export async function create(deps: KeyDeps, call: { actor: Actor; source: Source }, accountId: string, body: NewKey): Promise<Created | Refusal<Refused>> {
  const managed = await managedKeys(deps.db, call.actor, accountId)
  if (!managed || !(await isOrg(deps.db, accountId))) return refuse('FORBIDDEN')
  if (managed === 'test' && body.liveness !== 'test') return refuse('FORBIDDEN')
  if (body.liveness === 'live' && (await isTestOrg(deps.db, accountId))) return refuse('LIVENESS_MISMATCH')
  if (body.expiresAt && body.expiresAt <= deps.wallClock.now()) return refuse('EXPIRY_IN_PAST')
  return await inTransaction(deps.db, async (tx): Promise<Created | Refusal<Refused>> => {
    const created = await createKeyInTransaction(tx, deps, { accountId, ...body, createdBy: crnOf(call.actor) })
    if (created instanceof Refusal) return created
    const at = deps.clock.now()
    const { role, scopes, liveness, allowedAddresses, expiresAt } = created
    await recordForOwners(tx, accountId, { kind: 'api-key-created', ...call, at, detail: { name: body.name, role: role ?? scopes.join(' ') } })
    const after = { ...(role ? { role } : { scopes }), liveness, ...(allowedAddresses.length > 0 && { allowedAddresses }), expiresAt }
    await recordAudit(tx, accountId, { action: 'api-key-created', ...call, at, subject: body.name, after })
    return created
  })
}

type OwnedKey = NewKey & { accountId: string; createdBy: string }

/** Creates a key with a secret that the caller has chosen, for seeding. */
export async function createKey(deps: { db: Db; clock: Clock }, key: OwnedKey, secret: string): Promise<Created | Refusal<Refused>> {
  return await inTransaction(deps.db, (tx) => createKeyInTransaction(tx, deps, key, secret))
}

/** The secret is returned once and only its hash is stored. */
async function createKeyInTransaction(
  tx: Tx,
  { clock }: { clock: Clock },
  key: OwnedKey,
  chosenSecret?: string,
): Promise<Created | Refusal<'API_KEY_ALREADY_EXISTS' | 'API_KEY_LIMIT_EXCEEDED'>> {
  if ((await countKeys(tx, key.accountId)) >= maxKeys) return refuse('API_KEY_LIMIT_EXCEEDED')
  const at = clock.now()
  const secret = chosenSecret ?? newSecret((await isTestOrg(tx, key.accountId)) ? 'test' : key.liveness)
  const created = await insertKey(tx, { ...key, scopes: key.scopes && sorted(key.scopes), hash: hashApiKey(secret), hint: hintOf(secret), at })
  return created ? { ...toKey(created, at), secret } : refuse('API_KEY_ALREADY_EXISTS')
}

interface DeviceKey {
  accountId: string
  name: string
  /** Of the shop whose money it takes. */
  liveness: KeyLiveness
  createdBy: string
}

/** Gives the device of a till a key, in the transaction that pairs it. The key of the device before ends. */
export async function createDeviceKey(tx: Tx, { clock }: { clock: Clock }, key: DeviceKey): Promise<string> {
  const secret = newSecret(key.liveness)
  await upsertDeviceKey(tx, { ...key, hash: hashApiKey(secret), hint: hintOf(secret)!, at: clock.now() })
  return secret
}
