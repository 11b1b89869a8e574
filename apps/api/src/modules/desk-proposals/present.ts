import type { Proposal, ProposalPreview } from '@nikau/contract/desk/proposals'
import type { DeskRole } from '@nikau/contract/desk/roles'
import { cents } from '@nikau/money'
import type { NamedProposal } from '../operations/index.ts'

/** A row of the debit and credit table as the proposal keeps it: cents as text. */
export interface KeptMovement {
  kind: string
  unit: string
  amount: string
  debit: { account: string; before: string; after: string }
  credit: { account: string; before: string; after: string }
}

export function presentMovement({ kind, unit, amount, debit, credit }: KeptMovement): Proposal['movements'][number] {
  const side = ({ account, before, after }: KeptMovement['debit']) => ({ account, before: cents(before), after: cents(after) })
  return { kind, unit, amount: cents(amount), debit: side(debit), credit: side(credit) }
}

/** What the worker answers of an act that it has tried. */
export interface KeptPreview {
  movements: KeptMovement[]
  needs: DeskRole[][]
  limits: { account: string; floor: string | null; ceiling: string | null }[]
  invariants: { count: number; broken: string[]; computed: 'now' | 'earlier'; at: string | null } | null
}

export function presentPreview({ movements, needs, limits, invariants }: KeptPreview): ProposalPreview {
  return {
    movements: movements.map(presentMovement),
    needs,
    limits: limits.map(({ account, floor, ceiling }) => ({
      account,
      ...(floor !== null && { floor: cents(floor) }),
      ...(ceiling !== null && { ceiling: cents(ceiling) }),
    })),
    ...(invariants && {
      invariants: {
        count: invariants.count,
        broken: invariants.broken,
        computed: invariants.computed,
        ...(invariants.at !== null && { at: new Date(invariants.at) }),
      },
    }),
  }
}

export function presentProposal(proposal: NamedProposal): Proposal {
  const { id, kind, subject, content, note, evidence, proposer, approvers, state } = proposal
  return {
    id,
    kind,
    subject,
    content,
    note,
    evidence,
    proposer,
    approvers,
    state,
    ...(proposal.exceptionId !== null && { exceptionId: proposal.exceptionId }),
    ...(proposal.amount !== null && { amount: cents(proposal.amount) }),
    ...(proposal.unit !== null && { unit: proposal.unit }),
    needs: proposal.needs.map((roles) => [...roles] as Proposal['needs'][number]),
    movements: (proposal.movements as KeptMovement[]).map(presentMovement),
    createdAt: new Date(proposal.createdAt),
    endsAt: new Date(proposal.endsAt),
    ...(proposal.decidedAt && { decidedAt: proposal.decidedAt }),
    ...(proposal.declinedBy && { declinedBy: proposal.declinedBy }),
    ...(proposal.declineNote !== null && { declineNote: proposal.declineNote }),
    ...(proposal.result && { result: proposal.result }),
    ...(proposal.cannotDecide && { cannotDecide: proposal.cannotDecide }),
  }
}
