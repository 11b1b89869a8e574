import { closeForgotten, deliverMessage, deliverMessageJob, type MessageRail } from '@nikau/rails'
import type { Clock, Db, Log, ModuleJobs } from '@nikau/runtime'
import { z } from 'zod'

const delivery = z.object({ messageId: z.uuid() })

/** Messages leave here. What is queued and how it is delivered is in packages/rails, which the sign-in process uses too. */
export function messageJobs({ db, rail, clock, log }: { db: Db; rail: MessageRail; clock: Clock; log: Log }): ModuleJobs {
  return {
    tasks: {
      [deliverMessageJob.name]: async (payload, run) => {
        const { messageId } = delivery.parse(payload)
        const state = await deliverMessage({ db, rail, clock }, { messageId, last: run.last, signal: run.signal })
        log[state === 'failed' ? 'warn' : 'info']({ messageId, attempt: run.attempt, state }, 'message')
      },
      'close-forgotten-messages': async () => {
        const count = await closeForgotten(db, clock)
        if (count > 0) log.warn({ count }, 'messages whose last attempt was cut off were closed')
      },
    },
    cron: [{ task: 'close-forgotten-messages', at: '*/5 * * * *' }],
  }
}
