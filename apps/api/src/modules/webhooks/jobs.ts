import type { Log, ModuleJobs } from '@nikau/runtime'
import { z } from 'zod'
import { challenge } from './challenge.ts'
import { deliver, type DeliverDeps } from './deliver.ts'
import { challengeJob } from './store-challenges.ts'
import { runReplay } from './replay.ts'
import { replayJob } from './store-replays.ts'
import { deliverJob } from './store.ts'

const payload = z.object({ deliveryId: z.uuid() })
const replayPayload = z.object({ replayId: z.uuid() })
const challengePayload = z.object({ endpointId: z.string(), challenge: z.string() })

export function webhookJobs(deps: DeliverDeps & { log: Log }): ModuleJobs {
  return {
    tasks: {
      [deliverJob]: async (input, run) => {
        const { deliveryId } = payload.parse(input)
        const state = await deliver(deps, deliveryId, run.signal)
        deps.log[state === 'failed' ? 'warn' : 'debug']({ deliveryId, state }, 'webhook delivery attempted')
      },
      [replayJob]: async (input, run) => await runReplay(deps, replayPayload.parse(input).replayId, run.signal),
      [challengeJob]: async (input, run) => {
        const of = challengePayload.parse(input)
        const state = await challenge(deps, of, run.signal)
        deps.log.info({ endpointId: of.endpointId, state }, 'webhook URL challenged')
      },
    },
  }
}
