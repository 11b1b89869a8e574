import { type AuthenticationResponseJSON, generateAuthenticationOptions, verifyAuthenticationResponse } from '@simplewebauthn/server'
import type { PasskeyDeps } from './register.ts'
import { markUsed, type Passkey, selectPasskey, upsertChallenge, consumeChallenge } from './store.ts'

/** Long, because the page requests a challenge once and may stay open for a while. */
const challengeTtlMs = 30 * 60_000

/**
 * At sign-in without a list of passkeys: the device finds its own, and nothing is revealed about other people's. A signed-in person
 * is asked for one of theirs.
 */
export async function authenticationOptions(deps: PasskeyDeps, owner: string, passkeys: Pick<Passkey, 'id' | 'transports'>[] = []) {
  const allowCredentials = passkeys.map(({ id, transports }) => ({ id, transports }))
  const options = await generateAuthenticationOptions({ rpID: deps.domain, userVerification: 'required', allowCredentials })
  await upsertChallenge(deps.db, owner, options.challenge, new Date(deps.clock.now().getTime() + challengeTtlMs))
  return options
}

/** The person whose passkey signed the response, or undefined if it is invalid or a passkey of the other side. */
export async function verifyPasskey(deps: PasskeyDeps, owner: string, body: unknown, of: { desk: boolean }): Promise<string | undefined> {
  const challenge = await consumeChallenge(deps.db, owner, deps.clock.now())
  const response = body as AuthenticationResponseJSON | undefined
  const passkey = typeof response?.id === 'string' ? await selectPasskey(deps.db, response.id) : undefined
  if (!challenge || !passkey || passkey.desk !== of.desk || !response) return undefined
  const checked = await verifyAuthenticationResponse({
    response,
    expectedChallenge: challenge,
    expectedOrigin: deps.origins,
    expectedRPID: deps.domain,
    requireUserVerification: true,
    credential: { id: passkey.id, publicKey: new Uint8Array(passkey.publicKey), counter: Number(passkey.counter), transports: passkey.transports },
  }).catch(() => undefined) // throws for every malformed or forged response
  if (!checked?.verified) return undefined
  const { newCounter, credentialBackedUp } = checked.authenticationInfo
  const updated = await markUsed(deps.db, { id: passkey.id, counter: newCounter, backedUp: credentialBackedUp, at: deps.clock.now() })
  return updated ? passkey.personId : undefined
}
