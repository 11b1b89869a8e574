import { queueMessage } from '@nikau/rails'
import type { Tx } from '@nikau/runtime'
import type { OwnerContact } from './store.ts'

/** Emails owners of an account who have a verified address. The key prevents a second email of the same message. */
export async function emailOwners(
  tx: Tx,
  owners: readonly OwnerContact[],
  { key, purpose, subject, body }: { key: string; purpose: string; subject: string; body: string },
): Promise<void> {
  for (const { id, givenName, email } of owners) {
    if (email === null) continue
    const text = `Kia ora${givenName ? ` ${givenName}` : ''},\n\n${body}\n\nNikau`
    await queueMessage(tx, { key: `${key}:${id}`, purpose, channel: 'email', to: email, subject, text })
  }
}
