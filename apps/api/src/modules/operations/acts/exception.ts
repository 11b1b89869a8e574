import { z } from 'zod'
import { refuse } from '../../../http/refusal.ts'
import { closedByPayment, recordAction } from '../../exceptions/index.ts'
import { act } from '../act.ts'

// What an operator does about an exception itself. Moves no money: `bank_difference` and the books stay as they are.

const missing = () => refuse('BAD_REQUEST', { reason: 'exceptionId: say which' })

export const closeExceptionAct = act({
  content: z.strictObject({}),
  async plan(_tx, _deps, _content, { exception }) {
    if (!exception) return missing()
    if (closedByPayment.has(exception.kind)) return refuse('CLOSED_BY_MONEY')
    const { unit, amount } = exception
    const size = amount === null ? 0n : amount < 0n ? -amount : amount
    const madeFor = { amount: String(size) }
    return { subject: `exception:${exception.id}`, madeFor, ...(unit !== null && { money: { unit, amount: size, debit: `exception:${exception.id}` } }) }
  },
  perform: async () => ({}),
})

/** Writes down what an operator says about an exception, which stays open. */
const recordingAct = (action: 'take' | 'note') =>
  act({
    content: z.strictObject({}),
    plan: async (_tx, _deps, _content, { exception }) => (exception ? { subject: `exception:${exception.id}`, madeFor: {} } : missing()),
    async perform(tx, _deps, _content, { exception, operator, note, proposalId, at }) {
      await recordAction(tx, { exceptionId: exception!.id, action, operator: operator.id, note, proposalId, at })
      return {}
    },
    keepsException: true,
  })

/** The owner is not a second person for what is proposed about it. */
export const takeExceptionAct = recordingAct('take')
export const noteExceptionAct = recordingAct('note')
