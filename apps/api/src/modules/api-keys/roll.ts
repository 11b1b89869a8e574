import type { AnswerOf } from '@nikau/contract'
import type { rollApiKey } from '@nikau/contract/api-keys'
import type { Actor, Source } from '../../http/bind.ts'
import { hashApiKey } from '../../http/api-keys.ts'
import { inTransaction, type Refusal, refuse } from '../../http/refusal.ts'
import { recordAudit, recordForOwners } from '../accounts/index.ts'
import { managedKeys } from './access.ts'
import type { KeyDeps } from './create.ts'
import { hintOf, newSecret, toKey } from './rules.ts'
import { isTestOrg, lockKey, replaceSecret } from './store.ts'

const hourMs = 3_600_000

/** Gives a key a new secret. The old one keeps working for the overlap, so that servers can be changed one by one. */
export async function roll(
  { db, clock, wallClock }: KeyDeps,
  call: { actor: Actor; source: Source },
  key: { accountId: string; name: string },
  { overlapHours }: { overlapHours: number },
): Promise<AnswerOf<typeof rollApiKey> | Refusal<'FORBIDDEN'>> {
  const managed = await managedKeys(db, call.actor, key.accountId)
  if (!managed) return refuse('FORBIDDEN')
  return await inTransaction(db, async (tx) => {
    const before = await lockKey(tx, { ...key, managed })
    if (!before) return refuse('FORBIDDEN')
    const secret = newSecret((await isTestOrg(tx, key.accountId)) ? 'test' : (before.liveness ?? undefined))
    const now = wallClock.now()
    const previousUntil = overlapHours === 0 ? undefined : new Date(now.getTime() + overlapHours * hourMs)
    const rolled = await replaceSecret(tx, key, { hash: hashApiKey(secret), hint: hintOf(secret)!, previousUntil })
    const at = clock.now()
    await recordForOwners(tx, key.accountId, { kind: 'api-key-changed', ...call, at, detail: { name: key.name, rolled: 'true' } })
    const audited = { subject: key.name, before: { lastFour: before.lastFour }, after: { lastFour: rolled.lastFour, overlapHours } }
    await recordAudit(tx, key.accountId, { action: 'api-key-changed', ...call, at, ...audited })
    return { ...toKey(rolled, now), secret }
  })
}
