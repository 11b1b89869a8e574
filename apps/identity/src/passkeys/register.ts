import type { Clock, Db, Tx } from '@nikau/runtime'
import { recordSecurityEvent } from '@nikau/security-events'
import { generateRegistrationOptions, type RegistrationResponseJSON, verifyRegistrationResponse } from '@simplewebauthn/server'
import { formatMobile } from '@nikau/nz/phone'
import { selectPerson } from '../people/store.ts'
import { deletePasskey, insertPasskey, lockPasskeys, type Passkey, selectPasskeys, upsertChallenge, consumeChallenge } from './store.ts'

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
  const existing = await selectPasskeys(deps.db, personId, { desk: false })
  const name = [person.givenName, person.familyName].filter(Boolean).join(' ')
  const user = { id: personId, name: formatMobile(person.phone), displayName: name || formatMobile(person.phone) }
  return await optionsFor(deps, owner, user, existing)
}

/** A device keeps one passkey for each user id: a new one replaces it. */
export async function optionsFor(deps: PasskeyDeps, owner: string, user: { id: string; name: string; displayName: string }, existing: Passkey[]) {
  const options = await generateRegistrationOptions({
    rpName: 'Nikau',
    rpID: deps.domain,
    userID: new TextEncoder().encode(user.id),
    userName: user.name,
    userDisplayName: user.displayName,
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
  const { personId, name, source } = registration
  const credential = await verifyRegistration(deps, owner, registration.response)
  if (!credential) return undefined
  const at = deps.clock.now()
  const saved = await deps.db.transaction().execute(async (tx) => {
    if (registration.onlyFirst && (await lockPasskeys(tx, personId)) > 0) return false
    return await addPasskey(tx, { ...credential, personId, name, createdAt: at, desk: false }, source)
  })
  return saved ? { id: credential.id, name } : undefined
}

type Credential = Pick<Passkey, 'id' | 'publicKey' | 'counter' | 'transports' | 'backedUp'>

/** Answers the owner's challenge. Undefined if the response is refused. */
export async function verifyRegistration(deps: PasskeyDeps, owner: string, response: unknown): Promise<Credential | undefined> {
  const challenge = await consumeChallenge(deps.db, owner, deps.clock.now())
  if (!challenge) return undefined
  const checked = await verifyRegistrationResponse({
    response: response as RegistrationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin: deps.origins,
    expectedRPID: deps.domain,
    requireUserVerification: true,
    supportedAlgorithmIDs: algorithms,
  }).catch(() => undefined) // throws for every malformed or forged response
  if (!checked?.verified) return undefined
  const { id, publicKey, counter, transports = [] } = checked.registrationInfo.credential
  return { id, publicKey: Buffer.from(publicKey), counter: BigInt(counter), transports, backedUp: checked.registrationInfo.credentialBackedUp }
}

/** False if the passkey is already registered, by anyone. */
export async function addPasskey(tx: Tx, passkey: Omit<Passkey, 'lastUsedAt'>, source: Registration['source']): Promise<boolean> {
  if (!(await insertPasskey(tx, passkey))) return false
  const { personId, name, createdAt } = passkey
  await recordSecurityEvent(tx, { personId, kind: 'passkey-added', at: createdAt, ...source, detail: { name } })
  return true
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
