import type { Tx } from '@nikau/runtime'
import { z } from 'zod'
import { inTransaction, Refusal } from '../../http/refusal.ts'
import type { AuditEntry, Caller, OperationsDeps } from './act.ts'
import { approve, decline } from './decide.ts'
import { present } from './present.ts'
import { preview, proposalInput, propose } from './propose.ts'
import { type Answer, answerCall, recordCall, startCall, type WaitingCall } from './store-calls.ts'
import { selectInvolved, selectOperatorByLogin, selectProposal, selectWaiting } from './store.ts'

const id = z.string().min(1).max(100)

/** Everything that an operator can ask for. */
const operatorCall = z.discriminatedUnion('call', [
  z.strictObject({ call: z.literal('propose'), proposal: proposalInput }),
  z.strictObject({ call: z.literal('preview'), proposal: proposalInput }),
  /** With the SHA-256 of a code that the caller has made, for an act that makes a link out of it. */
  z.strictObject({ call: z.literal('approve'), id, codeHash: z.hash('sha256').optional() }),
  z.strictObject({ call: z.literal('decline'), id, note: z.string().trim().min(3).max(2000) }),
  z.strictObject({ call: z.literal('list') }),
  z.strictObject({ call: z.literal('show'), id }),
])
type OperatorCall = z.output<typeof operatorCall>

/** Answers a call once. Whoever's login has written it is who asks. A defect leaves the call unanswered, for the next attempt. */
export async function answer(deps: OperationsDeps, callId: string): Promise<void> {
  // Chosen before anything is done: a call that is answered again after a crash finds its proposal.
  const waiting = await startCall(deps.db, callId, deps.ids.ordered())
  if (!waiting) return
  const operator = await selectOperatorByLogin(deps.db, waiting.login)
  const record = (tx: Tx, entry: AuditEntry) => recordCall(tx, { ...waiting, callId, operator }, entry)
  const answered = operator ? await run(deps, { ...operator, record, steppedUp: waiting.steppedUp ?? true }, waiting) : refused('NOT_AN_OPERATOR')
  await inTransaction(deps.db, async (tx) => {
    // An act has written its own row, in its transaction; a second one of the same call is dropped.
    await record(
      tx,
      'refused' in answered
        ? { kind: 'refused', refusal: answered.refused, detail: describe(waiting.call) }
        : { kind: 'looked', detail: describe(waiting.call) },
    )
    await answerCall(tx, callId, answered, deps.clock.now())
  })
}

/** What was asked for, without its content. */
function describe(call: unknown): Record<string, string> {
  const asked = operatorCall.safeParse(call)
  if (!asked.success) return {}
  return 'proposal' in asked.data
    ? { call: asked.data.call, act: asked.data.proposal.kind }
    : { call: asked.data.call, ...('id' in asked.data && { proposal: asked.data.id }) }
}

const refused = (code: string, detail: Readonly<Record<string, unknown>> = {}): Answer => ({ refused: code, detail })

async function run(deps: OperationsDeps, operator: Caller, { call: input, proposalId }: WaitingCall): Promise<Answer> {
  const call = operatorCall.safeParse(input)
  if (!call.success) return refused('BAD_REQUEST', { reason: z.prettifyError(call.error) })
  const result = await dispatch(deps, operator, call.data, proposalId)
  return result instanceof Refusal ? refused(result.code, result.detail) : { ok: result }
}

async function dispatch(deps: OperationsDeps, operator: Caller, call: OperatorCall, proposalId: string): Promise<unknown> {
  const now = deps.clock.now()
  const shown = async (id: string) => {
    const row = await selectProposal(deps.db, id)
    return row && present(row, { operator, involved: await selectInvolved(deps.db, row), now })
  }
  switch (call.call) {
    case 'propose':
      return (await shown(proposalId)) ?? (await propose(deps, operator, proposalId, call.proposal))
    case 'preview':
      return await preview(deps, operator, proposalId, call.proposal)
    case 'approve':
      return await approve(deps, operator, call.id, call.codeHash === undefined ? undefined : Buffer.from(call.codeHash, 'hex'))
    case 'decline':
      return await decline(deps, operator, call.id, call.note)
    case 'list': {
      const waiting = await selectWaiting(deps.db, now)
      return await Promise.all(waiting.map(async (row) => present(row, { operator, involved: await selectInvolved(deps.db, row), now })))
    }
    case 'show':
      return (await shown(call.id)) ?? new Refusal('NOT_FOUND')
  }
}
