import { queueMessage } from '@nikau/rails'
import type { Db } from '@nikau/runtime'
import { noticeOf } from './kinds.ts'
import { insertSecurityEvent, type NewSecurityEvent, selectContact } from './store.ts'

const subject = 'A change to your Nikau'
const advice = 'If this wasn’t you, open Safety in Nikau and freeze your wallet.'

/**
 * Records an event in the caller's transaction, and queues its notice on every channel of the person: SMS, and email if the address
 * is verified. `alsoTo` are addresses that were theirs before the change. Returns the event's id.
 */
export async function recordSecurityEvent(tx: Db, event: NewSecurityEvent, options: { alsoTo?: string[]; more?: string } = {}): Promise<string> {
  const id = await insertSecurityEvent(tx, event)
  const notice = noticeOf(event.kind, event.detail ?? {})
  const contact = notice === undefined ? undefined : await selectContact(tx, event.personId)
  if (notice === undefined || !contact) return id
  const common = { purpose: 'security-notice', text: [notice, options.more, advice].filter(Boolean).join(' ') }
  const emails = new Set([...(contact.email === null ? [] : [contact.email]), ...(options.alsoTo ?? [])])
  await queueMessage(tx, { ...common, key: `security:${id}:sms`, channel: 'sms', to: contact.phone })
  let number = 0
  for (const to of emails) await queueMessage(tx, { ...common, key: `security:${id}:email:${++number}`, channel: 'email', to, subject })
  return id
}
