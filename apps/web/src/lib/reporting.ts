import type { MutationCache, QueryCache } from '@tanstack/react-query'
import { deployed } from './config.ts'
import type { Monitoring } from './monitoring-port.ts'

type Report = (monitoring: Monitoring) => void

let monitoring: Monitoring | undefined
const queue: Report[] = []

/** Without a configured URL nothing is queued or sent, and the monitoring code is not fetched. */
function send(report: Report): void {
  if (monitoring) report(monitoring)
  else if (deployed.monitoring) queue.push(report)
}

/** What the app reports through. Reports wait until the monitoring code has loaded. */
export const reporting: Monitoring = {
  error: (...args) => send((to) => to.error(...args)),
  support: (...args) => send((to) => to.support(...args)),
  trace: (...args) => send((to) => to.trace(...args)),
  setScreen: (screen) => send((to) => to.setScreen(screen)),
}

/** Reports uncaught errors and, on pages with queries, failed calls. */
export function startReporting(queries?: QueryCache, mutations?: MutationCache): void {
  const config = deployed.monitoring
  if (!config) return
  addEventListener('error', (event) => event.error && reporting.error('uncaughtError', event.error))
  addEventListener('unhandledrejection', (event) => reporting.error('uncaughtError', event.reason))
  void import('./monitoring.ts').then(({ startMonitoring }) => {
    monitoring = startMonitoring(config, queries, mutations)
    for (const report of queue.splice(0)) report(monitoring)
  })
}
