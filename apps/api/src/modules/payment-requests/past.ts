import { defaultExpirySeconds } from '@nikau/contract/payment-request-states'
import { paymentOption } from '@nikau/contract/payment-requests'
import type { NewAccount } from '@nikau/ledger'
import { cents } from '@nikau/money'
import type { Ids, Tx } from '@nikau/runtime'
import * as z from 'zod/mini'
import { activityId } from './create.ts'
import { dueAccount, refundableAccount } from './group.ts'
import { optionsFor } from './options.ts'
import { strategyOf } from './refund-rules.ts'
import type { ActivityRow, Leg } from './rows.ts'
import { newShortCode } from './short-code.ts'
import { wireTotal } from './show.ts'
import { insertPast, type PastRow } from './store-past.ts'
import { type ConfigForRequest, selectConfigForRequest } from './store.ts'

// How a world that has a past is filled: requests that were asked for, paid whole by one asset, and perhaps given back whole. The
// ledger posts them, each using its request's counter; then they are written down as if they had been decided one by one.

export interface PastPayment {
  requestId: string
  configId: string
  amount: bigint
  askedAt: Date
  createdBy: string
  payer: { personId: string; accountId: string }
  asset: { id: string; type: string; description: string }
}

export interface Posted {
  posting: bigint
  at: Date
}

const expiryOf = ({ askedAt }: PastPayment) => new Date(askedAt.getTime() + defaultExpirySeconds * 1000)

/** The counters of the ledger that a request has: what is due, and what of it was given back. */
export function pastAccounts(payment: PastPayment, refunded: boolean): NewAccount[] {
  const { requestId, amount } = payment
  const due = dueAccount({ id: requestId, amount, expiresAt: expiryOf(payment) })
  return refunded ? [due, refundableAccount(requestId, amount)] : [due]
}

export async function recordPast(
  tx: Tx,
  means: { ids: Ids },
  payments: readonly { payment: PastPayment; paid: Posted; refund?: Posted | undefined }[],
): Promise<void> {
  const configs = new Map<string, ConfigForRequest>()
  for (const id of new Set(payments.map(({ payment }) => payment.configId))) configs.set(id, (await selectConfigForRequest(tx, id))!)
  const codes = new Set<string>()
  while (codes.size < payments.length) codes.add(newShortCode())
  const shortCodes = [...codes]
  const written = payments.map(({ payment, paid, refund }, i) => {
    const { requestId, amount, asset, payer } = payment
    const config = configs.get(payment.configId)!
    const leg: Leg = {
      payment: activityId(means.ids),
      assetType: asset.type,
      amount: amount.toString(),
      refunded: refund ? amount.toString() : '0',
      description: asset.description,
      assetId: asset.id,
      payerAccountId: payer.accountId,
      posting: paid.posting.toString(),
    }
    const row: PastRow = {
      id: requestId,
      version: refund ? 3 : 2,
      amount: amount.toString(),
      refunded: leg.refunded,
      createdAt: payment.askedAt,
      expiresAt: expiryOf(payment),
      updatedAt: (refund ?? paid).at,
      shortCode: shortCodes[i]!,
      configId: payment.configId,
      createdBy: payment.createdBy,
      terms: {
        paymentOptions: z.encode(z.array(paymentOption), optionsFor(config, { amount: cents(amount), lineItems: [], preAuth: false }, [])),
        partialAllowed: false,
        expirySeconds: defaultExpirySeconds,
        ...(config.gstNumber !== null && { gstNumber: config.gstNumber }),
      },
      legs: [leg],
    }
    return { row, activities: activitiesOf(means.ids, payment, config.merchantId, leg, paid, refund) }
  })
  const some = 2000
  for (let i = 0; i < written.length; i += some) {
    const part = written.slice(i, i + some)
    await insertPast(
      tx,
      part.map(({ row }) => row),
      part.flatMap(({ activities }) => activities),
    )
  }
}

function activitiesOf(ids: Ids, payment: PastPayment, merchantId: string, leg: Leg, paid: Posted, refund: Posted | undefined): ActivityRow[] {
  const { amount } = payment
  const common = { paymentRequestId: payment.requestId, amount, merchantId, idempotencyKey: null, asked: null }
  const caller = `crn::user:${payment.payer.personId}`
  const detail = { assetType: leg.assetType, paidBy: { assetTotals: [wireTotal(leg, true)] } }
  const made: ActivityRow[] = [
    { ...common, number: 1, id: activityId(ids), type: 'request', createdAt: payment.askedAt, createdBy: payment.createdBy, posting: null, detail: {} },
    { ...common, number: 2, id: leg.payment, type: 'payment', createdAt: paid.at, createdBy: caller, posting: paid.posting, detail },
  ]
  if (refund) {
    const back = { externalRef: `refund-${payment.requestId}`, strategy: strategyOf([{ leg, amount }]) }
    made.push({
      ...common,
      number: 3,
      id: activityId(ids),
      type: 'refund',
      createdAt: refund.at,
      createdBy: payment.createdBy,
      posting: refund.posting,
      detail: back,
    })
  }
  return made
}
