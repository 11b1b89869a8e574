import { getLatestPaymentRequest } from '@nikau/contract/connections'
import { listMerchantActivities, listPaymentRequestActivities } from '@nikau/contract/payment-activities'
import {
  acceptCondition,
  cancelPaymentRequest,
  confirmPaymentRequest,
  declineCondition,
  payPaymentRequest,
  refundPaymentRequest,
  releasePaymentRequest,
  voidPaymentRequest,
} from '@nikau/contract/payment-request-actions'
import { getPatronCodePaymentRequest, watchPatronCodePaymentRequest } from '@nikau/contract/patron-codes'
import { createPaymentRequest, getPaymentRequest, getPaymentRequestSummary, listPaymentRequests } from '@nikau/contract/payment-requests'
import { getRefundOptions } from '@nikau/contract/refunds'
import { offerRest as offerRestEndpoint } from '@nikau/contract/rest-of-payment'
import { abandonTillSale as abandonTillSaleEndpoint, findTillSale } from '@nikau/contract/tills'
import type { Database } from '@nikau/runtime'
import { createBatchLoader } from '../../http/batch-loader.ts'
import { bind, type Server } from '../../http/bind.ts'
import type { Scans } from '../patron-codes/index.ts'
import { cancel } from './close/cancel.ts'
import { answerCondition } from './close/conditions.ts'
import { release } from './close/release.ts'
import { voidRequest } from './close/void.ts'
import { createAndPay } from './create/create-connected.ts'
import type { CreateDeps } from './create/create.ts'
import { offerRest } from './create/offer-rest.ts'
import { payWithToken } from './external/port.ts'
import { capture } from './pay/capture.ts'
import { pay, type PayDeps } from './pay/pay.ts'
import { createQuotaCounters } from './pay/quota-counters.ts'
import { type PayContextKey, selectPayContexts } from './pay/store.ts'
import {
  findRequests,
  listActivities,
  listActivitiesOfMerchant,
  readLatestOnConnection,
  readOfPatronCodes,
  readRequest,
  watchPatronCodes,
} from './read/read.ts'
import { createSummary } from './read/summary.ts'
import { readRefundOptions } from './refund/options.ts'
import { refund, type RefundDeps } from './refund/refund.ts'
import { abandonTillSale, findTillRequest } from './till-sale.ts'

/** `batchDatabase` has its own connections, for the statements that simultaneous callers share. */
type RouteDeps = CreateDeps & Pick<PayDeps, 'limits' | 'stepUpLimit'> & Pick<RefundDeps, 'refundWindowDays'> & { batchDatabase: Database; scans: Scans }

export function paymentRequestRoutes(server: Server, deps: RouteDeps): void {
  const loadPayContext = createBatchLoader((keys: PayContextKey[]) => selectPayContexts(deps.batchDatabase, keys, deps.clock.now()))
  const payDeps = { ...deps, counters: createQuotaCounters(deps), loadPayContext }
  const summary = createSummary(deps)
  bind(server, createPaymentRequest, ({ actor: key, body, source }) => createAndPay(payDeps, { key, source }, body))
  bind(server, listPaymentRequests, ({ actor, query }) => findRequests(deps, actor, query))
  bind(server, getPaymentRequest, ({ actor, params }) => readRequest(deps, actor, params.id))
  bind(server, getPatronCodePaymentRequest, ({ actor }) => readOfPatronCodes(deps, actor))
  bind(server, watchPatronCodePaymentRequest, async ({ actor }) => watchPatronCodes(deps, actor))
  bind(server, getLatestPaymentRequest, ({ actor, params }) => readLatestOnConnection(deps, actor, params.id))
  bind(server, getPaymentRequestSummary, ({ params }) => summary(params.id))
  bind(server, listPaymentRequestActivities, ({ actor, params, query }) => listActivities(deps, actor, params.id, query))
  bind(server, listMerchantActivities, ({ actor, query }) => listActivitiesOfMerchant(deps, actor, query))
  bind(server, payPaymentRequest, ({ actor, params, body, source, requireStepUp }) =>
    'sessionId' in actor ? payWithToken(deps.externalMethods, actor, params.id, body) : pay(payDeps, { actor, source, requireStepUp }, params.id, body),
  )
  bind(server, offerRestEndpoint, ({ actor: key, params, body }) => offerRest(deps, key, params.id, body))
  bind(server, cancelPaymentRequest, ({ actor, params, body }) => cancel(deps, actor, params.id, body))
  bind(server, voidPaymentRequest, ({ actor, params, body }) => voidRequest(deps, actor, params.id, body))
  bind(server, refundPaymentRequest, (call) => refund(deps, call, call.params.id, call.body))
  bind(server, getRefundOptions, ({ actor, params }) => readRefundOptions(deps, actor, params.id))
  bind(server, findTillSale, ({ actor, params }) => findTillRequest(deps, actor, params))
  bind(server, abandonTillSaleEndpoint, ({ actor, params }) => abandonTillSale(deps, actor, params))
  bind(server, confirmPaymentRequest, ({ actor, params, body }) => capture(deps, actor, params.id, body))
  bind(server, releasePaymentRequest, ({ actor, params }) => release(deps, actor, params.id))
  bind(server, acceptCondition, ({ actor, params }) => answerCondition(deps, actor, params, 'accepted'))
  bind(server, declineCondition, ({ actor, params }) => answerCondition(deps, actor, params, 'declined'))
}
