import type { Clock, Log, ModuleJobs } from '@nikau/runtime'
import { type CutDeps, cutPayouts } from './cut.ts'
import { sendAdvice } from './send-advice.ts'

export function payoutJobs(deps: CutDeps & { clock: Clock; log: Log }): ModuleJobs {
  return {
    tasks: {
      'make-payouts': async () => {
        const payouts = await cutPayouts(deps)
        if (payouts > 0) deps.log.info({ payouts }, 'payouts made')
        await sendAdvice(deps)
      },
    },
    cron: [{ task: 'make-payouts', at: '* * * * *' }],
  }
}
