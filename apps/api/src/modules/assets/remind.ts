import { shortDate } from '@nikau/nz/nz-time'
import { type NewMessage, queueMessage } from '@nikau/rails'
import type { Clock, Db } from '@nikau/runtime'
import { inTransaction } from '../../http/refusal.ts'
import { reminderDue, reminderHorizon } from './rules.ts'
import { type Contact, selectContacts, type ExpiringToken, insertReminders, selectExpiring } from './store.ts'

type Due = ExpiringToken & { days: number }

/** Tokens per transaction. */
const batchSize = 500

/**
 * Queues reminders 60, 14 and 2 days before a token expires. The reminder's row and its message share one commit, so each reminder
 * goes out once however often this runs. Tokens of one person that are due together share a message. Returns the number of
 * messages queued.
 */
export async function remind({ db, clock }: { db: Db; clock: Clock }): Promise<number> {
  const now = clock.now()
  let queued = 0
  let after: ExpiringToken | undefined
  do {
    const tokens = await selectExpiring(db, { now, until: reminderHorizon(now), after, limit: batchSize })
    queued += await queueReminders(db, now, tokens.flatMap(dueReminders(now)))
    after = tokens.length === batchSize ? tokens.at(-1) : undefined
  } while (after)
  return queued
}

function dueReminders(now: Date) {
  return (token: ExpiringToken): Due[] => {
    const days = reminderDue(token, now)
    return days === undefined || token.reminded.includes(days) ? [] : [{ ...token, days }]
  }
}

async function queueReminders(db: Db, now: Date, due: readonly Due[]): Promise<number> {
  if (due.length === 0) return 0
  return await inTransaction(db, async (tx) => {
    const inserted = await insertReminders(tx, due, now)
    const byPerson = Map.groupBy(
      due.filter((token) => inserted.has(token.assetId)),
      (token) => token.personId,
    )
    const contacts = await selectContacts(tx, [...byPerson.keys()])
    let queued = 0
    for (const [personId, tokens] of byPerson) {
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
  const greeting = contact.givenName ? `Kia ora ${contact.givenName}` : 'Kia ora'
  if (contact.email === null) {
    const more = lines.length > 2 ? `, and ${lines.length - 2} more` : ''
    return { ...common, channel: 'sms', to: contact.phone, text: `${greeting}, use it before it is gone: ${lines.slice(0, 2).join('; ')}${more}. Nikau` }
  }
  const subject = tokens.length === 1 ? lines[0]! : `${tokens.length} of your tokens end soon`
  const text = `${greeting},\n\nUse it before it is gone:\n${lines.map((line) => `- ${line}`).join('\n')}\n\nNikau`
  return { ...common, channel: 'email', to: contact.email, subject, text }
}
