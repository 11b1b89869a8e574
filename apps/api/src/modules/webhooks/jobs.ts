import type { Log, ModuleJobs } from '@nikau/runtime'
import { z } from 'zod'
import { deliver, type DeliverMeans } from './deliver.ts'
import { deliverJob } from './store.ts'

const payload = z.object({ deliveryId: z.uuid() })

export function webhookJobs(means: DeliverMeans & { log: Log }): ModuleJobs {
  return {
    tasks: {
      [deliverJob]: async (given, run) => {
        const { deliveryId } = payload.parse(given)
        const state = await deliver(means, deliveryId, run.signal)
        means.log[state === 'failed' ? 'warn' : 'debug']({ deliveryId, state }, 'webhook')
      },
    },
  }
}
