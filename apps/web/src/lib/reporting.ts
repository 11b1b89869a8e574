import type { MutationCache, QueryCache } from '@tanstack/react-query'
import { deployed } from './config.ts'
import type { Monitoring } from './monitoring-port.ts'

type Saying = (monitor: Monitoring) => void

let monitor: Monitoring | undefined
const waiting: Saying[] = []

/** Without a configured address nothing is kept, nothing is sent, and the code that would send it is not even fetched. */
function say(saying: Saying): void {
  if (monitor) saying(monitor)
  else if (deployed.monitoring) waiting.push(saying)
}

/** What the rest of the app reports by. Everything said before the monitoring code has arrived waits for it. */
export const reporting: Monitoring = {
  fault: (...about) => say((to) => to.fault(...about)),
  support: (...about) => say((to) => to.support(...about)),
  trace: (...about) => say((to) => to.trace(...about)),
  enter: (screen) => say((to) => to.enter(screen)),
}

/** A page without queries reports what it says itself and what was caught by nobody. */
export function startReporting(queries?: QueryCache, mutations?: MutationCache): void {
  const { monitoring } = deployed
  if (!monitoring) return
  addEventListener('error', (event) => event.error && reporting.fault('uncaughtError', event.error))
  addEventListener('unhandledrejection', (event) => reporting.fault('uncaughtError', event.reason))
  void import('./monitoring.ts').then(({ startMonitoring }) => {
    monitor = startMonitoring(monitoring, queries, mutations)
    for (const saying of waiting.splice(0)) saying(monitor)
  })
}
