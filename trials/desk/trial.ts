import type { Tally } from '../harness/tally.ts'
import { createTally } from '../harness/tally.ts'
import type { TrialContext } from '../harness/trial.ts'
import { approveOnce, approveOwn, approveStale } from './approvals.ts'
import { thinTheLog } from './audit-log.ts'
import { type DeskEnvironment, startDeskEnvironment } from './environment.ts'
import { findPersonalData, revealTooMuch } from './personal-data.ts'
import { callOutsideRole, callWithoutSession, proposeOutsideRole } from './roles.ts'

// What nobody at the desk may do, tried by somebody who may not, against the running processes. The last line counts the attempts.

type Attempt = (environment: DeskEnvironment, tally: Tally) => Promise<void>

const attempts: readonly Attempt[] = [
  callWithoutSession,
  callOutsideRole,
  proposeOutsideRole,
  approveOwn,
  approveStale,
  approveOnce,
  revealTooMuch,
  findPersonalData,
  // Last: it rewrites the log.
  thinTheLog,
]

export async function run({ check }: TrialContext): Promise<string> {
  const environment = await startDeskEnvironment()
  const tally = createTally(check)
  try {
    for (const attempt of attempts)
      await attempt(environment, tally).catch((error: unknown) => tally.check(false, `${attempt.name} stopped: ${String((error as Error).stack)}`))
  } finally {
    await environment.stop()
  }
  return tally.summary()
}
