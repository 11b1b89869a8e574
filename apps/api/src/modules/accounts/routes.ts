import { listAudit } from '@nikau/contract/audit'
import { createAccount, listAccountMemberships } from '@nikau/contract/accounts'
import * as members from '@nikau/contract/members'
import type { Clock, Db, Ids } from '@nikau/runtime'
import { bind, type Server } from '../../http/bind.ts'
import type { MessageLimits } from '../messages/index.ts'
import { readAudit } from './audit.ts'
import { accept, invite, listInvitations, readReceived, resend, takeBack } from './invitations.ts'
import { listMembers, removeMember, updateMemberTerms } from './members.ts'
import { open } from './open.ts'
import { createApproval, getLimits, updateLimits } from './refund-limits.ts'
import { selectMemberships } from './store.ts'

export function accountRoutes(server: Server, deps: { db: Db; clock: Clock; ids: Ids; webOrigin: string; messages: MessageLimits }): void {
  bind(server, listAccountMemberships, ({ actor }) => selectMemberships(deps.db, actor.personId))
  bind(server, createAccount, ({ actor, body }) => open(deps, actor.personId, body))
  bind(server, members.listMembers, ({ actor, params }) => listMembers(deps, actor, params.accountId))
  bind(server, members.updateMember, ({ actor: person, source, params, body }) => updateMemberTerms(deps, { person, source }, params, body))
  bind(server, members.removeMember, ({ actor: person, source, params }) => removeMember(deps, { person, source }, params))
  bind(server, members.createInvitation, ({ actor: person, source, params, body }) => invite(deps, { person, source }, params.accountId, body))
  bind(server, members.listInvitations, ({ actor, params }) => listInvitations(deps, actor, params.accountId))
  bind(server, members.resendInvitation, ({ actor: person, source, params }) => resend(deps, { person, source }, params))
  bind(server, members.removeInvitation, ({ actor: person, source, params }) => takeBack(deps, { person, source }, params))
  bind(server, members.getInvitation, ({ actor, params }) => readReceived(deps, actor, params.id))
  bind(server, members.acceptInvitation, ({ actor: person, source, params }) => accept(deps, { person, source }, params.id))
  bind(server, members.getRefundLimits, ({ actor, params }) => getLimits(deps, actor, params.accountId))
  bind(server, members.updateRefundLimits, ({ actor: person, source, params, body }) => updateLimits(deps, { person, source }, params.accountId, body))
  bind(server, members.createRefundApproval, ({ actor, params }) => createApproval(deps, actor, params.accountId))
  bind(server, listAudit, ({ actor, params, query }) => readAudit(deps.db, actor, params.accountId, query))
}
