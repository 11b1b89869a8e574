import type { PasskeyDeps } from '../passkeys/register.ts'
import { authenticationOptions, verifyPasskey } from '../passkeys/sign-in.ts'
import { selectPasskeys } from '../passkeys/store.ts'
import { countAttempt, type LimitDeps } from '../sign-in/limit.ts'
import { limits } from '../sign-in/rules.ts'
import type { Caller } from '../web-api/web-api.ts'
import { recordStepUp } from './check-code.ts'
import { allowanceOf } from './rules.ts'
import { upsertStepUp } from './store.ts'

/** Names the caller's own passkeys, so that a shared device does not offer another person's. */
export async function stepUpOptions(deps: PasskeyDeps, caller: Caller) {
  const passkeys = await selectPasskeys(deps.db, caller.personId)
  return await authenticationOptions(deps, ownerOf(caller), passkeys)
}

export type PasskeyChecked = { kind: 'verified' } | { kind: 'refused' } | { kind: 'wait'; until: Date }

/** A passkey of the caller; another person's is refused. */
export async function checkStepUpPasskey(deps: PasskeyDeps & LimitDeps, caller: Caller, response: unknown): Promise<PasskeyChecked> {
  const until = await countAttempt(deps, [{ limits: limits.passkeyFromDevice, subject: allowanceOf(caller.personId) }])
  if (until) return { kind: 'wait', until }
  const verified = (await verifyPasskey(deps, ownerOf(caller), response)) === caller.personId
  const at = deps.clock.now()
  await deps.db.transaction().execute(async (tx) => {
    if (verified) await upsertStepUp(tx, { sessionUid: caller.sessionUid, personId: caller.personId, acr: 'passkey', at })
    await recordStepUp(tx, caller, { kind: verified ? 'step-up' : 'step-up-refused', method: 'passkey', at })
  })
  return { kind: verified ? 'verified' : 'refused' }
}

function ownerOf(caller: Caller): string {
  return `step-up:${caller.sessionUid}`
}
