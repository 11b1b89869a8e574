import type { PasskeyDeps } from '../passkeys/register.ts'
import { authenticationOptions, verifyPasskey } from '../passkeys/sign-in.ts'
import { selectPasskeys } from '../passkeys/store.ts'
import { countAttempt, type LimitDeps } from '../sign-in/limit.ts'
import { limits } from '../sign-in/rules.ts'
import type { Caller } from '../web-api/web-api.ts'
import { recordStepUp } from './check-code.ts'
import { allowanceOf } from './rules.ts'
import { upsertStepUp } from './store.ts'

/** At the desk only a desk passkey counts, used on the desk's own pages; for a customer only one of theirs. */
export type PasskeyCaller = Caller & { atDesk: boolean }

type StepUpPasskeyDeps = PasskeyDeps & { deskOrigin: string | undefined }

/** Names the caller's own passkeys, so that a shared device does not offer another person's. */
export async function stepUpOptions(deps: PasskeyDeps, caller: PasskeyCaller) {
  const passkeys = await selectPasskeys(deps.db, caller.personId, { desk: caller.atDesk })
  return await authenticationOptions(deps, ownerOf(caller), passkeys)
}

export type PasskeyChecked = { kind: 'verified' } | { kind: 'refused' } | { kind: 'wait'; until: Date }

/** A passkey of the caller; another person's is refused. */
export async function checkStepUpPasskey(deps: StepUpPasskeyDeps & LimitDeps, caller: PasskeyCaller, response: unknown): Promise<PasskeyChecked> {
  const { personId, sessionUid, atDesk } = caller
  // The desk has an allowance of its own, which a thief of the customer's session cannot use up.
  const subject = atDesk ? `${allowanceOf(personId)} desk` : allowanceOf(personId)
  const until = await countAttempt(deps, [{ limits: limits.passkeyFromDevice, subject }])
  if (until) return { kind: 'wait', until }
  const origins = atDesk ? [deps.deskOrigin].filter((origin) => origin !== undefined) : deps.origins
  const verified = (await verifyPasskey({ ...deps, origins }, ownerOf(caller), response, { desk: atDesk })) === personId
  const at = deps.clock.now()
  await deps.db.transaction().execute(async (tx) => {
    if (verified) await upsertStepUp(tx, { sessionUid, personId, acr: 'passkey', at })
    // An operator proves it many times a day, which the desk records; the list that they read as a customer has the refusals only.
    if (!verified || !atDesk) await recordStepUp(tx, caller, { kind: verified ? 'step-up' : 'step-up-refused', method: 'passkey', at })
  })
  return { kind: verified ? 'verified' : 'refused' }
}

function ownerOf(caller: Caller): string {
  return `step-up:${caller.sessionUid}`
}
