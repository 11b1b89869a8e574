import { type AuthenticationResponseJSON, generateAuthenticationOptions, verifyAuthenticationResponse } from '@simplewebauthn/server'
import type { PasskeyDeps } from './make.ts'
import { markUsed, passkeyById, putChallenge, takeChallenge } from './store.ts'

/** The page asks once and may stand open for a while before anyone touches it. */
const challengeLife = 30 * 60_000

/** No list of passkeys is given out: the device finds its own, and a stranger learns nothing about anyone's. */
export async function optionsToSignIn(deps: PasskeyDeps, owner: string) {
  const options = await generateAuthenticationOptions({ rpID: deps.domain, userVerification: 'required' })
  await putChallenge(deps.db, owner, options.challenge, new Date(deps.clock.now().getTime() + challengeLife))
  return options
}

/** Who showed the passkey, or undefined when it does not hold, for whatever reason. */
export async function personByPasskey(deps: PasskeyDeps, owner: string, shown: unknown): Promise<string | undefined> {
  const challenge = await takeChallenge(deps.db, owner, deps.clock.now())
  const response = shown as AuthenticationResponseJSON | undefined
  const passkey = typeof response?.id === 'string' ? await passkeyById(deps.db, response.id) : undefined
  if (!challenge || !passkey || !response) return undefined
  const checked = await verifyAuthenticationResponse({
    response,
    expectedChallenge: challenge,
    expectedOrigin: deps.origins,
    expectedRPID: deps.domain,
    requireUserVerification: true,
    credential: { id: passkey.id, publicKey: new Uint8Array(passkey.publicKey), counter: Number(passkey.counter), transports: passkey.transports },
  }).catch(() => undefined) // it throws for every kind of malformed or forged answer; all of them are a plain refusal
  if (!checked?.verified) return undefined
  const { newCounter, credentialBackedUp } = checked.authenticationInfo
  const counted = await markUsed(deps.db, { id: passkey.id, counter: newCounter, backedUp: credentialBackedUp, at: deps.clock.now() })
  return counted ? passkey.personId : undefined
}
