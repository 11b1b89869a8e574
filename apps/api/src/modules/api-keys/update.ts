import type { ApiKey } from '@nikau/contract/api-keys'
import type { Actor, Source } from '../../http/bind.ts'
import { inTransaction, type Refusal, refuse } from '../../http/refusal.ts'
import { recordAudit, recordForOwners } from '../accounts/index.ts'
import { managedKeys } from './access.ts'
import type { KeyDeps } from './create.ts'
import { toKey } from './rules.ts'
import { setEnabled } from './store.ts'

export async function update(
  { db, clock, wallClock }: KeyDeps,
  call: { actor: Actor; source: Source },
  key: { accountId: string; name: string },
  { enabled }: { enabled: boolean },
): Promise<ApiKey | Refusal<'FORBIDDEN'>> {
  const managed = await managedKeys(db, call.actor, key.accountId)
  if (!managed) return refuse('FORBIDDEN')
  return await inTransaction(db, async (tx) => {
    const changed = await setEnabled(tx, { ...key, managed }, enabled)
    if (!changed) return refuse('FORBIDDEN')
    await recordForOwners(tx, key.accountId, { kind: 'api-key-changed', ...call, at: clock.now(), detail: { name: key.name, enabled: String(enabled) } })
    await recordAudit(tx, key.accountId, {
      action: 'api-key-changed',
      ...call,
      at: clock.now(),
      subject: key.name,
      before: { enabled: !enabled },
      after: { enabled },
    })
    return toKey(changed, wallClock.now())
  })
}
