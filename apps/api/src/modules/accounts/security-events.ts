import { recordSecurityEvent, type SecurityEventKind } from '@nikau/security-events'
import type { Tx } from '@nikau/runtime'
import type { Actor, Source } from '../../http/bind.ts'
import { selectOwners } from './store.ts'

/** Records a change of an organisation's security settings for every owner, who all get its notice. */
export async function recordForOwners(
  tx: Tx,
  accountId: string,
  change: { kind: SecurityEventKind; actor: Actor; source: Source; at: Date; detail: Readonly<Record<string, string>> },
): Promise<void> {
  const { kind, actor, source, at, detail } = change
  for (const personId of await selectOwners(tx, accountId)) {
    const sessionUid = 'personId' in actor && actor.personId === personId ? actor.sessionUid : undefined
    await recordSecurityEvent(tx, { personId, kind, at, ...source, detail, ...(sessionUid !== undefined && { sessionUid }) })
  }
}
