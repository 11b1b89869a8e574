import type { Tx } from '@nikau/runtime'
import { appendEvent } from '../../outbox/index.ts'
import { completeRefundReturn } from './store.ts'

/**
 * What a refund owes by bank or card has reached its payer. With the last of a refund, its merchant is told that the refund is complete.
 * Does nothing for money that goes back without a refund, such as instalments of a request that has expired.
 */
export async function completeReturn(tx: Tx, reference: string, at: Date): Promise<void> {
  const completed = await completeRefundReturn(tx, reference, at)
  if (completed?.isLast) await appendEvent(tx, { type: 'payment-request:refund-completed', ...completed.subject, occurredAt: at })
}
