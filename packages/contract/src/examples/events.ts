import type { scannedCode, scannedCodeAnswer } from '../fixed-codes.ts'
import type { NotificationType, webhookChallenge, webhookChallengeAnswer, webhookNotification } from '../webhooks.ts'
import type * as z from 'zod/mini'
import { accountId, activity, merchantId, paid, refunded, requestId } from './shop.ts'

type Notification = z.input<typeof webhookNotification>

const event = (type: NotificationType, sequence: number, data: Notification['data'], paymentStatus?: Notification['paymentStatus']): Notification => ({
  id: `01998a3e-5d20-7c11-9f42-2b6a7f0c4e${50 + sequence}`,
  type,
  sequence,
  data,
  ...(paymentStatus !== undefined && { paymentStatus }),
  accountId,
  test: true,
  createdAt: '2026-11-18T20:14:41.900Z',
})

export const paidEvent = event('payment-request:paid', 12, paid, 'paid')

export const notificationExamples: Readonly<Record<NotificationType, Notification>> = {
  'payment-request:paid': paidEvent,
  'payment-request:refund-completed': event('payment-request:refund-completed', 13, refunded, 'part-refunded'),
  'payment-request:cancelled': event(
    'payment-request:cancelled',
    14,
    activity(2, { type: 'cancellation', cancellationReason: 'PAYMENT_DECLINED' }),
    'declined',
  ),
  'payment-request:expired': event('payment-request:expired', 15, activity(2, { type: 'expiry' }), 'expired'),
  'connection:ended': event('connection:ended', 16, { id: 'Gp2XwRn6TzKb9VqYc4HdMs', merchantId, status: 'ended', endedAt: '2026-11-18T20:14:41.882Z' }),
  'webhook:test': event('webhook:test', 17, { message: 'A test event from Nikau. Nothing happened.' }),
}

export const challengeExample: z.input<typeof webhookChallenge> = {
  id: '01998a3e-5d20-7c11-9f42-2b6a7f0c4e49',
  type: 'webhook:challenge',
  data: { challenge: 'Zt7RkTn2YqWb8JmXc4HdLs' },
  accountId,
  createdAt: '2026-11-18T19:20:00.100Z',
}
export const challengeAnswerExample: z.input<typeof webhookChallengeAnswer> = { challenge: challengeExample.data.challenge }

export const scannedExample: z.input<typeof scannedCode> = {
  id: '01998a3e-5d20-7c11-9f42-2b6a7f0c4e48',
  type: 'fixed-code:scanned',
  data: { url: 'https://machines.loaf.example/m/17' },
  accountId,
  createdAt: '2026-11-18T20:30:00.000Z',
}
export const scannedAnswerExample: z.input<typeof scannedCodeAnswer> = { paymentRequestId: requestId }
