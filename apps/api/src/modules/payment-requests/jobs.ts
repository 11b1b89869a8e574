import type { Log, ModuleJobs } from '@nikau/runtime'
import { sweepExpired } from './close/expire.ts'
import { sweepAuthorisations } from './close/release.ts'
import type { ReturnDeps } from './external/port.ts'

/** Records expiries. Nothing waits for these jobs: a request expires by its own time. */
export function paymentRequestJobs(deps: ReturnDeps & { log: Log }): ModuleJobs {
  return {
    tasks: {
      'expire-payment-requests': async () => {
        const count = await sweepExpired(deps)
        if (count > 0) deps.log.info({ count }, 'payment requests expired')
      },
      'release-authorisations': async () => {
        const count = await sweepAuthorisations(deps)
        if (count > 0) deps.log.info({ count }, 'expired authorisations released')
      },
    },
    cron: [
      { task: 'expire-payment-requests', at: '* * * * *' },
      { task: 'release-authorisations', at: '7 * * * *' },
    ],
  }
}
