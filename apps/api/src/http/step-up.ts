import type { Clock, Db } from '@nikau/runtime'
import { checkAuthentication } from '@nikau/security-events'
import { type Refusal, refuse } from './refusal.ts'

/** Refuses a person who has not proved recently who they are. */
export type StepUpCheck = (person: { sessionUid?: string | undefined }) => Promise<Refusal<'SIGN_IN_AGAIN'> | undefined>

export function createStepUpCheck(deps: { db: Db; clock: Clock; maxAge: number }): StepUpCheck {
  return async (person) => {
    const signIn = await checkAuthentication(deps.db, person.sessionUid ?? '', { now: deps.clock.now(), maxAge: deps.maxAge })
    return signIn && refuse('SIGN_IN_AGAIN', { signIn })
  }
}
