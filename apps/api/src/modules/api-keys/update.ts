import type { ApiKey } from '@nikau/contract/api-keys'
import type { Clock, Db } from '@nikau/runtime'
import type { Actor, Source } from '../../http/bind.ts'
import { inTransaction, type Refusal, refuse } from '../../http/refusal.ts'
import { mayActFor, recordForOwners } from '../accounts/index.ts'
import { setEnabled } from './store.ts'

export async function update(
  { db, clock }: { db: Db; clock: Clock },
  call: { actor: Actor; source: Source },
  key: { accountId: string; name: string },
  { enabled }: { enabled: boolean },
): Promise<ApiKey | Refusal<'FORBIDDEN'>> {
  if (!(await mayActFor(db, call.actor, key.accountId))) return refuse('FORBIDDEN')
  return await inTransaction(db, async (tx) => {
    const changed = await setEnabled(tx, key, enabled)
    if (!changed) return refuse('FORBIDDEN')
    await recordForOwners(tx, key.accountId, { kind: 'api-key-changed', ...call, at: clock.now(), detail: { name: key.name, enabled: String(enabled) } })
    return changed
  })
}
