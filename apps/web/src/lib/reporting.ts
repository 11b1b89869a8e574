import type { MutationCache, QueryCache } from '@tanstack/react-query'
import { deployed } from './config.ts'
import type { Monitoring } from './monitoring-port.ts'

/** Undefined when the monitoring code could not be fetched. */
const loaded = Promise.withResolvers<Monitoring | undefined>()

/** Without a configured URL nothing waits or is sent, and the monitoring code is not fetched. */
function send(report: (monitoring: Monitoring) => void): void {
  if (deployed.monitoring) void loaded.promise.then((monitoring) => monitoring && report(monitoring))
}

/** What the app reports through. Reports wait until the monitoring code has loaded. */
export const reporting: Monitoring = {
  error: (...args) => send((to) => to.error(...args)),
  callFailed: (...args) => send((to) => to.callFailed(...args)),
  support: async (...args) => (deployed.monitoring ? ((await (await loaded.promise)?.support(...args)) ?? false) : false),
  trace: (...args) => send((to) => to.trace(...args)),
  setScreen: (screen) => send((to) => to.setScreen(screen)),
}

/** Reports uncaught errors and, on pages with queries, failed calls. */
export function startReporting(queries?: QueryCache, mutations?: MutationCache): void {
  const config = deployed.monitoring
  if (!config) return
  addEventListener('error', (event) => event.error && reporting.error('uncaughtError', event.error))
  addEventListener('unhandledrejection', (event) => reporting.error('uncaughtError', event.reason))
  void import('./monitoring.ts').then(
    ({ startMonitoring }) => loaded.resolve(startMonitoring(config, queries, mutations)),
    () => loaded.resolve(undefined),
  )
}
