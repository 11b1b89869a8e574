import type { ModuleJobs } from '@nikau/runtime'
import { alarm, type AlarmDeps } from './alarm.ts'

export function exceptionJobs(deps: AlarmDeps): ModuleJobs {
  return {
    tasks: { 'alarm-exceptions': async () => void (await alarm(deps)) },
    cron: [{ task: 'alarm-exceptions', at: '*/5 * * * *' }],
  }
}
