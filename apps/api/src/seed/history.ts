import { defaultExpirySeconds } from '@nikau/contract/payment-request-states'
import { paymentOption } from '@nikau/contract/payment-requests'
import type { NewAccount } from '@nikau/ledger'
import { cents } from '@nikau/money'
import type { Ids, Tx } from '@nikau/runtime'
import * as z from 'zod/mini'
import {
  type ActivityRow,
  buildPaymentOptions,
  type ConfigForRequest,
  dueCounter,
  type HistoryRow,
  insertHistory,
  newActivityId,
  newShortCode,
  refundCounter,
  refundStrategy,
  selectConfigForRequest,
  type Tender,
  toWireTotal,
} from '../modules/payment-requests/index.ts'

// Seeds past payment requests: each paid in full by one asset and perhaps refunded in full. The ledger posts them first, each using
// the counters of its request; recordHistory then inserts the requests and activities as if they had been made one by one.

export interface PastPayment {
  requestId: string
  configId: string
  amount: bigint
  requestedAt: Date
  createdBy: string
  payer: { personId: string; accountId: string }
  asset: { id: string; type: string; description: string }
}

export interface PastPosting {
  posting: bigint
  at: Date
}

const expiryOf = ({ requestedAt }: PastPayment) => new Date(requestedAt.getTime() + defaultExpirySeconds * 1000)

/** The ledger counters of a past request. */
export function historyCounters(payment: PastPayment, refunded: boolean): NewAccount[] {
  const { requestId, amount } = payment
  const due = dueCounter({ id: requestId, amount, expiresAt: expiryOf(payment) })
  return refunded ? [due, refundCounter(requestId, amount)] : [due]
}

const batchSize = 1000

export async function recordHistory(
  tx: Tx,
  deps: { ids: Ids },
  payments: readonly { payment: PastPayment; paid: PastPosting; refund?: PastPosting | undefined }[],
): Promise<void> {
  const configs = new Map<string, ConfigForRequest>()
  for (const id of new Set(payments.map(({ payment }) => payment.configId))) configs.set(id, (await selectConfigForRequest(tx, id, ''))!)
  const codes = new Set<string>()
  while (codes.size < payments.length) codes.add(newShortCode())
  const shortCodes = [...codes]
  const histories = payments.map(({ payment, paid, refund }, i) => {
    const config = configs.get(payment.configId)!
    const tender = tenderOf(deps.ids, payment, paid, refund !== undefined)
    const row = rowOf(payment, config, tender, { shortCode: shortCodes[i]!, version: refund ? 3 : 2, paidAt: paid.at, updatedAt: (refund ?? paid).at })
    return { row, activities: activitiesOf(deps.ids, payment, config.merchantId, tender, paid, refund) }
  })
  for (let i = 0; i < histories.length; i += batchSize) {
    const batch = histories.slice(i, i + batchSize)
    await insertHistory(
      tx,
      batch.map(({ row }) => row),
      batch.flatMap(({ activities }) => activities),
    )
  }
}

function tenderOf(ids: Ids, { amount, asset, payer }: PastPayment, paid: PastPosting, refunded: boolean): Tender {
  return {
    activityId: newActivityId(ids),
    method: 'wallet',
    assetType: asset.type,
    amount: amount.toString(),
    refunded: refunded ? amount.toString() : '0',
    description: asset.description,
    assetId: asset.id,
    payerAccountId: payer.accountId,
    posting: paid.posting.toString(),
  }
}

function rowOf(
  payment: PastPayment,
  config: ConfigForRequest,
  tender: Tender,
  rest: Pick<HistoryRow, 'shortCode' | 'version' | 'paidAt' | 'updatedAt'>,
): HistoryRow {
  return {
    ...rest,
    id: payment.requestId,
    amount: payment.amount.toString(),
    refunded: tender.refunded,
    createdAt: payment.requestedAt,
    expiresAt: expiryOf(payment),
    configId: payment.configId,
    createdBy: payment.createdBy,
    terms: {
      paymentOptions: z.encode(z.array(paymentOption), buildPaymentOptions(config, { amount: cents(payment.amount), lineItems: [] }, [])),
      partialAllowed: false,
      expirySeconds: defaultExpirySeconds,
      ...(config.gstNumber !== null && { gstNumber: config.gstNumber }),
    },
    tender,
  }
}

function activitiesOf(ids: Ids, payment: PastPayment, merchantId: string, tender: Tender, paid: PastPosting, refund: PastPosting | undefined): ActivityRow[] {
  const { amount, createdBy } = payment
  const common = { paymentRequestId: payment.requestId, amount, merchantId, idempotencyKey: null, requestHash: null }
  const payer = `crn::user:${payment.payer.personId}`
  const detail = { assetType: tender.assetType, paidBy: { assetTotals: [toWireTotal(tender, true)] } }
  const activities: ActivityRow[] = [
    { ...common, number: 1, id: newActivityId(ids), type: 'request', createdAt: payment.requestedAt, createdBy, posting: null, detail: {} },
    { ...common, number: 2, id: tender.activityId, type: 'payment', createdAt: paid.at, createdBy: payer, posting: paid.posting, detail },
  ]
  if (refund) {
    const refundDetail = { externalRef: `refund-${payment.requestId}`, strategy: refundStrategy([{ tender, amount }]) }
    const id = newActivityId(ids)
    activities.push({ ...common, number: 3, id, type: 'refund', createdAt: refund.at, createdBy, posting: refund.posting, detail: refundDetail })
  }
  return activities
}
