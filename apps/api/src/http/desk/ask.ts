import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock, Db } from '@nikau/runtime'
import { sql } from 'kysely'
import { Unavailable } from '../errors.ts'
import { Refusal } from '../refusal.ts'
import type { DeskOperator } from './session.ts'

const pollMs = 25
const answerWithinMs = 20_000

type Answer = { ok: unknown } | { refused: string; detail: Readonly<Record<string, unknown>> }

/**
 * Asks the worker to act for an operator, and waits for its answer: this process can post nothing itself. A call that is repeated with its id
 * is done once and answered again.
 */
export async function askWorker(
  deps: { db: Db; clock: Clock },
  operator: DeskOperator,
  asked: { id: string; endpoint: string; call: object },
): Promise<unknown> {
  const { db, clock } = deps
  const { rows } = await sql<{ id: string | null }>`
    select ask_desk_operation(${operator.secretHash}, ${asked.id}::uuid, ${asked.endpoint}, ${JSON.stringify(asked.call)}::jsonb, ${clock.now()}) as id`.execute(
    db,
  )
  if (rows[0]!.id === null) return new Refusal('UNAUTHORIZED')
  for (let waited = 0; waited < answerWithinMs; waited += pollMs) {
    await sleep(pollMs)
    const answered = await sql<{ answer: Answer | null }>`
      select desk_operation_answer(${operator.secretHash}, ${asked.id}::uuid, ${clock.now()}) as answer`.execute(db)
    const answer = answered.rows[0]!.answer
    if (answer) return 'ok' in answer ? answer.ok : new Refusal(answer.refused, answer.detail)
  }
  throw new Unavailable('the worker did not answer')
}
