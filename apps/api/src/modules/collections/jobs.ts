import type { Log, ModuleJobs } from '@nikau/runtime'
import * as z from 'zod/mini'
import { issueAccepted, type IssueJobDeps } from './issue-job.ts'

const payloadSchema = z.object({ issueId: z.string() })

export function collectionJobs(deps: IssueJobDeps & { log: Log }): ModuleJobs {
  return {
    tasks: {
      'issue-tokens': async (payload) => {
        const { issueId } = payloadSchema.parse(payload)
        const count = await issueAccepted(deps, issueId)
        deps.log.info({ issueId, count }, 'tokens issued')
      },
    },
  }
}
