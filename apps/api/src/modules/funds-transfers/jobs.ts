import type { ModuleJobs } from '@nikau/runtime'
import { z } from 'zod'
import { simulateTestBank, simulateJob, type SimulateDeps } from './simulate-test-bank.ts'

const payloadSchema = z.object({ transferId: z.string() })

/** Simulates the bank for test accounts. Transfers of real money follow the bank's results. */
export function fundsTransferJobs(deps: SimulateDeps): ModuleJobs {
  return { tasks: { [simulateJob]: async (payload) => await simulateTestBank(deps, payloadSchema.parse(payload).transferId) } }
}
