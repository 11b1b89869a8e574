import type { Db } from '@nikau/runtime'
import { selectPasskeys } from '../passkeys/store.ts'
import { signInEmail } from '../people/rules.ts'
import { selectPerson } from '../people/store.ts'
import type { StepUpContact } from './rules.ts'

/** Where codes may go, and whether there is a passkey. */
export async function contactOf(db: Db, personId: string, now: Date): Promise<StepUpContact> {
  const person = await selectPerson(db, personId)
  if (!person) throw new Error('unknown person')
  return { phone: person.phone, email: signInEmail(person, now), hasPasskey: (await selectPasskeys(db, personId, { desk: false })).length > 0 }
}
