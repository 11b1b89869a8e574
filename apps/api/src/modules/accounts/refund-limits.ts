import { createHash, randomInt, timingSafeEqual } from 'node:crypto'
import type { AnswerOf } from '@nikau/contract'
import type { createRefundApproval, RefundLimits } from '@nikau/contract/members'
import { cents } from '@nikau/money'
import type { Clock, Db, Ids, Tx } from '@nikau/runtime'
import type { Person } from '../../http/bind.ts'
import { inTransaction, type Refusal, refuse } from '../../http/refusal.ts'
import { type AccountReach, mayActFor, reachOf } from './access.ts'
import { recordAudit } from './audit.ts'
import type { MemberCall, MemberDeps } from './members.ts'
import { recordForOwners } from './security-events.ts'
import { insertApproval, takeTries } from './store-approvals.ts'
import { isOrg, lockOrg, selectRefundLimit, selectRefundLimits, upsertRefundLimits } from './store-members.ts'

export async function getLimits({ db }: MemberDeps, person: Person, accountId: string): Promise<RefundLimits | Refusal<'FORBIDDEN'>> {
  if (!(await reachOf(db, person, accountId, 'members:write')) || !(await isOrg(db, accountId))) return refuse('FORBIDDEN')
  return toLimits(await selectRefundLimits(db, accountId))
}

/** Applies to the next refund of everybody who has no limit of their own. */
export async function updateLimits(
  { db, clock }: MemberDeps,
  { person: actor, source }: MemberCall,
  accountId: string,
  limits: RefundLimits,
): Promise<RefundLimits | Refusal<'FORBIDDEN'>> {
  return await inTransaction(db, async (tx) => {
    if (!(await lockOrg(tx, accountId)) || !(await mayActFor(tx, actor, accountId, 'members:write'))) return refuse('FORBIDDEN')
    const [at, before] = [clock.now(), await selectRefundLimits(tx, accountId)]
    await upsertRefundLimits(tx, accountId, limits, at)
    await recordForOwners(tx, accountId, { kind: 'refund-limits-changed', actor, source, at, detail: {} })
    await recordAudit(tx, accountId, { action: 'refund-limits-changed', actor, source, at, before: asText(before), after: asText(limits) })
    return limits
  })
}

const toLimits = ({ cashier, manager }: { cashier: bigint; manager: bigint }): RefundLimits => ({ cashier: cents(cashier), manager: cents(manager) })
const asText = ({ cashier, manager }: { cashier: bigint; manager: bigint }) => ({ cashier: cashier.toString(), manager: manager.toString() })

/** How much a person may refund of one payment of the account; undefined: without a limit. */
export async function refundLimitOf(db: Db, personId: string, accountId: string): Promise<bigint | undefined> {
  return (await selectRefundLimit(db, personId, accountId)) ?? undefined
}

const approvalMs = 5 * 60_000

/**
 * A code that the approver reads out to whoever is at the counter. It is theirs because only their session can make one, and of no use
 * to somebody who has overheard it: it approves one refund.
 */
export async function createApproval(
  { db, clock, ids }: { db: Db; clock: Clock; ids: Ids },
  person: Person,
  accountId: string,
): Promise<AnswerOf<typeof createRefundApproval> | Refusal<'FORBIDDEN'>> {
  return await inTransaction(db, async (tx: Tx) => {
    if (!(await lockOrg(tx, accountId)) || !(await reachOf(tx, person, accountId, 'refunds:approve'))) return refuse('FORBIDDEN')
    const [id, at] = [ids.public('ra_'), clock.now()]
    const [code, expiresAt] = [randomInt(1_000_000).toString().padStart(6, '0'), new Date(at.getTime() + approvalMs)]
    await insertApproval(tx, { id, accountId, personId: person.personId, codeHash: hashOf(id, code), at, expiresAt })
    return { code, expiresAt }
  })
}

const hashOf = (id: string, code: string) => createHash('sha256').update(`${id}:${code}`).digest()

export interface RefundApproval {
  id: string
  approverId: string
}

/**
 * The approval with this code. Commits the try before it compares, so that many guesses at once are no more than many in a row; after
 * five, right or wrong, a code has ended.
 */
export async function findApproval({ db, clock }: MemberDeps, accountId: string, code: string): Promise<RefundApproval | undefined> {
  const open = await takeTries(db, accountId, clock.now())
  const found = open.find(({ id, codeHash }) => timingSafeEqual(codeHash, hashOf(id, code)))
  return found && { id: found.id, approverId: found.personId }
}

/** How far the approver may approve now: they may have been removed, or limited to other shops, since they made the code. */
export async function approverReach(db: Db, approverId: string, accountId: string): Promise<AccountReach | undefined> {
  return await reachOf(db, { personId: approverId }, accountId, 'refunds:approve')
}
