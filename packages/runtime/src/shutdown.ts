import type { Log } from './log.ts'

/** On SIGTERM or SIGINT runs the steps in order and exits, at the latest after the deadline. */
export function shutDownOnSignal(log: Log, steps: [name: string, step: () => Promise<unknown>][], deadlineMs = 10_000): void {
  let stopping = false
  const stop = async (signal: NodeJS.Signals) => {
    if (stopping) return
    stopping = true
    log.info({ signal }, 'shutting down')
    setTimeout(() => {
      log.error('shutdown timed out')
      process.exit(1)
    }, deadlineMs).unref()
    for (const [name, step] of steps) {
      try {
        await step()
      } catch (error) {
        log.error({ err: error, step: name }, 'shutdown step failed')
      }
    }
    process.exit(0)
  }
  process.on('SIGTERM', (signal) => void stop(signal))
  process.on('SIGINT', (signal) => void stop(signal))
}
