import { failAbandoned, deliverMessage, deliverMessageJob, type MessageRail } from '@nikau/rails'
import type { Clock, Db, Log, ModuleJobs } from '@nikau/runtime'
import { z } from 'zod'

const delivery = z.object({ messageId: z.uuid() })

export interface MessageJobDeps {
  db: Db
  rail: MessageRail
  clock: Clock
  log: Log
  /**
   * Called after a message was sent or given up, so that what depends on its outcome follows at once. A killed worker may lose the call:
   * the outcome stays in the message's row.
   */
  onSettled(messageId: string): Promise<void>
}

/** Delivers queued messages. The queue and the delivery are in packages/rails, which the identity process uses too. */
export function messageJobs({ db, rail, clock, log, onSettled }: MessageJobDeps): ModuleJobs {
  return {
    tasks: {
      [deliverMessageJob.name]: async (payload, run) => {
        const { messageId } = delivery.parse(payload)
        const state = await deliverMessage({ db, rail, clock }, { messageId, last: run.isLastAttempt, signal: run.signal })
        log[state === 'failed' ? 'warn' : 'info']({ messageId, attempt: run.attempt, state }, 'message delivery attempted')
        await onSettled(messageId)
      },
      'fail-abandoned-messages': async () => {
        const count = await failAbandoned(db, clock)
        if (count > 0) log.warn({ count }, 'abandoned messages marked as failed')
      },
    },
    cron: [{ task: 'fail-abandoned-messages', at: '*/5 * * * *' }],
  }
}
