import { randomBytes } from 'node:crypto'
import type { AnswerOf, BodyOf } from '@nikau/contract'
import type { createApiKey } from '@nikau/contract/api-keys'
import type { Clock, Db } from '@nikau/runtime'
import { type Actor, crnOf } from '../../http/bind.ts'
import { hashApiKey } from '../../http/api-keys.ts'
import { inTransaction, type Refusal, refuse } from '../../http/refusal.ts'
import { mayActFor } from '../accounts/index.ts'
import { countKeys, insertKey, isOrg } from './store.ts'

type NewKey = BodyOf<typeof createApiKey>
type Created = AnswerOf<typeof createApiKey>
type Refused = 'FORBIDDEN' | 'API_KEY_ALREADY_EXISTS' | 'API_KEY_LIMIT_EXCEEDED'

const maxKeys = 100

/** Only an org has API keys. */
export async function create(deps: { db: Db; clock: Clock }, actor: Actor, accountId: string, body: NewKey): Promise<Created | Refusal<Refused>> {
  if (!(await mayActFor(deps.db, actor, accountId)) || !(await isOrg(deps.db, accountId))) return refuse('FORBIDDEN')
  return await createKey(deps, { accountId, ...body, createdBy: crnOf(actor) })
}

/** Creates a key. The secret is returned once and only its hash is stored. */
export async function createKey(
  { db, clock }: { db: Db; clock: Clock },
  key: NewKey & { accountId: string; createdBy: string },
  secret = `nk_${randomBytes(32).toString('base64url')}`,
): Promise<Created | Refusal<Refused>> {
  return await inTransaction(db, async (tx) => {
    if ((await countKeys(tx, key.accountId)) >= maxKeys) return refuse('API_KEY_LIMIT_EXCEEDED')
    const created = await insertKey(tx, { ...key, hash: hashApiKey(secret), at: clock.now() })
    return created ? { ...created, secret } : refuse('API_KEY_ALREADY_EXISTS')
  })
}
