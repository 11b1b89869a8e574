import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { recipientAlias } from './recipient-alias.ts'
import { orgRole } from './roles.ts'
import { id, money, timestamp } from './wire.ts'

const personId = z.string().check(z.regex(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/, 'must be a UUID'))
const refundLimit = money.check(z.refine((value) => value >= 0n && value <= 10_000_000n, 'must be from 0 to 10000000 cents'))
const shops = z.array(id).check(z.minLength(1), z.maxLength(100))
const ofAccount = z.object({ accountId: id })
const ofMember = z.object({ accountId: id, userId: personId })

export const member = z.object({
  userId: personId,
  name: z.string(),
  role: orgRole,
  /** The shops that they are limited to; absent: all. */
  merchantIds: z.optional(z.array(id)),
  /** How much they may refund of one payment; absent: no limit for an owner, none at all for roles that may not refund. */
  refundLimit: z.optional(money),
  /** The limit is their own and not that of their role. */
  ownRefundLimit: z.boolean(),
  addedAt: timestamp,
})
export type Member = z.output<typeof member>

export const listMembers = endpoint({
  method: 'GET',
  path: '/api/accounts/:accountId/members',
  access: 'person',
  summary: 'List the members of a business. A manager sees the cashiers of their own shops',
  params: ofAccount,
  answer: z.array(member),
  refusals: { FORBIDDEN: 403 },
})

export const updateMember = endpoint({
  method: 'PUT',
  path: '/api/accounts/:accountId/members/:userId',
  access: 'person',
  summary: 'Change the role, the shops and the refund limit of a member. Whoever may do less than before is signed out',
  params: ofMember,
  body: z.strictObject({ role: orgRole, merchantIds: z.optional(shops), refundLimit: z.optional(refundLimit) }),
  answer: member,
  refusals: { FORBIDDEN: 403, LAST_OWNER_NOT_REVOKABLE: 403 },
  stepUp: 'always',
  perMinute: 60,
})

export const removeMember = endpoint({
  method: 'DELETE',
  path: '/api/accounts/:accountId/members/:userId',
  access: 'person',
  summary: 'Remove a member, who is signed out. Repeating it changes nothing',
  params: ofMember,
  answer: z.object({}),
  refusals: { FORBIDDEN: 403, LAST_OWNER_NOT_REVOKABLE: 403 },
  stepUp: 'always',
  perMinute: 60,
})

export const invitation = z.object({
  id,
  name: z.string(),
  alias: z.string(),
  role: orgRole,
  merchantIds: z.optional(z.array(id)),
  sentAt: timestamp,
  expiresAt: timestamp,
})
export type Invitation = z.output<typeof invitation>

export const createInvitation = endpoint({
  method: 'POST',
  path: '/api/accounts/:accountId/invitations',
  access: 'person',
  summary: 'Invite somebody by mobile number or email address. Good for 7 days, once, for whoever has that number or address',
  params: ofAccount,
  body: z.strictObject({
    name: z.string().check(z.trim(), z.minLength(1), z.maxLength(80)),
    alias: recipientAlias,
    role: orgRole,
    merchantIds: z.optional(shops),
  }),
  answer: invitation,
  refusals: {
    FORBIDDEN: 403,
    MEMBER_LIMIT_EXCEEDED: 403,
    /** Enough messages have gone to the number or address within 24 hours. */
    INVITATION_SENT_TOO_OFTEN: 403,
  },
  stepUp: 'always',
  perMinute: 30,
})

export const listInvitations = endpoint({
  method: 'GET',
  path: '/api/accounts/:accountId/invitations',
  access: 'person',
  summary: 'List the open invitations of a business',
  params: ofAccount,
  answer: z.array(invitation),
  refusals: { FORBIDDEN: 403 },
})

const ofInvitation = z.object({ accountId: id, invitationId: id })

export const resendInvitation = endpoint({
  method: 'POST',
  path: '/api/accounts/:accountId/invitations/:invitationId/resend',
  access: 'person',
  summary: 'Send an invitation that nobody has accepted again. It is then good for 7 more days',
  params: ofInvitation,
  answer: invitation,
  refusals: { FORBIDDEN: 403, INVITATION_SENT_TOO_OFTEN: 403, MEMBER_LIMIT_EXCEEDED: 403 },
  stepUp: 'always',
  perMinute: 10,
})

export const removeInvitation = endpoint({
  method: 'DELETE',
  path: '/api/accounts/:accountId/invitations/:invitationId',
  access: 'person',
  summary: 'Take an invitation back. Repeating it changes nothing',
  params: ofInvitation,
  answer: z.object({}),
  refusals: { FORBIDDEN: 403 },
  stepUp: 'always',
})

/** What the invited person is shown before they accept. */
export const receivedInvitation = z.object({
  id,
  accountId: id,
  accountName: z.string(),
  invitedBy: z.string(),
  role: orgRole,
  expiresAt: timestamp,
  accepted: z.boolean(),
})

export const getInvitation = endpoint({
  method: 'GET',
  path: '/api/invitations/:id',
  access: 'person',
  summary: 'Get an invitation to the caller’s own verified number or address',
  params: z.object({ id }),
  answer: receivedInvitation,
  refusals: { FORBIDDEN: 403 },
  perMinute: 30,
})

export const acceptInvitation = endpoint({
  method: 'POST',
  path: '/api/invitations/:id/accept',
  access: 'person',
  summary: 'Become a member by an invitation to the caller’s own verified number or address. Repeating it changes nothing',
  params: z.object({ id }),
  answer: receivedInvitation,
  refusals: { FORBIDDEN: 403, INVITATION_EXPIRED: 403, ALREADY_MEMBER: 403, MEMBER_LIMIT_EXCEEDED: 403 },
  perMinute: 30,
})

const refundLimits = z.strictObject({ cashier: refundLimit, manager: refundLimit })
export type RefundLimits = z.output<typeof refundLimits>

export const getRefundLimits = endpoint({
  method: 'GET',
  path: '/api/accounts/:accountId/refund-limits',
  access: 'person',
  summary: 'Get how much cashiers and managers may refund of one payment',
  params: ofAccount,
  answer: refundLimits,
  refusals: { FORBIDDEN: 403 },
})

export const updateRefundLimits = endpoint({
  method: 'PUT',
  path: '/api/accounts/:accountId/refund-limits',
  access: 'person',
  summary: 'Set how much cashiers and managers may refund of one payment',
  params: ofAccount,
  body: refundLimits,
  answer: refundLimits,
  refusals: { FORBIDDEN: 403 },
  stepUp: 'always',
})

export const createRefundApproval = endpoint({
  method: 'POST',
  path: '/api/accounts/:accountId/refund-approvals',
  access: 'person',
  summary: 'Make a code that approves one refund above the limit of whoever types it, for 5 minutes. It replaces the caller’s code before',
  params: ofAccount,
  answer: z.object({ code: z.string(), expiresAt: timestamp }),
  refusals: { FORBIDDEN: 403 },
  stepUp: 'always',
  perMinute: 5,
})
