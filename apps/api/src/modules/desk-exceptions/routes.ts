import { closeException, getException, listExceptions, noteException, takeException } from '@nikau/contract/desk/exceptions'
import type { Clock, Db } from '@nikau/runtime'
import { bindDesk, type DeskCall, type DeskServer } from '../../http/desk/bind.ts'
import type { DeskOperator } from '../../http/desk/session.ts'
import { Refusal, refuse } from '../../http/refusal.ts'
import { fromWorker } from '../desk-proposals/index.ts'
import { closedByPayment } from '../exceptions/index.ts'
import { closesWithSecondPerson } from './acts.ts'
import { findDetail } from './detail.ts'
import { listQueue } from './queue.ts'
import { selectException } from './store.ts'

/** Exceptions are read here; what operators do about them is done by the worker, by the same acts as from the command line (DESK-47). */
export function deskExceptionRoutes(server: DeskServer, { db, clock, test }: { db: Db; clock: Clock; test: boolean }): void {
  const answer = async (operator: DeskOperator, id: string) => {
    const now = clock.now()
    const exception = await findDetail(db, BigInt(id), { operator, test, now })
    return exception ? { exception, now } : (refuse('NOT_FOUND') as Refusal<never>)
  }
  const isThere = async (id: string) => await selectException(db, BigInt(id), { test, now: clock.now() })
  const act = async (
    { operator, params, body, ask }: Pick<DeskCall<typeof noteException>, 'operator' | 'params' | 'body' | 'ask'>,
    kind: 'take-exception' | 'note-exception' | 'close-exception',
  ) => {
    const proposal = { kind, exceptionId: params.id, content: {}, note: body.note, evidence: [] }
    const done = fromWorker(await ask({ call: 'propose', proposal }, body.key))
    return done instanceof Refusal ? done : await answer(operator, params.id)
  }

  bindDesk(server, listExceptions, async ({ operator, query }) => await listQueue(db, query, { operator: operator.id, test, now: clock.now() }))

  bindDesk(server, getException, async ({ operator, params }) => await answer(operator, params.id))

  bindDesk(server, takeException, async (call) => ((await isThere(call.params.id)) ? await act(call, 'take-exception') : notFound()))

  bindDesk(server, noteException, async (call) => ((await isThere(call.params.id)) ? await act(call, 'note-exception') : notFound()))

  bindDesk(server, closeException, async (call) => {
    const exception = await isThere(call.params.id)
    if (!exception) return notFound()
    const { closedAt, kind, amount } = exception
    // The worker says the same; asked for directly, it would propose what this call only does.
    if (closedAt === null && !closedByPayment.has(kind) && closesWithSecondPerson(amount))
      return new Refusal('NEEDS_SECOND_PERSON', { propose: { kind: 'close-exception', exceptionId: call.params.id } })
    return await act(call, 'close-exception')
  })
}

const notFound = () => refuse('NOT_FOUND') as Refusal<never>
