import { createHash } from 'node:crypto'
import { addPasskey, optionsFor, type PasskeyDeps, type Registration, verifyRegistration } from '../passkeys/register.ts'
import { selectPasskeys } from '../passkeys/store.ts'
import { type Enrolment, lockEnrolment, markEnrolmentUsed, selectEnrolment } from './store.ts'

/** The code of a link: 32 random bytes. Undefined for anything else. */
function codeHashOf(code: string): Buffer | undefined {
  return /^[\w-]{43}$/.test(code) ? createHash('sha256').update(code).digest() : undefined
}

export async function findEnrolment(deps: PasskeyDeps, code: string): Promise<(Enrolment & { codeHash: Buffer }) | undefined> {
  const codeHash = codeHashOf(code)
  const enrolment = codeHash && (await selectEnrolment(deps.db, codeHash, deps.clock.now()))
  return enrolment && { ...enrolment, codeHash }
}

/** WebAuthn registration options. The user id differs from the customer's, whose passkey on the same device would be replaced otherwise. */
export async function enrolmentOptions(deps: PasskeyDeps, enrolment: Enrolment & { codeHash: Buffer }) {
  const { personId, givenName, familyName, codeHash } = enrolment
  const name = [givenName, familyName].filter(Boolean).join(' ')
  const user = { id: `${personId}:desk`, name: 'Nikau desk', displayName: name === '' ? 'Nikau desk' : `${name} (Nikau desk)` }
  return await optionsFor(deps, ownerOf(codeHash), user, await selectPasskeys(deps.db, personId, { desk: true }))
}

/** Saves the passkey and uses up the link. False if the response is refused or the link was used meanwhile. */
export async function enrolPasskey(
  deps: PasskeyDeps,
  codeHash: Buffer,
  registration: { response: unknown; name: string; source: Registration['source'] },
): Promise<boolean> {
  const { response, name, source } = registration
  const credential = await verifyRegistration(deps, ownerOf(codeHash), response)
  if (!credential) return false
  const at = deps.clock.now()
  return await deps.db.transaction().execute(async (tx) => {
    const personId = await lockEnrolment(tx, codeHash, at)
    if (personId === undefined || !(await addPasskey(tx, { ...credential, personId, name, createdAt: at, desk: true }, source))) return false
    await markEnrolmentUsed(tx, codeHash, at)
    return true
  })
}

function ownerOf(codeHash: Buffer): string {
  return `desk-enrolment:${codeHash.toString('hex')}`
}
