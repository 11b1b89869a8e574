import { createHash, randomBytes } from 'node:crypto'
import {
  approveProposal,
  createProposal,
  declineProposal,
  getProposal,
  listProposals as listProposalsEndpoint,
  previewProposal,
  type Proposal,
} from '@nikau/contract/desk/proposals'
import type { Clock, Db } from '@nikau/runtime'
import { bindDesk, type DeskServer } from '../../http/desk/bind.ts'
import type { DeskOperator } from '../../http/desk/session.ts'
import { Refusal, refuse } from '../../http/refusal.ts'
import { findProposal, listProposals } from '../operations/index.ts'
import { fromWorker } from './from-worker.ts'
import { type KeptPreview, presentPreview, presentProposal } from './present.ts'

/** Proposals are read here; the worker tries, makes and decides them. */
export function deskProposalRoutes(server: DeskServer, { db, clock, identityOrigin }: { db: Db; clock: Clock; identityOrigin: string }): void {
  const answer = async (operator: DeskOperator, id: string): Promise<Proposal | Refusal<never>> => {
    const found = await findProposal(db, operator, id, clock.now())
    return found ? presentProposal(found) : (refuse('NOT_FOUND') as Refusal<never>)
  }

  bindDesk(server, listProposalsEndpoint, async ({ operator }) => {
    const now = clock.now()
    const { waiting, decided } = await listProposals(db, operator, now)
    return { waiting: waiting.map(presentProposal), decided: decided.map(presentProposal), now }
  })

  bindDesk(server, getProposal, async ({ operator, params }) => {
    const proposal = await answer(operator, params.id)
    return proposal instanceof Refusal ? proposal : { proposal, now: clock.now() }
  })

  bindDesk(server, previewProposal, async ({ body, ask }) => {
    const tried = fromWorker(await ask({ call: 'preview', proposal: body }))
    if (tried instanceof Refusal) return tried
    return presentPreview(tried.answer as KeptPreview)
  })

  bindDesk(server, createProposal, async ({ operator, body: { key, ...proposal }, ask }) => {
    const made = fromWorker(await ask({ call: 'propose', proposal }, key))
    return made instanceof Refusal ? made : await answer(operator, (made.answer as { id: string }).id)
  })

  bindDesk(server, approveProposal, async ({ operator, params, ask }) => {
    // The worker stores the hash, if the act makes a link: the code itself is in this answer and nowhere else (0207).
    const code = randomBytes(32).toString('base64url')
    const codeHash = createHash('sha256').update(code).digest('hex')
    const approved = fromWorker(await ask({ call: 'approve', id: params.id, codeHash }))
    if (approved instanceof Refusal) return approved
    const { linkUntil } = approved.answer as { linkUntil?: string }
    const proposal = await answer(operator, params.id)
    if (proposal instanceof Refusal || linkUntil === undefined) return proposal
    return { ...proposal, passkeyLink: { url: `${identityOrigin}/desk-passkey/${code}`, until: new Date(linkUntil) } }
  })

  bindDesk(server, declineProposal, async ({ operator, params, body, ask }) => {
    const declined = fromWorker(await ask({ call: 'decline', id: params.id, note: body.note }))
    return declined instanceof Refusal ? declined : await answer(operator, params.id)
  })
}
