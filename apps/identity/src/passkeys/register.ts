import type { Clock, Db } from '@nikau/runtime'
import { recordSecurityEvent } from '@nikau/security-events'
import { generateRegistrationOptions, type RegistrationResponseJSON, verifyRegistrationResponse } from '@simplewebauthn/server'
import { formatMobile } from '@nikau/nz/phone'
import { selectPerson } from '../people/store.ts'
import { deletePasskey, insertPasskey, lockPasskeys, selectPasskeys, upsertChallenge, consumeChallenge } from './store.ts'

export interface PasskeyDeps {
  db: Db
  clock: Clock
  /** The relying party id, and the origins that may use passkeys. */
  domain: string
  origins: string[]
}

/** Ed25519, P-256 and RSA. */
const algorithms = [-8, -7, -257]
const challengeTtlMs = 5 * 60_000

/** WebAuthn registration options. `owner` identifies the flow that may answer the challenge. */
export async function registrationOptions(deps: PasskeyDeps, owner: string, personId: string) {
  const person = await selectPerson(deps.db, personId)
  if (!person) throw new Error('unknown person')
  const existing = await selectPasskeys(deps.db, personId)
  const name = [person.givenName, person.familyName].filter(Boolean).join(' ')
  const options = await generateRegistrationOptions({
    rpName: 'Nikau',
    rpID: deps.domain,
    userID: new TextEncoder().encode(personId),
    userName: formatMobile(person.phone),
    userDisplayName: name || formatMobile(person.phone),
    attestationType: 'none',
    excludeCredentials: existing.map((passkey) => ({ id: passkey.id, transports: passkey.transports })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: algorithms,
  })
  await upsertChallenge(deps.db, owner, options.challenge, new Date(deps.clock.now().getTime() + challengeTtlMs))
  return options
}

export interface Registration {
  personId: string
  response: unknown
  name: string
  /** Refused if the person has a passkey already: a code is too little to add another. */
  onlyFirst?: boolean
  /** Where it comes from. A sign-in in progress has no session yet. */
  source: { address: string; device: string; sessionUid?: string }
}

/** Verifies and saves a passkey, and notifies the person on every channel. Undefined if the response is refused. */
export async function savePasskey(deps: PasskeyDeps, owner: string, registration: Registration): Promise<{ id: string; name: string } | undefined> {
  const now = deps.clock.now()
  const challenge = await consumeChallenge(deps.db, owner, now)
  if (!challenge) return undefined
  const checked = await verifyRegistrationResponse({
    response: registration.response as RegistrationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin: deps.origins,
    expectedRPID: deps.domain,
    requireUserVerification: true,
    supportedAlgorithmIDs: algorithms,
  }).catch(() => undefined) // throws for every malformed or forged response
  if (!checked?.verified) return undefined
  const { credential, credentialBackedUp } = checked.registrationInfo
  const saved = await deps.db.transaction().execute(async (tx) => {
    const { personId, name, source } = registration
    if (registration.onlyFirst && (await lockPasskeys(tx, personId)) > 0) return false
    const inserted = await insertPasskey(tx, {
      id: credential.id,
      personId,
      publicKey: Buffer.from(credential.publicKey),
      counter: BigInt(credential.counter),
      transports: credential.transports ?? [],
      backedUp: credentialBackedUp,
      name,
      createdAt: now,
    })
    if (inserted) await recordSecurityEvent(tx, { personId, kind: 'passkey-added', at: now, ...source, detail: { name } })
    return inserted
  })
  return saved ? { id: credential.id, name: registration.name } : undefined
}

/** A device name derived from the user agent. */
export function deviceName(userAgent: string | undefined): string {
  const agent = userAgent ?? ''
  const device = /iPhone|iPad|Android|Windows|Macintosh|CrOS|Linux/.exec(agent)?.[0]
  const names: Record<string, string> = { Macintosh: 'Mac', CrOS: 'Chromebook', Windows: 'Windows PC', Android: 'Android phone', Linux: 'Linux computer' }
  return device ? (names[device] ?? device) : 'This device'
}

/** Removes a passkey of the person, and notifies them on every channel. False if they have no such passkey. */
export async function removePasskey(
  deps: PasskeyDeps,
  id: string,
  caller: { personId: string; sessionUid: string; address: string; device: string },
): Promise<boolean> {
  return await deps.db.transaction().execute(async (tx) => {
    const name = await deletePasskey(tx, caller.personId, id)
    if (name === undefined) return false
    await recordSecurityEvent(tx, { ...caller, kind: 'passkey-removed', at: deps.clock.now(), detail: { name } })
    return true
  })
}
