import type { ApiKey } from '@nikau/contract/api-keys'
import type { Db } from '@nikau/runtime'
import type { Actor } from '../../http/bind.ts'
import { type Refusal, refuse } from '../../http/refusal.ts'
import { mayActFor } from '../accounts/index.ts'
import { selectKeys } from './store.ts'

export async function list(db: Db, actor: Actor, accountId: string): Promise<ApiKey[] | Refusal<'FORBIDDEN'>> {
  return (await mayActFor(db, actor, accountId)) ? await selectKeys(db, accountId) : refuse('FORBIDDEN')
}
