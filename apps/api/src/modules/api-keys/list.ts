import type { ApiKey } from '@nikau/contract/api-keys'
import type { Actor } from '../../http/bind.ts'
import { type Refusal, refuse } from '../../http/refusal.ts'
import { managedKeys } from './access.ts'
import type { KeyDeps } from './create.ts'
import { toKey } from './rules.ts'
import { selectKeys } from './store.ts'

export async function list({ db, wallClock }: KeyDeps, actor: Actor, accountId: string): Promise<ApiKey[] | Refusal<'FORBIDDEN'>> {
  const managed = await managedKeys(db, actor, accountId)
  if (!managed) return refuse('FORBIDDEN')
  return (await selectKeys(db, accountId, managed)).map((row) => toKey(row, wallClock.now()))
}
