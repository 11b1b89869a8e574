import { cents, format } from '@nikau/money'
import { longDate } from '@nikau/nz/nz-time'
import { queueMessage } from '@nikau/rails'
import type { Clock, Db } from '@nikau/runtime'
import { inTransaction } from '../../http/refusal.ts'
import { claimUnnotified, selectContact, selectUsage, type UnnotifiedUse } from './store-uses.ts'

interface NotifyDeps {
  db: Db
  clock: Clock
}

const batchSize = 100

/** Tells customers what was taken without asking: right after one payment, or all that are still to be told. Returns how many. */
export async function notifyUses({ db, clock }: NotifyDeps, paymentRequestId?: string): Promise<number> {
  return await inTransaction(db, async (tx) => {
    const uses = await claimUnnotified(tx, { ...(paymentRequestId !== undefined && { paymentRequestId }), limit: batchSize }, clock.now())
    for (const use of uses) {
      const contact = await selectContact(tx, use.personId)
      if (!contact) continue
      const { used } = (await selectUsage(tx, [use.connectionId], use.month)).get(use.connectionId)!
      const { subject, text } = noticeOf(use, used)
      const common = { key: `permission-use:${use.paymentRequestId}`, purpose: 'permission-use', text }
      if (contact.email === null) await queueMessage(tx, { ...common, channel: 'sms', to: contact.phone })
      else await queueMessage(tx, { ...common, channel: 'email', to: contact.email, subject })
    }
    return uses.length
  })
}

function noticeOf({ merchantName, amount, tokens, limitMonth, month, test }: UnnotifiedUse, used: bigint): { subject: string; text: string } {
  const paid = format(cents(amount + tokens))
  const withTokens = tokens > 0n ? `, ${amount > 0n ? `${format(cents(tokens))} of it ` : ''}with your tokens` : ''
  const left = limitMonth === null ? undefined : format(cents(limitMonth > used ? limitMonth - used : 0n))
  const monthName = longDate(`${month}-01`).split(' ')[1]
  const sentences = [
    `You paid ${paid} to ${merchantName} without being asked${withTokens}.`,
    left === undefined ? undefined : `${left} is left for ${monthName}.`,
    'To pause or end it, open Safety in Nikau.',
    test ? 'This was test money.' : undefined,
  ]
  return { subject: `${paid} paid to ${merchantName}`, text: sentences.filter(Boolean).join(' ') }
}
