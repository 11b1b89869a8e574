import type { AnswerOf, BodyOf } from '@nikau/contract'
import type { createInvitation, getInvitation, Invitation } from '@nikau/contract/members'
import { isMobileAlias } from '@nikau/contract/recipient-alias'
import type { OrgRole } from '@nikau/contract/roles'
import { plainBusinessName, queueMessage } from '@nikau/rails'
import type { Clock, Db, Ids, Tx } from '@nikau/runtime'
import type { Person } from '../../http/bind.ts'
import { inTransaction, type Refusal, refuse } from '../../http/refusal.ts'
import { countMessage, type MessageLimits } from '../messages/index.ts'
import { type AccountReach, reachOf } from './access.ts'
import { recordAudit } from './audit.ts'
import { isConsistent, manages, type MemberCall } from './members.ts'
import { recordForOwners } from './security-events.ts'
import {
  countInvitations,
  insertInvitation,
  type InvitationRow,
  markAccepted,
  markRemoved,
  markSent,
  selectInvitation,
  selectNames,
  selectOpenInvitations,
  selectOwnAliases,
} from './store-invitations.ts'
import { insertInvitedMember, isOrg, lockOrg, ownsShops, selectMembers } from './store-members.ts'

export interface InvitationDeps {
  db: Db
  clock: Clock
  ids: Ids
  webOrigin: string
  messages: MessageLimits
}

const dayMs = 86_400_000
const goodForMs = 7 * dayMs
const maxMembers = 50
const maxOpen = 20
/** Of a business, and of one person in all of theirs. Taking invitations back does not make room for more messages to strangers. */
const maxPerDay = 60
const maxSent = 5

const roleNames: Readonly<Record<OrgRole, string>> = {
  'account-owner': 'an owner',
  manager: 'a manager',
  cashier: 'a cashier',
  accountant: 'an accountant',
  developer: 'a developer',
}

export async function invite(
  deps: InvitationDeps,
  { person, source }: MemberCall,
  accountId: string,
  body: BodyOf<typeof createInvitation>,
): Promise<Invitation | Refusal<'FORBIDDEN' | 'MEMBER_LIMIT_EXCEEDED' | 'INVITATION_SENT_TOO_OFTEN'>> {
  return await inTransaction(deps.db, async (tx) => {
    if (!(await lockOrg(tx, accountId))) return refuse('FORBIDDEN')
    const reach = await reachOf(tx, person, accountId, 'members:write')
    if (!reach || !manages(reach, body) || !isConsistent(body)) return refuse('FORBIDDEN')
    if (body.merchantIds && !(await ownsShops(tx, accountId, body.merchantIds))) return refuse('FORBIDDEN')
    const at = deps.clock.now()
    if (await isFull(tx, accountId, person, at)) return refuse('MEMBER_LIMIT_EXCEEDED')
    const id = deps.ids.public('inv_')
    await insertInvitation(tx, { id, accountId, ...body, invitedBy: person.personId, at, expiresAt: new Date(at.getTime() + goodForMs) })
    const invitation = (await selectInvitation(tx, id))!
    const unsent = await send(tx, deps, invitation)
    if (unsent) return unsent
    const { name, role, merchantIds } = body
    await recordForOwners(tx, accountId, { kind: 'member-invited', actor: person, source, at, detail: { name, role } })
    const after = { name, role, ...(merchantIds && { merchantIds }) }
    await recordAudit(tx, accountId, { action: 'invitation-sent', actor: person, source, at, subject: id, after })
    return toInvitation(invitation)
  })
}

async function isFull(tx: Tx, accountId: string, { personId }: Person, at: Date): Promise<boolean> {
  const { open, today } = await countInvitations(tx, { accountId, personId }, at, new Date(at.getTime() - dayMs))
  return open >= maxOpen || today >= maxPerDay || (await selectMembers(tx, accountId)).length >= maxMembers
}

/** To the number or address that it is for; the link is of no use to anybody else. */
async function send(tx: Tx, deps: InvitationDeps, invitation: InvitationRow): Promise<Refusal<'INVITATION_SENT_TOO_OFTEN'> | undefined> {
  const { id, accountId, alias, role, sentAt, sentCount } = invitation
  if (await countMessage(tx, deps, { alias, senderAccountId: accountId, at: sentAt })) return refuse('INVITATION_SENT_TOO_OFTEN')
  const business = plainBusinessName(invitation.accountName)
  const text = `${business} invites you to Nikau for business as ${roleNames[role]}. Accept within 7 days: ${deps.webOrigin}/deimos/business/invitations/${id}`
  const message = { key: `invitation:${id}:${sentCount}`, purpose: 'invitation', to: alias, text }
  if (isMobileAlias(alias)) await queueMessage(tx, { ...message, channel: 'sms' })
  else await queueMessage(tx, { ...message, channel: 'email', subject: `${business} invites you to Nikau for business` })
  return undefined
}

/** The open invitations that the caller may take back. */
export async function listInvitations({ db, clock }: InvitationDeps, person: Person, accountId: string): Promise<Invitation[] | Refusal<'FORBIDDEN'>> {
  const reach = await reachOf(db, person, accountId, 'members:write')
  if (!reach || !(await isOrg(db, accountId))) return refuse('FORBIDDEN')
  return (await selectOpenInvitations(db, accountId, clock.now())).filter((invitation) => manages(reach, invitation)).map(toInvitation)
}

interface InvitationKey {
  accountId: string
  invitationId: string
}

export async function resend(
  deps: InvitationDeps,
  { person, source }: MemberCall,
  key: InvitationKey,
): Promise<Invitation | Refusal<'FORBIDDEN' | 'INVITATION_SENT_TOO_OFTEN' | 'MEMBER_LIMIT_EXCEEDED'>> {
  return await inTransaction(deps.db, async (tx) => {
    const invitation = await managedInvitation(tx, person, key)
    if (!invitation || !isOpen(invitation)) return refuse('FORBIDDEN')
    if (invitation.sentCount >= maxSent) return refuse('INVITATION_SENT_TOO_OFTEN')
    const at = deps.clock.now()
    // One that has expired would be open again, beside those that were sent since.
    if (invitation.expiresAt <= at && (await isFull(tx, key.accountId, person, at))) return refuse('MEMBER_LIMIT_EXCEEDED')
    await markSent(tx, invitation.id, at, new Date(at.getTime() + goodForMs))
    const sent = (await selectInvitation(tx, invitation.id))!
    const refused = await send(tx, deps, sent)
    if (refused) return refused
    const { name, role } = sent
    await recordAudit(tx, key.accountId, { action: 'invitation-resent', actor: person, source, at, subject: sent.id, after: { name, role } })
    return toInvitation(sent)
  })
}

export async function takeBack(
  deps: InvitationDeps,
  { person, source }: MemberCall,
  key: InvitationKey,
): Promise<Record<string, never> | Refusal<'FORBIDDEN'>> {
  return await inTransaction(deps.db, async (tx) => {
    const invitation = await managedInvitation(tx, person, key)
    if (!invitation) return refuse('FORBIDDEN')
    if (!isOpen(invitation)) return {}
    const at = deps.clock.now()
    await markRemoved(tx, invitation.id, at)
    const { name, role } = invitation
    await recordAudit(tx, key.accountId, { action: 'invitation-removed', actor: person, source, at, subject: invitation.id, before: { name, role } })
    return {}
  })
}

/** The invitation under its account's lock, if the caller manages such members. */
async function managedInvitation(tx: Tx, person: Person, { accountId, invitationId }: InvitationKey): Promise<InvitationRow | undefined> {
  if (!(await lockOrg(tx, accountId))) return undefined
  const reach: AccountReach | undefined = await reachOf(tx, person, accountId, 'members:write')
  const invitation = reach && (await selectInvitation(tx, invitationId))
  return invitation?.accountId === accountId && manages(reach!, invitation) ? invitation : undefined
}

const isOpen = ({ acceptedBy, removedAt }: InvitationRow) => acceptedBy === null && removedAt === null

type Received = AnswerOf<typeof getInvitation>

export async function readReceived({ db, clock }: InvitationDeps, person: Person, id: string): Promise<Received | Refusal<'FORBIDDEN'>> {
  const invitation = await receivedInvitation(db, person, id, clock.now())
  return invitation ? await toReceived(db, invitation) : refuse('FORBIDDEN')
}

/** Makes the caller a member, once. */
export async function accept(
  { db, clock }: InvitationDeps,
  { person, source }: MemberCall,
  id: string,
): Promise<Received | Refusal<'FORBIDDEN' | 'INVITATION_EXPIRED' | 'ALREADY_MEMBER' | 'MEMBER_LIMIT_EXCEEDED'>> {
  return await inTransaction(db, async (tx) => {
    const at = clock.now()
    const found = await selectInvitation(tx, id)
    if (found) await lockOrg(tx, found.accountId)
    const invitation = await receivedInvitation(tx, person, id, at)
    if (!invitation) return refuse('FORBIDDEN')
    if (invitation.acceptedBy === person.personId) return await toReceived(tx, invitation)
    if (invitation.expiresAt <= at) return refuse('INVITATION_EXPIRED')
    const { accountId, role, merchantIds } = invitation
    const members = await selectMembers(tx, accountId)
    if (members.some(({ personId }) => personId === person.personId)) return refuse('ALREADY_MEMBER')
    if (members.length >= maxMembers) return refuse('MEMBER_LIMIT_EXCEEDED')
    await insertInvitedMember(tx, { accountId, personId: person.personId, role, merchantIds: merchantIds ?? undefined, at })
    await markAccepted(tx, id, person.personId, at)
    await recordForOwners(tx, accountId, { kind: 'member-added', actor: person, source, at, detail: { name: invitation.name, role } })
    const after = { role, ...(merchantIds && { merchantIds }) }
    await recordAudit(tx, accountId, { action: 'member-added', actor: person, source, at, subject: person.personId, after })
    return await toReceived(tx, { ...invitation, acceptedBy: person.personId })
  })
}

/**
 * An invitation to a number or address that is the caller's. Taken back, used by somebody else, unknown, and sent by a person who could
 * not send it today are all undefined.
 */
async function receivedInvitation(db: Db, person: Person, id: string, at: Date): Promise<InvitationRow | undefined> {
  const invitation = await selectInvitation(db, id)
  if (!invitation || invitation.removedAt !== null) return undefined
  if (invitation.acceptedBy !== null) return invitation.acceptedBy === person.personId ? invitation : undefined
  if (!(await selectOwnAliases(db, person.personId, at)).includes(invitation.alias)) return undefined
  const inviter = await reachOf(db, { personId: invitation.invitedBy }, invitation.accountId, 'members:write')
  return inviter && manages(inviter, invitation) ? invitation : undefined
}

async function toReceived(db: Db, { id, accountId, accountName, invitedBy, role, expiresAt, acceptedBy }: InvitationRow): Promise<Received> {
  const names = await selectNames(db, [invitedBy])
  return { id, accountId, accountName, invitedBy: names.get(invitedBy) ?? '', role, expiresAt, accepted: acceptedBy !== null }
}

function toInvitation({ id, name, alias, role, merchantIds, sentAt, expiresAt }: InvitationRow): Invitation {
  return { id, name, alias, role, ...(merchantIds && { merchantIds }), sentAt, expiresAt }
}
