import type { BodyOf } from '@nikau/contract'
import type { Member, updateMember } from '@nikau/contract/members'
import { type OrgRole, reachOfRole } from '@nikau/contract/roles'
import { cents } from '@nikau/money'
import type { Clock, Db, Tx } from '@nikau/runtime'
import type { Person, Source } from '../../http/bind.ts'
import { inTransaction, type Refusal, refuse } from '../../http/refusal.ts'
import { type AccountReach, reachOf } from './access.ts'
import { recordAudit } from './audit.ts'
import { recordForOwners } from './security-events.ts'
import { markRemoved, selectInvitationsBy } from './store-invitations.ts'
import { deleteMember, endSessions, isOrg, lockOrg, type MemberRow, ownsShops, selectMembers, selectRefundLimit, updateMemberRow } from './store-members.ts'
import { selectOwners } from './store.ts'

export interface MemberDeps {
  db: Db
  clock: Clock
}

export interface MemberCall {
  person: Person
  source: Source
}

interface MemberKey {
  accountId: string
  userId: string
}

interface Scope {
  role: OrgRole
  merchantIds?: readonly string[] | null | undefined
}

/** Whether a caller with this reach manages members of such a role and shops: an owner all, a manager cashiers of their own shops. */
export function manages({ reach, merchantIds: own }: AccountReach, { role, merchantIds }: Scope): boolean {
  if (reach === 'all') return own === undefined
  return role === 'cashier' && (own === undefined || (merchantIds?.every((id) => own.includes(id)) ?? false))
}

/** The members whom the caller manages. */
export async function listMembers({ db }: MemberDeps, person: Person, accountId: string): Promise<Member[] | Refusal<'FORBIDDEN'>> {
  const reach = await reachOf(db, person, accountId, 'members:write')
  if (!reach || !(await isOrg(db, accountId))) return refuse('FORBIDDEN')
  return (await selectMembers(db, accountId)).filter((member) => manages(reach, member)).map(toMember)
}

export async function updateMemberTerms(
  deps: MemberDeps,
  call: MemberCall,
  key: MemberKey,
  body: BodyOf<typeof updateMember>,
): Promise<Member | Refusal<'FORBIDDEN' | 'LAST_OWNER_NOT_REVOKABLE'>> {
  return await withMember(deps, call, key, async (tx, reach, before) => {
    if (!before || !manages(reach, body) || !isConsistent(body) || !(await mayGiveLimit(tx, call.person, key.accountId, reach, body.refundLimit)))
      return refuse('FORBIDDEN')
    if (body.merchantIds && !(await ownsShops(tx, key.accountId, body.merchantIds))) return refuse('FORBIDDEN')
    if (body.role !== 'account-owner' && (await isLastOwner(tx, key))) return refuse('LAST_OWNER_NOT_REVOKABLE')
    const at = deps.clock.now()
    await updateMemberRow(tx, { accountId: key.accountId, personId: key.userId }, body)
    const [after] = await selectMembers(tx, key.accountId, key.userId)
    if (losesSomething(before, after!)) await endSessions(tx, key.userId, at)
    await recordChange(tx, key, { kind: 'member-changed', ...call, at, before, after: after! })
    await removeInvitations(tx, call, key, at)
    return toMember(after!)
  })
}

export async function removeMember(
  deps: MemberDeps,
  call: MemberCall,
  key: MemberKey,
): Promise<Record<string, never> | Refusal<'FORBIDDEN' | 'LAST_OWNER_NOT_REVOKABLE'>> {
  return await withMember(deps, call, key, async (tx, _reach, before) => {
    if (!before) return {}
    if (await isLastOwner(tx, key)) return refuse('LAST_OWNER_NOT_REVOKABLE')
    const at = deps.clock.now()
    await deleteMember(tx, { accountId: key.accountId, personId: key.userId })
    await endSessions(tx, key.userId, at)
    await recordChange(tx, key, { kind: 'member-removed', ...call, at, before })
    await removeInvitations(tx, call, key, at)
    return {}
  })
}

/** Takes back what the person has sent and could not send any more, so that nobody leaves a way in. */
async function removeInvitations(tx: Tx, { person: actor, source }: MemberCall, { accountId, userId }: MemberKey, at: Date): Promise<void> {
  const reach = await reachOf(tx, { personId: userId }, accountId, 'members:write')
  for (const invitation of await selectInvitationsBy(tx, accountId, userId)) {
    if (reach && manages(reach, invitation)) continue
    const { id, name, role } = invitation
    await markRemoved(tx, id, at)
    await recordAudit(tx, accountId, { action: 'invitation-removed', actor, source, at, subject: id, before: { name, role } })
  }
}

/** The member under the account's lock; undefined if there is none. Refuses callers who do not manage them. */
async function withMember<T>(
  { db }: MemberDeps,
  { person }: MemberCall,
  { accountId, userId }: MemberKey,
  work: (tx: Tx, reach: AccountReach, member: MemberRow | undefined) => Promise<T>,
): Promise<T | Refusal<'FORBIDDEN'>> {
  return await inTransaction(db, async (tx): Promise<T | Refusal<'FORBIDDEN'>> => {
    if (!(await lockOrg(tx, accountId))) return refuse('FORBIDDEN')
    const reach = await reachOf(tx, person, accountId, 'members:write')
    const [member] = reach ? await selectMembers(tx, accountId, userId) : []
    if (!reach || (member && !manages(reach, member))) return refuse('FORBIDDEN')
    return await work(tx, reach, member)
  })
}

/** An owner is not limited to shops, and only those who may refund up to a limit have one. */
export function isConsistent({
  role,
  merchantIds,
  refundLimit,
}: {
  role: OrgRole
  merchantIds?: readonly string[] | undefined
  refundLimit?: bigint | undefined
}): boolean {
  return (merchantIds === undefined || role !== 'account-owner') && (refundLimit === undefined || reachOfRole(role, 'refunds:write') === 'to-limit')
}

/** A manager gives no cashier a higher limit than their own. */
async function mayGiveLimit(tx: Tx, person: Person, accountId: string, { reach }: AccountReach, limit: bigint | undefined): Promise<boolean> {
  if (reach === 'all' || limit === undefined) return true
  const own = await selectRefundLimit(tx, person.personId, accountId)
  return own === null || limit <= own
}

async function isLastOwner(tx: Tx, { accountId, userId }: MemberKey): Promise<boolean> {
  const owners = await selectOwners(tx, accountId)
  return owners.length === 1 && owners[0] === userId
}

/** Another role than owner, or fewer shops. A lower refund limit counts from the next refund and ends no session. */
function losesSomething(before: MemberRow, after: MemberRow): boolean {
  if (before.role !== after.role && after.role !== 'account-owner') return true
  return after.merchantIds !== null && (before.merchantIds === null || before.merchantIds.some((id) => !after.merchantIds!.includes(id)))
}

async function recordChange(
  tx: Tx,
  { accountId, userId }: MemberKey,
  change: MemberCall & { kind: 'member-changed' | 'member-removed'; at: Date; before: MemberRow; after?: MemberRow },
): Promise<void> {
  const { kind, person: actor, source, at, before, after } = change
  const detail = { name: nameOf(before), role: (after ?? before).role }
  await recordForOwners(tx, accountId, { kind, actor, source, at, detail })
  await recordAudit(tx, accountId, { action: kind, actor, source, at, subject: userId, before: termsOf(before), ...(after && { after: termsOf(after) }) })
}

function termsOf({ role, merchantIds, refundLimit }: MemberRow): Record<string, unknown> {
  return { role, ...(merchantIds && { merchantIds }), ...(refundLimit !== null && { refundLimit: refundLimit.toString() }) }
}

/** How a member is called, for messages to owners. */
export async function nameOfMember(db: Db, accountId: string, personId: string): Promise<string | undefined> {
  const [member] = await selectMembers(db, accountId, personId)
  return member && nameOf(member)
}

export const nameOf = ({ givenName, familyName }: Pick<MemberRow, 'givenName' | 'familyName'>) => [givenName, familyName].filter(Boolean).join(' ')

function toMember(row: MemberRow): Member {
  return {
    userId: row.personId,
    name: nameOf(row),
    role: row.role,
    ...(row.merchantIds && { merchantIds: row.merchantIds }),
    ...(row.refundLimit !== null && { refundLimit: cents(row.refundLimit) }),
    ownRefundLimit: row.hasOwnLimit,
    addedAt: row.addedAt,
  }
}
