import type { Operator } from './act.ts'
import { type ActKind, type ActRule, actRules, missingApprovers } from './rules.ts'
import type { PostedMovement, ProposalRow } from './store.ts'

/** A row of the debit and credit table, with balances before and after. Cents as text. */
export interface Movement {
  kind: string
  unit: string
  debit: { account: string; before: string; after: string }
  credit: { account: string; before: string; after: string }
  amount: string
}

export function toMovement({ kind, unit, debit, credit, amount, debitBalance, creditBalance }: PostedMovement): Movement {
  return {
    kind,
    unit,
    debit: { account: debit, before: String(debitBalance + amount), after: String(debitBalance) },
    credit: { account: credit, before: String(creditBalance - amount), after: String(creditBalance) },
    amount: String(amount),
  }
}

export interface PresentedProposal {
  id: string
  kind: string
  subject: string
  exceptionId: string | null
  content: Record<string, unknown>
  amount: string | null
  unit: string | null
  note: string
  evidence: string[]
  proposer: string
  approvers: string[]
  /** The roles of those who still have to agree, in order. */
  needs: readonly (readonly string[])[]
  movements: unknown
  createdAt: string
  endsAt: string
  state: 'waiting' | 'approved' | 'declined' | 'ended'
  result: Record<string, string> | null
  /** Why the caller cannot decide it; null when they can. */
  cannotDecide: DecideRefusal | null
}

export type DecideRefusal = 'PROPOSAL_ENDED' | 'SAME_PERSON' | 'OUTSIDE_ROLE'

interface Caller {
  operator: Operator
  /** Who has noted on, owns or approved the subject before. */
  involved: ReadonlySet<string>
  now: Date
}

/** Why an operator may not approve a proposal. Whoever has had a part in it is not a second person. */
export function refusalToDecide(proposal: ProposalRow, { operator, involved, now }: Caller): DecideRefusal | null {
  if (proposal.state !== 'waiting' || proposal.endsAt <= now) return 'PROPOSAL_ENDED'
  const [next = []] = missingApprovers(proposal.needs, proposal.approvers.length)
  if (!next.some((role) => operator.roles.includes(role))) return 'OUTSIDE_ROLE'
  return proposal.proposer === operator.id || involved.has(operator.id) ? 'SAME_PERSON' : null
}

export function present(proposal: ProposalRow, caller: Caller): PresentedProposal {
  const { id, kind, subject, content, unit, note, evidence, proposer, approvers, result } = proposal
  return {
    id,
    kind,
    subject,
    exceptionId: proposal.exceptionId === null ? null : String(proposal.exceptionId),
    content,
    amount: proposal.amount === null ? null : String(proposal.amount),
    unit,
    note,
    evidence,
    proposer,
    approvers,
    needs: proposal.state === 'waiting' ? missingApprovers(proposal.needs, approvers.length) : [],
    movements: proposal.preview,
    createdAt: proposal.createdAt.toISOString(),
    endsAt: proposal.endsAt.toISOString(),
    state: proposal.state === 'waiting' && proposal.endsAt <= caller.now ? 'ended' : proposal.state,
    result,
    cannotDecide: refusalToDecide(proposal, caller),
  }
}

export const sendsMoney = (kind: ActKind) => (actRules[kind] as ActRule).sendsMoney === true
