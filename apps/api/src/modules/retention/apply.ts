import { clearRecipients, deleteMessages } from '@nikau/rails'
import type { Clock, Db, Log } from '@nikau/runtime'
import { blankSecurityEvents } from '@nikau/security-events'
import { deletePaymentMinutes } from '../../http/store-payment-minutes.ts'
import { deleteIdempotencyKeys, deleteRateLimits } from '../../http/store-retention.ts'
import { deleteEndedInvitations, deleteOldApprovals } from '../accounts/index.ts'
import { clearTransferMessages, deleteBarredSenders } from '../asset-transfers/index.ts'
import { clearEndedAuthorities, clearUnlinkedNumbers, deleteWrongCodes } from '../bank-accounts/index.ts'
import { deleteRecipientMessages } from '../messages/index.ts'
import { deletePatronCodes } from '../patron-codes/index.ts'
import { deleteEndedTrust, deleteSettledHeldSends } from '../held-sends/index.ts'
import { clearPayees } from '../outgoing-payments/index.ts'
import { clearAuthorizationUrls } from '../pay-by-bank/index.ts'
import { deleteFirstSendAliases, deleteRecentSends, deleteUnusedPayees } from '../payees/index.ts'
import { deleteConfirmationEmails } from '../profile/index.ts'
import { deleteRequests } from '../request-log/index.ts'
import { deleteDeliveries, deleteRetiredKeys } from '../webhooks/index.ts'
import type { RetentionPeriods } from './periods.ts'
import { deleteUnusedPeople } from './store.ts'

export interface RetentionDeps {
  db: Db
  clock: Clock
  periods: RetentionPeriods
  log: Log
}

/** Removes up to `limit` rows or values older than `before`, and returns how many. Each module removes its own. */
type Removal = (db: Db, before: Date, limit: number) => Promise<number>

const daily: { name: string; period: Exclude<keyof RetentionPeriods, 'rateLimitMinutes'>; remove: Removal }[] = [
  { name: 'message recipients', period: 'messageRecipientDays', remove: clearRecipients },
  { name: 'messages', period: 'messageDays', remove: deleteMessages },
  { name: 'idempotency keys', period: 'idempotencyDays', remove: deleteIdempotencyKeys },
  { name: 'webhook deliveries', period: 'webhookDeliveryDays', remove: deleteDeliveries },
  { name: 'payments per minute', period: 'paymentMinuteDays', remove: deletePaymentMinutes },
  { name: 'request log', period: 'requestLogDays', remove: deleteRequests },
  { name: 'retired webhook keys', period: 'retiredWebhookKeyDays', remove: deleteRetiredKeys },
  { name: 'bank authorisation links', period: 'bankAuthorisationDays', remove: clearAuthorizationUrls },
  { name: 'payees of returns', period: 'bankAuthorisationDays', remove: clearPayees },
  { name: 'unlinked bank numbers', period: 'unlinkedBankNumberDays', remove: clearUnlinkedNumbers },
  { name: 'ended authorities', period: 'endedAuthorityDays', remove: clearEndedAuthorities },
  { name: 'wrong verification codes', period: 'wrongCodeDays', remove: deleteWrongCodes },
  { name: 'confirmation email counts', period: 'confirmationEmailDays', remove: deleteConfirmationEmails },
  { name: 'security event sources', period: 'securityEventSourceDays', remove: blankSecurityEvents },
  { name: 'patron codes', period: 'patronCodeDays', remove: deletePatronCodes },
  { name: 'unused contacts', period: 'payeeDays', remove: deleteUnusedPayees },
  { name: 'counts of first sends', period: 'firstSendDays', remove: deleteFirstSendAliases },
  { name: 'amounts of sends', period: 'sendAmountDays', remove: deleteRecentSends },
  { name: 'settled held sends', period: 'heldSendDays', remove: deleteSettledHeldSends },
  { name: 'ended trust', period: 'endedTrustDays', remove: deleteEndedTrust },
  { name: 'messages of sends', period: 'sendMessageDays', remove: clearTransferMessages },
  { name: 'counts of messages to recipients', period: 'recipientMessageDays', remove: deleteRecipientMessages },
  { name: 'barred senders', period: 'barredSenderDays', remove: deleteBarredSenders },
  { name: 'ended invitations', period: 'memberInvitationDays', remove: deleteEndedInvitations },
  { name: 'refund approvals', period: 'refundApprovalDays', remove: deleteOldApprovals },
  { name: 'unused people', period: 'unusedPersonDays', remove: deleteUnusedPeople },
]

const minuteMs = 60_000
const dayMs = 86_400_000
/** Small enough for the statement timeout, and for locks that nobody notices. */
const batchSize = 1000

/** Removes everything whose period is over. A removal that fails does not keep the others from running. */
export async function applyRetention(deps: RetentionDeps, signal?: AbortSignal): Promise<void> {
  const errors: unknown[] = []
  for (const { name, period, remove } of daily) {
    const before = new Date(deps.clock.now().getTime() - deps.periods[period] * dayMs)
    try {
      await removeAll(deps, { name, before, remove }, signal)
    } catch (error) {
      signal?.throwIfAborted()
      deps.log.error({ err: error, data: name }, 'retention failed')
      errors.push(error)
    }
  }
  if (errors.length > 0) throw new AggregateError(errors, 'retention failed')
}

export async function deleteOldRateLimits(deps: RetentionDeps, signal?: AbortSignal): Promise<void> {
  const before = new Date(deps.clock.now().getTime() - deps.periods.rateLimitMinutes * minuteMs)
  await removeAll(deps, { name: 'rate limits', before, remove: deleteRateLimits }, signal)
}

async function removeAll(
  { db, log }: RetentionDeps,
  { name, before, remove }: { name: string; before: Date; remove: Removal },
  signal: AbortSignal | undefined,
): Promise<void> {
  let total = 0
  for (;;) {
    signal?.throwIfAborted()
    const count = await remove(db, before, batchSize)
    total += count
    if (count < batchSize) break
  }
  if (total > 0) log.info({ data: name, count: total, before }, 'retention applied')
}
