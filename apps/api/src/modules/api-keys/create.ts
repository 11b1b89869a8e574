import { randomBytes } from 'node:crypto'
import type { AnswerOf, BodyOf } from '@nikau/contract'
import type { createApiKey } from '@nikau/contract/api-keys'
import type { Clock, Db, Tx } from '@nikau/runtime'
import { type Actor, crnOf, type Source } from '../../http/bind.ts'
import { hashApiKey } from '../../http/api-keys.ts'
import { inTransaction, Refusal, refuse } from '../../http/refusal.ts'
import { mayActFor, recordForOwners } from '../accounts/index.ts'
import { countKeys, insertKey, isOrg } from './store.ts'

type NewKey = BodyOf<typeof createApiKey>
type Created = AnswerOf<typeof createApiKey>
type Refused = 'FORBIDDEN' | 'API_KEY_ALREADY_EXISTS' | 'API_KEY_LIMIT_EXCEEDED'

const maxKeys = 100

/** Only an org has API keys. */
export async function create(
  deps: { db: Db; clock: Clock },
  call: { actor: Actor; source: Source },
  accountId: string,
  body: NewKey,
): Promise<Created | Refusal<Refused>> {
  if (!(await mayActFor(deps.db, call.actor, accountId)) || !(await isOrg(deps.db, accountId))) return refuse('FORBIDDEN')
  return await inTransaction(deps.db, async (tx): Promise<Created | Refusal<Refused>> => {
    const created = await createKeyInTransaction(tx, deps, { accountId, ...body, createdBy: crnOf(call.actor) }, newSecret())
    if (created instanceof Refusal) return created
    await recordForOwners(tx, accountId, { kind: 'api-key-created', ...call, at: deps.clock.now(), detail: { name: body.name, role: body.role } })
    return created
  })
}

const newSecret = () => `nk_${randomBytes(32).toString('base64url')}`

type OwnedKey = NewKey & { accountId: string; createdBy: string }

/** Creates a key with a secret that the caller has chosen, for seeding. */
export async function createKey(deps: { db: Db; clock: Clock }, key: OwnedKey, secret: string): Promise<Created | Refusal<Refused>> {
  return await inTransaction(deps.db, (tx) => createKeyInTransaction(tx, deps, key, secret))
}

/** The secret is returned once and only its hash is stored. */
async function createKeyInTransaction(tx: Tx, { clock }: { clock: Clock }, key: OwnedKey, secret: string): Promise<Created | Refusal<Refused>> {
  if ((await countKeys(tx, key.accountId)) >= maxKeys) return refuse('API_KEY_LIMIT_EXCEEDED')
  const created = await insertKey(tx, { ...key, hash: hashApiKey(secret), at: clock.now() })
  return created ? { ...created, secret } : refuse('API_KEY_ALREADY_EXISTS')
}
