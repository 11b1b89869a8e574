import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '@nikau/runtime'
import { type DispatchDeps, dispatchOutbox } from './dispatch.ts'

export interface OutboxDispatcher {
  /** Finishes the batch in progress and resolves. */
  stop(): Promise<void>
}

/** Polling, not NOTIFY: a NOTIFY in the payment's commit serialises all commits of the database. */
const pollMs = 50
const retryMs = 500

/** Dispatches events until stopped, within about 50 ms of their commit. Any number of processes may run it. */
export function startOutboxDispatcher(deps: DispatchDeps & { log: Log }): OutboxDispatcher {
  const { log } = deps
  const stopping = new AbortController()
  let failing = false

  async function dispatch(): Promise<number> {
    try {
      await dispatchOutbox(deps)
      if (failing) log.info('outbox dispatch resumed')
      failing = false
      return pollMs
    } catch (error) {
      if (!failing) log.warn({ err: error }, 'outbox dispatch failed; retrying')
      failing = true
      return retryMs
    }
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      const delayMs = await dispatch()
      await sleep(delayMs, undefined, { signal: stopping.signal }).catch((error: unknown) => {
        if (!stopping.signal.aborted) throw error
      })
    }
  }

  const running = run()
  return {
    async stop() {
      stopping.abort()
      await running
    },
  }
}
