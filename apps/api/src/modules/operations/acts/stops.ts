import { type StopName, stopName } from '@nikau/contract/desk/controls'
import { z } from 'zod'
import { refuse } from '../../../http/refusal.ts'
import { selectStop, startByName, stopByName } from '../../controls/index.ts'
import { act, type Act } from '../act.ts'
import { areBooksBroken } from '../books.ts'

const content = z.strictObject({ name: z.enum(stopName.options) })

/** New acts are refused from its commit on, in every process. The note is the reason. */
export const stopAct = act({
  content,
  async plan(tx, _deps, { name }) {
    return (await selectStop(tx, name)) ? refuse('STOPPED_ALREADY') : { subject: `stop:${name}`, madeFor: {} }
  },
  async perform(tx, _deps, { name }, { operator, proposalId, note, at }) {
    await stopByName(tx, { name, operator: operator.id, proposalId, reason: note, at })
    return {}
  },
})

/** What a person has stopped. */
export const startAgainAct = startAct('person')
/** What a check of the books has stopped: only while they hold again. */
export const startAfterBreakAct = startAct('books')

function startAct(stoppedBy: 'person' | 'books'): Act<{ name: StopName }> {
  return act({
    content,
    async plan(tx, _deps, { name }) {
      const stop = await selectStop(tx, name)
      if (!stop) return refuse('NOT_STOPPED')
      if ((stop.operator === null) !== (stoppedBy === 'books')) return refuse('OTHERWISE_STOPPED')
      if (stoppedBy === 'books' && (await areBooksBroken(tx))) return refuse('BOOKS_BROKEN')
      return { subject: `stop:${name}`, madeFor: { stoppedAt: stop.from.toISOString() } }
    },
    async perform(tx, _deps, { name }, { operator, proposalId, note, at }) {
      await startByName(tx, { name, operator: operator.id, proposalId, reason: note, at })
      return {}
    },
  })
}
