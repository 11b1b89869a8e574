import type { ModuleJobs } from '@nikau/runtime'
import { z } from 'zod'
import { advance, advanceJob, type AdvanceMeans } from './advance.ts'

const step = z.object({ transferId: z.string() })

/** What goes on behind test accounts. Transfers of real money are moved by what the bank says. */
export function fundsTransferJobs(means: AdvanceMeans): ModuleJobs {
  return { tasks: { [advanceJob]: async (payload) => await advance(means, step.parse(payload).transferId) } }
}
