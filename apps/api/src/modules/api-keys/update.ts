import type { ApiKey } from '@nikau/contract/api-keys'
import type { Db } from '@nikau/runtime'
import type { Actor } from '../../http/bind.ts'
import { type Refusal, refuse } from '../../http/refusal.ts'
import { mayActFor } from '../accounts/index.ts'
import { setEnabled } from './store.ts'

export async function update(
  db: Db,
  actor: Actor,
  key: { accountId: string; name: string },
  body: { enabled: boolean },
): Promise<ApiKey | Refusal<'FORBIDDEN'>> {
  if (!(await mayActFor(db, actor, key.accountId))) return refuse('FORBIDDEN')
  return (await setEnabled(db, key, body.enabled)) ?? refuse('FORBIDDEN')
}
