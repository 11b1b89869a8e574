import { createHmac } from 'node:crypto'
import { queueMessage } from '@nikau/rails'
import type { Secret, Tx } from '@nikau/runtime'
import { signConfirmation } from './confirmation.ts'
import type { ProfileDeps } from './deps.ts'
import { insertConfirmationEmail, lockConfirmationEmails } from './store.ts'

/** So few that nobody can be flooded, neither by one person nor by many accounts that name the same address. */
const perDay = 3
const dayMs = 86_400_000

/** Queues the email with the confirmation link. Returns the time to try again if the person or the address has had too many. */
export async function sendConfirmation(deps: ProfileDeps, tx: Tx, personId: string, email: string): Promise<Date | undefined> {
  const at = deps.clock.now()
  const addressHash = addressHashOf(deps.secret, email)
  const sent = await lockConfirmationEmails(tx, { personId, addressHash }, new Date(at.getTime() - dayMs))
  // The email that has to be a day old before another may follow.
  const blocking = [sent.person, sent.address].flatMap((times) => times.at(-perDay) ?? [])
  if (blocking.length > 0) return new Date(Math.max(...blocking.map((time) => time.getTime())) + dayMs)
  await insertConfirmationEmail(tx, { personId, addressHash, at })
  const token = await signConfirmation(deps.secret, deps.clock, personId, email)
  // The token is in the fragment, so it reaches no server log.
  const link = `${deps.webOrigin}/deimos/confirm-email#${token}`
  await queueMessage(tx, {
    channel: 'email',
    to: email,
    subject: 'Confirm your email address for Nikau',
    text: `Kia ora,\n\nOpen this link to confirm that this address is yours:\n${link}\n\nIt works for seven days. If you did not request this, you can ignore it.\n\nNikau`,
    key: `confirm-email:${deps.ids.ordered()}`,
    purpose: 'confirm-email',
  })
  return undefined
}

/** Keyed, so that the table does not reveal addresses. */
function addressHashOf(secret: Secret, email: string): Buffer {
  return createHmac('sha256', secret.reveal())
    .update(JSON.stringify(['confirmation-email', email.toLowerCase()]))
    .digest()
}
