import { flagNames } from '@nikau/contract/flags'
import { z } from 'zod'
import { setFlag } from '../../controls/index.ts'
import { act } from '../act.ts'

/** The default of a flag. It chooses what the app shows; no server decides by it. */
export const setFlagAct = act({
  content: z.strictObject({ name: z.enum(flagNames), on: z.boolean() }),
  plan: async (_tx, _deps, { name }) => ({ subject: `flag:${name}`, madeFor: {} }),
  async perform(tx, _deps, { name, on }, { operator, proposalId, note, at }) {
    await setFlag(tx, { name, on, operator: operator.id, proposalId, reason: note, at })
    return {}
  },
})
