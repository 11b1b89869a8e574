import { listMerchantActivities, listPaymentRequestActivities, type PaymentActivity } from '@nikau/contract/payment-activities'
import {
  acceptCondition,
  cancelPaymentRequest,
  confirmPaymentRequest,
  declineCondition,
  payPaymentRequest,
  refundPaymentRequest,
  releasePaymentRequest,
  voidPaymentRequest,
} from '@nikau/contract/payment-request-acts'
import { createPaymentRequest, findPaymentByCode, getPaymentRequest, getPaymentRequestSummary, listPaymentRequests } from '@nikau/contract/payment-requests'
import type { Database } from '@nikau/runtime'
import { bind, type CardBearer, type Server } from '../../http/bind.ts'
import { type Refusal, refuse } from '../../http/refusal.ts'
import { cancel } from './cancel.ts'
import { answerCondition } from './conditions.ts'
import { createCounters } from './counters.ts'
import type { PayBody, PayRefused } from './decide.ts'
import { create, type CreateMeans } from './create.ts'
import { gather } from './gather.ts'
import { pay, type PayMeans } from './pay.ts'
import { confirm, release } from './pre-auth.ts'
import { activities, find, merchantActivities, read } from './read.ts'
import { refund, undo } from './refund.ts'
import { type PayQuestion, selectPayContexts } from './store-pay.ts'
import { createSummary } from './summary.ts'

/** Payment by a card that was verified for the request: its money is elsewhere, and so is who sees to it. */
type PayByCard = (bearer: CardBearer, requestId: string, body: PayBody) => Promise<PaymentActivity | Refusal<PayRefused>>

type Given = CreateMeans & Pick<PayMeans, 'limits'> & { gathered: Database; payByCard: PayByCard }

export function paymentRequestRoutes(server: Server, given: Given): void {
  const means = { ...given, counters: createCounters(given), payContext: gather((questions: PayQuestion[]) => selectPayContexts(given.gathered, questions)) }
  const summary = createSummary(given)
  bind(server, createPaymentRequest, ({ actor, body }) => create(means, actor, body))
  bind(server, listPaymentRequests, ({ actor, query }) => find(means, actor, query))
  bind(server, getPaymentRequest, ({ actor, params }) => read(means, actor, params.id))
  bind(server, getPaymentRequestSummary, ({ params }) => summary(params.id))
  bind(server, listPaymentRequestActivities, ({ actor, params, query }) => activities(means, actor, params.id, query))
  bind(server, listMerchantActivities, ({ actor, query }) => merchantActivities(means, actor, query))
  bind(server, payPaymentRequest, ({ actor, params, body }) =>
    'cardSessionId' in actor ? given.payByCard(actor, params.id, body) : pay(means, actor, params.id, body),
  )
  bind(server, cancelPaymentRequest, ({ actor, params }) => cancel(means, actor, params.id))
  bind(server, voidPaymentRequest, ({ actor, params, body }) => undo(means, actor, params.id, body))
  bind(server, refundPaymentRequest, ({ actor, params, body }) => refund(means, actor, params.id, body))
  bind(server, confirmPaymentRequest, ({ actor, params, body }) => confirm(means, actor, params.id, body))
  bind(server, releasePaymentRequest, ({ actor, params }) => release(means, actor, params.id))
  bind(server, acceptCondition, ({ actor, params }) => answerCondition(means, actor, params, 'accepted'))
  bind(server, declineCondition, ({ actor, params }) => answerCondition(means, actor, params, 'declined'))
  // No vending system is connected: every fixed code is one that nobody knows.
  bind(server, findPaymentByCode, async () => refuse('UNKNOWN_CODE'))
}
