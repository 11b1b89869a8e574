import * as z from 'zod/mini'
import { id, money, timestamp } from '../wire.ts'
import { deskEndpoint } from './endpoint.ts'
import { deskRole, deskRoles, operatorName } from './roles.ts'

/** A row of the debit and credit table, with balances before and after. */
export const movement = z.object({
  kind: z.string(),
  unit: z.string(),
  amount: money,
  debit: z.object({ account: z.string(), before: money, after: money }),
  credit: z.object({ account: z.string(), before: money, after: money }),
})
export type Movement = z.output<typeof movement>

export const decideRefusal = z.enum(['PROPOSAL_ENDED', 'SAME_PERSON', 'OUTSIDE_ROLE'])

export const proposal = z.object({
  id,
  /** Such as `send-back`. */
  kind: z.string(),
  /** What it is about: `exception:2009`, `bank-file:DC261116-02`. */
  subject: z.string(),
  exceptionId: z.optional(z.string()),
  content: z.record(z.string(), z.unknown()),
  amount: z.optional(money),
  unit: z.optional(z.string()),
  note: z.string(),
  evidence: z.array(z.string()),
  proposer: operatorName,
  approvers: z.array(operatorName),
  /** The roles of those who still have to agree, in order. */
  needs: z.array(z.array(deskRole)),
  movements: z.array(movement),
  createdAt: timestamp,
  endsAt: timestamp,
  state: z.enum(['waiting', 'approved', 'declined', 'ended']),
  decidedAt: z.optional(timestamp),
  declineNote: z.optional(z.string()),
  declinedBy: z.optional(operatorName),
  result: z.optional(z.record(z.string(), z.string())),
  /** Why the caller can not decide it; absent when they can. */
  cannotDecide: z.optional(decideRefusal),
})
export type Proposal = z.output<typeof proposal>

/** An act as it is proposed. The note says why; the evidence names letters, tickets and calls. */
export const proposalInput = z.object({
  kind: z.string().check(z.maxLength(40)),
  exceptionId: z.optional(z.string().check(z.regex(/^\d{1,19}$/))),
  content: z._default(z.record(z.string(), z.unknown()), {}),
  note: z.string().check(z.trim(), z.minLength(3), z.maxLength(2000)),
  evidence: z._default(z.array(z.string().check(z.trim(), z.minLength(3), z.maxLength(200))).check(z.maxLength(20)), []),
})

/** What an act would do, tried against the books in a transaction that is rolled back. */
export const proposalPreview = z.object({
  movements: z.array(movement),
  needs: z.array(z.array(deskRole)),
  /** Of every account that a movement touches. */
  limits: z.array(z.object({ account: z.string(), floor: z.optional(money), ceiling: z.optional(money) })),
  /** With what it would post in the books. Absent where nothing is posted. */
  invariants: z.optional(
    z.object({
      /** How many there are. */
      count: z.int(),
      broken: z.array(z.string()),
      /** Computed with the act in place. `earlier`: the books are too large for that, and this is what the last full check said. */
      computed: z.enum(['now', 'earlier']),
      at: z.optional(timestamp),
    }),
  ),
})
export type ProposalPreview = z.output<typeof proposalPreview>

const anyRole = { access: 'operator', roles: deskRoles } as const
/** Everybody whose role includes any act. The kind of the act decides further. */
const acting = { access: 'operator', roles: ['support', 'operations', 'finance', 'finance-lead', 'risk', 'compliance', 'admin'] } as const

/** Refusals of the acts, whichever the kind. */
export const actRefusals = {
  SAME_PERSON: 403,
  STALE_PROPOSAL: 409,
  PROPOSAL_ENDED: 409,
  NEEDS_SECOND_PERSON: 403,
  BOOKS_BROKEN: 403,
  CLOSED_BY_MONEY: 403,
  ALREADY_CLOSED: 409,
  PAYEE_UNKNOWN: 403,
  FILE_NOT_REJECTED: 403,
  ACCOUNT_NOT_ADJUSTABLE: 403,
  LEDGER_REFUSED: 403,
  ROLES_CONFLICT: 403,
  /** The state of what it is about does not allow it; `reason` says more. */
  NOT_POSSIBLE: 403,
} as const

export const listProposals = deskEndpoint({
  ...anyRole,
  method: 'GET',
  path: '/api/desk/proposals',
  summary: 'List the proposals that wait for a second person, and those decided lately',
  audit: 'looked',
  answer: z.object({ waiting: z.array(proposal), decided: z.array(proposal), now: timestamp }),
  refusals: {},
})

export const getProposal = deskEndpoint({
  ...anyRole,
  method: 'GET',
  path: '/api/desk/proposals/:id',
  summary: 'Get a proposal with what it would post',
  params: z.object({ id }),
  subject: 'proposal:{id}',
  audit: 'looked',
  answer: z.object({ proposal, now: timestamp }),
  refusals: {},
})

export const previewProposal = deskEndpoint({
  ...acting,
  method: 'POST',
  path: '/api/desk/proposals/preview',
  summary: 'Try an act against the books in a transaction that is rolled back: what would be posted, and who has to agree',
  body: proposalInput,
  audit: 'looked',
  answer: proposalPreview,
  refusals: actRefusals,
})

export const createProposal = deskEndpoint({
  ...acting,
  method: 'POST',
  path: '/api/desk/proposals',
  summary: 'Propose an act. One that nobody else has to agree on is done at once',
  /** The key is chosen for one proposal and kept across retries. */
  body: z.extend(proposalInput, { key: z.uuid() }),
  audit: 'acted',
  answer: proposal,
  refusals: actRefusals,
})

export const approveProposal = deskEndpoint({
  ...acting,
  method: 'POST',
  path: '/api/desk/proposals/:id/approve',
  summary: 'Approve a proposal of somebody else. The last approval does the act',
  params: z.object({ id }),
  subject: 'proposal:{id}',
  audit: 'acted',
  stepUp: 'always',
  /** The link of an act that makes one, for the caller of this call alone: it is kept nowhere and answered once. */
  answer: z.extend(proposal, { passkeyLink: z.optional(z.object({ url: z.string(), until: timestamp })) }),
  refusals: actRefusals,
})

export const declineProposal = deskEndpoint({
  ...acting,
  method: 'POST',
  path: '/api/desk/proposals/:id/decline',
  summary: 'Decline a proposal, for ever. Its proposer may take it back in the same way',
  params: z.object({ id }),
  body: z.object({ note: z.string().check(z.trim(), z.minLength(3), z.maxLength(2000)) }),
  subject: 'proposal:{id}',
  audit: 'acted',
  answer: proposal,
  refusals: actRefusals,
})
