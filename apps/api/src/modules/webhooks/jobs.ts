import type { Log, ModuleJobs } from '@nikau/runtime'
import { z } from 'zod'
import { challenge } from './challenge.ts'
import { deliver, type DeliverDeps } from './deliver.ts'
import { challengeJob } from './store-challenges.ts'
import { deliverJob } from './store.ts'

const payload = z.object({ deliveryId: z.uuid() })
const challengePayload = z.object({ endpointId: z.string(), challenge: z.string() })

export function webhookJobs(deps: DeliverDeps & { log: Log }): ModuleJobs {
  return {
    tasks: {
      [deliverJob]: async (input, run) => {
        const { deliveryId } = payload.parse(input)
        const state = await deliver(deps, deliveryId, run.signal)
        deps.log[state === 'failed' ? 'warn' : 'debug']({ deliveryId, state }, 'webhook delivery attempted')
      },
      [challengeJob]: async (input, run) => {
        const of = challengePayload.parse(input)
        const state = await challenge(deps, of, run.signal)
        deps.log.info({ endpointId: of.endpointId, state }, 'webhook URL challenged')
      },
    },
  }
}
