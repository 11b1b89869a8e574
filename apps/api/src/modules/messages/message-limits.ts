import { untilRefusal } from '@nikau/contract/bank-accounts'
import type { Tx } from '@nikau/runtime'
import { z } from 'zod'
import * as mini from 'zod/mini'
import { type Refusal, refuse } from '../../http/refusal.ts'
import { insertRecipientMessage, lockIssuerMessages, lockRecipientMessages } from './store.ts'

const hourMs = 3_600_000

/**
 * How many messages about sends and invitations one number or address gets within 24 hours, from one sender and in all, and how many a business causes
 * that gives out tokens.
 */
export const messageLimits = z
  .strictObject({
    perSender: z.int().positive().default(5),
    perRecipient: z.int().positive().default(20),
    perIssuer: z.int().positive().default(2000),
  })
  .prefault({})
export type MessageLimits = z.output<typeof messageLimits>

/**
 * Counts a message to the recipient. Without this limit a sender could send and recall one cent over and over, and we would text a
 * stranger each time.
 */
export async function countMessage(
  tx: Tx,
  { messages }: { messages: MessageLimits },
  to: { alias: string; senderAccountId: string; at: Date; isIssuer?: boolean },
): Promise<Refusal<'FIRST_SEND_LIMIT_REACHED'> | undefined> {
  const since = new Date(to.at.getTime() - 24 * hourMs)
  const next = to.isIssuer ? await lockIssuerMessages(tx, to.senderAccountId, { since, limit: messages.perIssuer }) : undefined
  if (next) return refuse('FIRST_SEND_LIMIT_REACHED', mini.encode(untilRefusal, { until: new Date(next.getTime() + 24 * hourMs) }))
  const earlier = await lockRecipientMessages(tx, to.alias, since)
  const own = earlier.filter(({ senderAccountId }) => senderAccountId === to.senderAccountId)
  const full = own[own.length - messages.perSender] ?? earlier[earlier.length - messages.perRecipient]
  if (full) return refuse('FIRST_SEND_LIMIT_REACHED', mini.encode(untilRefusal, { until: new Date(full.at.getTime() + 24 * hourMs) }))
  await insertRecipientMessage(tx, to)
  return undefined
}
