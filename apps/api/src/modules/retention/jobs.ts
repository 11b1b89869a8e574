import type { ModuleJobs } from '@nikau/runtime'
import { applyRetention, deleteOldRateLimits, type RetentionDeps } from './apply.ts'

export function retentionJobs(deps: RetentionDeps): ModuleJobs {
  return {
    tasks: {
      'apply-retention': async (_payload, run) => await applyRetention(deps, run.signal),
      'delete-rate-limits': async (_payload, run) => await deleteOldRateLimits(deps, run.signal),
    },
    cron: [
      // At night in New Zealand.
      { task: 'apply-retention', at: '41 14 * * *' },
      { task: 'delete-rate-limits', at: '*/5 * * * *' },
    ],
  }
}
