import { queueMessage } from '@nikau/rails'
import type { Clock, Db } from '@nikau/runtime'
import { generateRegistrationOptions, type RegistrationResponseJSON, verifyRegistrationResponse } from '@simplewebauthn/server'
import { showMobile } from '@nikau/contract/phone'
import { personById } from '../people/store.ts'
import { insertPasskey, passkeysOf, putChallenge, takeChallenge } from './store.ts'

export interface PasskeyDeps {
  db: Db
  clock: Clock
  /** The domain that passkeys are made for, and the origins that may show them. */
  domain: string
  origins: string[]
}

/** Ed25519, P-256 and RSA: what devices make. */
const algorithms = [-8, -7, -257]
const challengeLife = 5 * 60_000

/** What the browser needs to make a passkey for this person. `owner` names the one place that may answer. */
export async function optionsToMake(deps: PasskeyDeps, owner: string, personId: string) {
  const person = await personById(deps.db, personId)
  if (!person) throw new Error('a passkey for nobody')
  const known = await passkeysOf(deps.db, personId)
  const name = [person.givenName, person.familyName].filter(Boolean).join(' ')
  const options = await generateRegistrationOptions({
    rpName: 'Nikau',
    rpID: deps.domain,
    userID: new TextEncoder().encode(personId),
    userName: showMobile(person.phone),
    userDisplayName: name || showMobile(person.phone),
    attestationType: 'none',
    excludeCredentials: known.map((passkey) => ({ id: passkey.id, transports: passkey.transports })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: algorithms,
  })
  await putChallenge(deps.db, owner, options.challenge, new Date(deps.clock.now().getTime() + challengeLife))
  return options
}

/** Keeps the passkey that the browser made, and tells the person's phone about it. Undefined when the answer does not hold. */
export async function keepPasskey(
  deps: PasskeyDeps,
  owner: string,
  made: { personId: string; response: unknown; name: string },
): Promise<{ id: string; name: string } | undefined> {
  const now = deps.clock.now()
  const challenge = await takeChallenge(deps.db, owner, now)
  if (!challenge) return undefined
  const checked = await verifyRegistrationResponse({
    response: made.response as RegistrationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin: deps.origins,
    expectedRPID: deps.domain,
    requireUserVerification: true,
    supportedAlgorithmIDs: algorithms,
  }).catch(() => undefined) // it throws for every kind of malformed or forged answer; all of them are a plain refusal
  if (!checked?.verified) return undefined
  const { credential, credentialBackedUp } = checked.registrationInfo
  const kept = await deps.db.transaction().execute(async (tx) => {
    const fresh = await insertPasskey(tx, {
      id: credential.id,
      personId: made.personId,
      publicKey: Buffer.from(credential.publicKey),
      counter: BigInt(credential.counter),
      transports: credential.transports ?? [],
      backedUp: credentialBackedUp,
      name: made.name,
      createdAt: now,
    })
    const person = fresh ? await personById(tx, made.personId) : undefined
    if (!person) return false
    const text = `A passkey (${made.name}) was added to your Nikau. If this was not you, remove it under Security.`
    await queueMessage(tx, { channel: 'sms', to: person.phone, text, key: `passkey:${credential.id}`.slice(0, 200), purpose: 'passkey-added' })
    return true
  })
  return kept ? { id: credential.id, name: made.name } : undefined
}

/** A name that tells one device from another, out of what the browser says of itself. */
export function deviceName(userAgent: string | undefined): string {
  const agent = userAgent ?? ''
  const device = /iPhone|iPad|Android|Windows|Macintosh|CrOS|Linux/.exec(agent)?.[0]
  const names: Record<string, string> = { Macintosh: 'Mac', CrOS: 'Chromebook', Windows: 'Windows PC', Android: 'Android phone', Linux: 'Linux computer' }
  return device ? (names[device] ?? device) : 'This device'
}
