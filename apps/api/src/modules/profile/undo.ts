import { createHash } from 'node:crypto'
import { maskEmail, recordSecurityEvent } from '@nikau/security-events'
import type { Source } from '../../http/bind.ts'
import { inTransaction, type Refusal, refuse } from '../../http/refusal.ts'
import type { ProfileDeps } from './deps.ts'
import { endSessions, undoEmailChange } from './store.ts'

export const undoHours = 72

/** 128 random bits need no key and no slow hash. */
export function undoTokenHash(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

/**
 * Restores the previous email address and its verification. Whoever changed it is signed in, so every session ends; the owner signs
 * in again with their number.
 */
export async function undo(deps: ProfileDeps, token: string, source: Source): Promise<{ email?: string } | Refusal<'UNDO_INVALID'>> {
  return await inTransaction(deps.db, async (tx) => {
    const at = deps.clock.now()
    const undone = await undoEmailChange(tx, undoTokenHash(token), at)
    if (!undone) return refuse('UNDO_INVALID')
    const { personId, restoredEmail, replacedEmail, replacedVerified } = undone
    await endSessions(tx, personId, at)
    const alsoTo = replacedVerified && replacedEmail ? [replacedEmail] : []
    await recordSecurityEvent(tx, { personId, kind: 'email-change-undone', at, ...source }, { alsoTo })
    return restoredEmail === null ? {} : { email: maskEmail(restoredEmail) }
  })
}
