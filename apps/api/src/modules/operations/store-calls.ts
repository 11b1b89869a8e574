import type { Db, Tx } from '@nikau/runtime'
import { sql } from 'kysely'
import type { AuditEntry, Operator } from './act.ts'

/** What the caller reads: a value, or the code of a refusal with what explains it. */
export type Answer = { ok: unknown } | { refused: string; detail: Readonly<Record<string, unknown>> }

export interface WaitingCall {
  login: string
  /** At the desk: the session, the call, and whether its operator had used a passkey lately. Null for a login at the database. */
  session: string | null
  endpoint: string | null
  steppedUp: boolean | null
  call: unknown
  /** The id of what it proposes, the same at each attempt. */
  proposalId: string
}

/** A call without an answer. */
export async function startCall(db: Db, id: string, proposalId: string): Promise<WaitingCall | undefined> {
  const { rows } = await sql<WaitingCall>`
    update operator_call set proposal_id = coalesce(proposal_id, ${proposalId}) where id = ${id} and answered_at is null
    returning login, session, endpoint, stepped_up as "steppedUp", call, proposal_id as "proposalId"`.execute(db)
  return rows[0]
}

/** Removes the text of the call, which may name a payee. A proposal keeps what it needs, sealed. */
export async function answerCall(tx: Tx, id: string, answer: Answer, at: Date): Promise<void> {
  await sql`update operator_call set answered_at = ${at}, answer = ${JSON.stringify(answer)}, call = null where id = ${id} and answered_at is null`.execute(tx)
}

export interface RecordedCall {
  callId: string
  operator: Operator | undefined
  session: string | null
  endpoint: string | null
}

/** Writes the audit log, once for each call. */
export async function recordCall(tx: Tx, call: RecordedCall, { kind, subject, detail, refusal }: AuditEntry): Promise<void> {
  await sql`
    select desk_record_call(${call.callId}::uuid, ${call.operator?.id ?? null}, ${call.operator?.roles ?? []}::text[], ${call.session}::uuid, ${kind},
      ${call.endpoint ?? 'operate'}, ${subject ?? null}, ${JSON.stringify(detail ?? {})}::jsonb, ${refusal ?? null})`.execute(tx)
}
