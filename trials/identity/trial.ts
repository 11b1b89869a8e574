import type { TrialContext } from '../harness/trial.ts'
import { attackClient } from './client-attacks.ts'
import { guessCodes, spoofAddresses } from './code-guessing.ts'
import { startIdentityEnvironment } from './environment.ts'
import { killDuringSignIn, signOut } from './kills-and-sign-out.ts'
import { attackProtocol } from './protocol-attacks.ts'
import { createTally } from '../harness/tally.ts'
import { compareAnswers } from './timing-equality.ts'

// Attacks on sign-in, against real processes: each attempt must be refused. And what an honest person must get: the same answer
// whether or not they have an account, and a sign-in that survives the process that began it.

export async function run({ quick, check }: TrialContext): Promise<string> {
  const environment = await startIdentityEnvironment()
  const tally = createTally(check)
  try {
    await attackProtocol(environment, tally)
    await attackClient(environment, tally)
    await signOut(environment, tally, quick ? 6 : 20)
    await killDuringSignIn(environment, tally)
    await compareAnswers(environment, tally, quick ? 60 : 200)
    await spoofAddresses(environment, tally)
    await guessCodes(environment, tally, quick ? 1000 : 10_000)
  } finally {
    await environment.stop()
  }
  return tally.summary()
}
