import type { Log, ModuleJobs } from '@nikau/runtime'
import type { ActMeans } from './act.ts'
import { sweepExpired } from './expire.ts'
import { sweepAuthorisations } from './pre-auth.ts'

/** What time does to requests. Nothing waits for it: a request is over by its own time, and this only writes it down. */
export function paymentRequestJobs(means: ActMeans & { log: Log }): ModuleJobs {
  return {
    tasks: {
      'expire-payment-requests': async () => {
        const count = await sweepExpired(means)
        if (count > 0) means.log.info({ count }, 'payment requests expired')
      },
      'release-authorisations': async () => {
        const count = await sweepAuthorisations(means)
        if (count > 0) means.log.info({ count }, 'authorisations released after their time')
      },
    },
    cron: [
      { task: 'expire-payment-requests', at: '* * * * *' },
      { task: 'release-authorisations', at: '7 * * * *' },
    ],
  }
}
