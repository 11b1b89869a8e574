import { randomBytes } from 'node:crypto'
import type { AnswerOf, BodyOf } from '@nikau/contract'
import type { createApiKey } from '@nikau/contract/api-keys'
import type { Clock, Db } from '@nikau/runtime'
import { type Actor, nameOf } from '../../http/bind.ts'
import { hashOfKey } from '../../http/keys.ts'
import { inTransaction, type Refusal, refuse } from '../../http/refusal.ts'
import { mayActFor } from '../accounts/index.ts'
import { countKeys, insertKey, isOrg } from './store.ts'

type NewKey = BodyOf<typeof createApiKey>
type Created = AnswerOf<typeof createApiKey>
type Refused = 'FORBIDDEN' | 'API_KEY_ALREADY_EXISTS' | 'API_KEY_LIMIT_EXCEEDED'

const mostKeys = 100

/** Only an org has machines. */
export async function create(means: { db: Db; clock: Clock }, actor: Actor, accountId: string, body: NewKey): Promise<Created | Refusal<Refused>> {
  if (!(await mayActFor(means.db, actor, accountId)) || !(await isOrg(means.db, accountId))) return refuse('FORBIDDEN')
  return await createKey(means, { accountId, ...body, createdBy: nameOf(actor) })
}

/** Makes a key. Its secret is given here and kept nowhere: who loses it makes another. */
export async function createKey(
  { db, clock }: { db: Db; clock: Clock },
  key: NewKey & { accountId: string; createdBy: string },
  secret = `nk_${randomBytes(32).toString('base64url')}`,
): Promise<Created | Refusal<Refused>> {
  return await inTransaction(db, async (tx) => {
    if ((await countKeys(tx, key.accountId)) >= mostKeys) return refuse('API_KEY_LIMIT_EXCEEDED')
    const added = await insertKey(tx, { ...key, hash: hashOfKey(secret), at: clock.now() })
    return added ? { ...added, secret } : refuse('API_KEY_ALREADY_EXISTS')
  })
}
