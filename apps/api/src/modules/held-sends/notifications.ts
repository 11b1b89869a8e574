import { createHash } from 'node:crypto'
import { isMobileAlias } from '@nikau/contract/recipient-alias'
import { shortDate } from '@nikau/nz/nz-time'
import { cents, format } from '@nikau/money'
import { queueMessage } from '@nikau/rails'
import type { Tx } from '@nikau/runtime'
import { dayMs } from './rules.ts'
import { type HeldSendRow, selectContact } from './store.ts'

interface Notification {
  key: string
  purpose: string
  subject: string
  text: string
  /** What the SMS says, if the subject is too little. */
  sms?: string
}

/** By email, or by SMS to a person without a verified address. */
export async function notify(tx: Tx, personId: string, { key, purpose, subject, text, sms }: Notification): Promise<void> {
  const contact = await selectContact(tx, personId)
  if (!contact) return
  const hello = contact.givenName ? `Kia ora ${contact.givenName}` : 'Kia ora'
  if (contact.email === null) await queueMessage(tx, { key, purpose, channel: 'sms', to: contact.phone, text: `${hello}. ${sms ?? `${subject}.`} Nikau` })
  else await queueMessage(tx, { key, purpose, channel: 'email', to: contact.email, subject, text: `${hello},\n\n${text}\n\nNikau` })
}

/** Asks the sender of a send that waited. It goes out once, whatever they do. */
export async function askToDecide(tx: Tx, { webOrigin }: { webOrigin: string }, held: HeldSendRow): Promise<void> {
  const amount = format(cents(held.value))
  const link = `${webOrigin}/deimos/send/held/${held.id}`
  const forgotten = shortDate(held.forgottenAt)
  await notify(tx, held.personId, {
    key: `held-send-due:${held.id}`,
    purpose: 'held-send',
    subject: `Do you still want to send ${amount}?`,
    text: `You let a send of ${amount} wait. Nothing has left your wallet, and it won’t send itself. Decide here:\n${link}\n\nIf you don’t answer, it is forgotten on ${forgotten}.`,
    sms: `Do you still want to send ${amount}? Nothing has left your wallet. Decide by ${forgotten}: ${link}`,
  })
}

/** Goes to the alias whether or not it has an account; one a day from the same person. */
export async function sendTrustRequest(
  tx: Tx,
  { webOrigin }: { webOrigin: string },
  trust: { personId: string; alias: string; askedAt: Date; askedBy: string },
): Promise<void> {
  const hash = createHash('sha256').update(trust.alias).digest('hex')
  const common = { key: `trust:${trust.personId}:${hash}:${Math.floor(trust.askedAt.getTime() / dayMs)}`, purpose: 'trusted-person' }
  const link = `${webOrigin}/deimos/safety/trusted`
  const asks = `${trust.askedBy} asks you to be their trusted person on Nikau: someone to ask before a send that could be a scam. You can’t see their money or move it.`
  if (isMobileAlias(trust.alias)) await queueMessage(tx, { ...common, channel: 'sms', to: trust.alias, text: `Kia ora. ${asks} ${link}` })
  else
    await queueMessage(tx, {
      ...common,
      channel: 'email',
      to: trust.alias,
      subject: `${trust.askedBy} asks you to be their trusted person`,
      text: `Kia ora,\n\n${asks}\n\nSign in to answer:\n${link}\n\nIf you don’t know ${trust.askedBy}, ignore this.\n\nNikau`,
    })
}
