import { shortDate } from '@nikau/contract/nz-time'
import { type NewMessage, queueMessage } from '@nikau/rails'
import type { Clock, Db } from '@nikau/runtime'
import { inTransaction } from '../../http/refusal.ts'
import { reminderDue, remindersReach } from './rules.ts'
import { type Contact, contactsOf, type ExpiringToken, noteReminders, selectExpiring } from './store.ts'

type Due = ExpiringToken & { days: number }

/** Tokens are looked at this many at a time, each lot in a transaction of its own. */
const lot = 500

/**
 * Reminds people of tokens that end soon, 60, 14 and 2 days before. The note that a token was spoken of and the message that
 * does so are one commit, so each reminder goes out once however often this runs. Tokens of one person that are due together
 * share a message. Answers how many messages were queued.
 */
export async function remind({ db, clock }: { db: Db; clock: Clock }): Promise<number> {
  const now = clock.now()
  let queued = 0
  let after: ExpiringToken | undefined
  do {
    const tokens = await selectExpiring(db, { now, until: remindersReach(now), after, limit: lot })
    queued += await remindOf(db, now, tokens.flatMap(dueAt(now)))
    after = tokens.length === lot ? tokens.at(-1) : undefined
  } while (after)
  return queued
}

function dueAt(now: Date) {
  return (token: ExpiringToken): Due[] => {
    const days = reminderDue(token, now)
    return days === undefined || token.reminded.includes(days) ? [] : [{ ...token, days }]
  }
}

async function remindOf(db: Db, now: Date, due: readonly Due[]): Promise<number> {
  if (due.length === 0) return 0
  return await inTransaction(db, async (tx) => {
    const noted = await noteReminders(tx, due, now)
    const ours = Map.groupBy(
      due.filter((token) => noted.has(token.assetId)),
      (token) => token.personId,
    )
    const contacts = await contactsOf(tx, [...ours.keys()])
    let queued = 0
    for (const [personId, tokens] of ours) {
      const contact = contacts.get(personId)
      if (contact && (await queueMessage(tx, messageTo(contact, tokens)))) queued++
    }
    return queued
  })
}

function messageTo(contact: Contact, tokens: readonly Due[]): NewMessage {
  const [first] = tokens
  const common = { key: `token-expiry:${first!.days}:${first!.assetId}`, purpose: 'token-expiry', expiresAt: tokens.at(-1)!.expiresAt }
  const lines = tokens.map((token) => `${token.name} (${token.issuer}) ends ${shortDate(token.expiresAt)}`)
  const hello = contact.givenName ? `Kia ora ${contact.givenName}` : 'Kia ora'
  if (contact.email === null) {
    const more = lines.length > 2 ? `, and ${lines.length - 2} more` : ''
    return { ...common, channel: 'sms', to: contact.phone, text: `${hello}, use it before it is gone: ${lines.slice(0, 2).join('; ')}${more}. Nikau` }
  }
  const subject = tokens.length === 1 ? lines[0]! : `${tokens.length} of your tokens end soon`
  const text = `${hello},\n\nUse it before it is gone:\n${lines.map((line) => `- ${line}`).join('\n')}\n\nNikau`
  return { ...common, channel: 'email', to: contact.email, subject, text }
}
