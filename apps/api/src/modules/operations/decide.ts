import { isDeepStrictEqual } from 'node:util'
import { inTransaction, Refusal, refuse } from '../../http/refusal.ts'
import { lockException } from '../exceptions/index.ts'
import type { Caller, OperationsDeps } from './act.ts'
import { acts } from './acts.ts'
import { areBooksBroken } from './books.ts'
import { performAct } from './perform.ts'
import { present, type PresentedProposal, refusalToDecide, sendsMoney } from './present.ts'
import { planAct } from './propose.ts'
import type { ActKind } from './rules.ts'
import { insertApproval, type LockedProposal, lockProposal, markDeclined, type ProposalRow, selectInvolved, selectOperator, selectProposal } from './store.ts'

/** `linkUntil`: this call has made a link out of the caller's code. */
type ApprovedProposal = PresentedProposal & { linkUntil?: string | undefined }

/**
 * Agrees to a proposal. The last approval does the act in its own transaction, under references made of the proposal's id: approved
 * twice, or by two people at once, it is done once and answers the first result.
 */
export async function approve(deps: OperationsDeps, operator: Caller, id: string, codeHash?: Buffer): Promise<ApprovedProposal | Refusal<string>> {
  return await inTransaction(deps.db, async (tx) => {
    const proposal = await lockProposal(tx, id)
    if (!proposal) return refuse('NOT_FOUND')
    const at = deps.clock.now()
    const caller = { operator, involved: await selectInvolved(tx, proposal), now: at }
    if (proposal.approvers.includes(operator.id)) return present(proposal, caller) // said twice
    const refusal = refusalToDecide(proposal, caller)
    if (refusal) return refuse(refusal)
    if (!operator.steppedUp) return refuse('STEP_UP_REQUIRED')
    const kind = proposal.kind as ActKind
    const exception = proposal.exceptionId === null ? undefined : await lockException(tx, proposal.exceptionId)
    if (exception && exception.closedAt !== null) return refuse('ALREADY_CLOSED')
    const content: unknown = acts[kind].content.parse(contentOf(deps, proposal))
    const plan = await planAct(tx, deps, kind, content, { exception, at, operator })
    if (plan instanceof Refusal) return plan
    if (!isDeepStrictEqual(plan.madeFor, proposal.madeFor)) return refuse('STALE_PROPOSAL', { madeFor: proposal.madeFor, now: plan.madeFor })
    if (isStopped(proposal) && (await areBooksBroken(tx))) return refuse('BOOKS_BROKEN')
    if (acts[kind].needsCode?.(content) && !codeHash) return refuse('CODE_REQUIRED')
    let linkUntil: string | undefined
    await insertApproval(tx, { proposalId: id, proposer: proposal.proposer, operator, at })
    if (proposal.approvers.length + 1 === proposal.needs.length) {
      const proposer = (await selectOperator(tx, proposal.proposer))!
      const done = await performAct(tx, deps, kind, content, {
        proposalId: id,
        operator: proposer,
        note: proposal.note,
        evidence: proposal.evidence,
        exception,
        codeHash,
        at,
      })
      if (done instanceof Refusal) return done
      ;({ linkUntil } = done)
    }
    await operator.record(tx, { kind: 'acted', subject: proposal.subject, detail: { call: 'approve', act: kind, proposal: id } })
    return { ...present((await selectProposal(tx, id))!, caller), linkUntil }
  })
}

/** Closes a proposal for ever. Whoever may approve it may decline it, and so may its proposer. */
export async function decline(deps: OperationsDeps, operator: Caller, id: string, note: string): Promise<PresentedProposal | Refusal<string>> {
  return await inTransaction(deps.db, async (tx) => {
    const proposal = await lockProposal(tx, id)
    if (!proposal) return refuse('NOT_FOUND')
    const at = deps.clock.now()
    const caller = { operator, involved: new Set<string>(), now: at }
    if (proposal.declinedBy === operator.id) return present(proposal, caller) // said twice
    const refusal = proposal.proposer === operator.id && proposal.state === 'waiting' && proposal.endsAt > at ? null : refusalToDecide(proposal, caller)
    if (refusal) return refuse(refusal)
    await markDeclined(tx, id, { by: operator.id, note, at })
    await operator.record(tx, { kind: 'acted', subject: proposal.subject, detail: { call: 'decline', act: proposal.kind, proposal: id } })
    return present((await selectProposal(tx, id))!, caller)
  })
}

/** While the books are broken no money is sent, and only a finance lead together with compliance corrects them. */
function isStopped({ kind, needs }: ProposalRow): boolean {
  return sendsMoney(kind as ActKind) || (kind === 'adjustment' && needs.length < 2)
}

function contentOf({ vault }: OperationsDeps, { id, content, sealedPayee, keyId }: LockedProposal): unknown {
  if (sealedPayee === null || keyId === null) return content
  return { ...content, payee: JSON.parse(vault.open({ sealed: sealedPayee, keyId }, id)) as unknown }
}
