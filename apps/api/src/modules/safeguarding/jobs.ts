import type { Log, ModuleJobs } from '@nikau/runtime'
import { prepareReports, type SafeguardingDeps } from './prepare.ts'
import { raiseUnsigned } from './sign.ts'

/** What is due depends on the statements and the clock, not on when the job runs. */
export function safeguardingJobs(deps: SafeguardingDeps & { log: Log }): ModuleJobs {
  return {
    tasks: {
      'prepare-safeguarding': async () => {
        const days = await prepareReports(deps)
        if (days.length > 0) deps.log.info({ days }, 'safeguarding reports prepared')
        await raiseUnsigned(deps)
      },
    },
    cron: [{ task: 'prepare-safeguarding', at: '*/5 * * * *' }],
  }
}
