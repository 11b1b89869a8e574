import { violations } from '@nikau/ledger'
import type { TrialContext } from '../harness/trial.ts'
import { hostileUrls } from './hostile-urls.ts'
import { kills } from './kills.ts'
import { races } from './races.ts'

// Payments through the real HTTP API by many callers at once: races for one request, for the last dollar and for the last cent of a
// quota, one idempotency key used a thousand times, API and worker killed again and again, hostile URLs. No money may be lost or
// doubled, and every merchant must get a webhook for every payment.

export async function run({ quick, check, paymentsEnvironment }: TrialContext): Promise<void> {
  const environment = await paymentsEnvironment()
  await races(environment, check, quick)
  await hostileUrls(environment, check)
  await kills(environment, check, quick)
  for (const broken of await violations(environment.database.db)) check(false, `${broken.invariant}: ${JSON.stringify(broken.broken)}`)
}
