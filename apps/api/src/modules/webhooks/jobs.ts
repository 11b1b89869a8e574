import type { Log, ModuleJobs } from '@nikau/runtime'
import { z } from 'zod'
import { deliver, type DeliverDeps } from './deliver.ts'
import { deliverJob } from './store.ts'

const payload = z.object({ deliveryId: z.uuid() })

export function webhookJobs(deps: DeliverDeps & { log: Log }): ModuleJobs {
  return {
    tasks: {
      [deliverJob]: async (input, run) => {
        const { deliveryId } = payload.parse(input)
        const state = await deliver(deps, deliveryId, run.signal)
        deps.log[state === 'failed' ? 'warn' : 'debug']({ deliveryId, state }, 'webhook delivery attempted')
      },
    },
  }
}
