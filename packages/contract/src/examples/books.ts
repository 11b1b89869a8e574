import type * as z from 'zod/mini'
import {
  exportMerchantPayments,
  getMerchantPayment,
  getMerchantPaymentTotals,
  getTakings,
  listMerchantPayments,
  type merchantPayment,
} from '../merchant-payments.ts'
import { exportPayout, getPayout, listNextPayouts, listPayoutLines, listPayouts, type payout } from '../payouts.ts'
import type { tillPayment } from '../till-payments.ts'
import { exampleOf } from './example.ts'
import { accountId, completedPaymentId, lineItems, merchantId, newRequest, paidRequest, requestId, shortCode, walletId } from './shop.ts'

const ofMerchant = { merchantId }
const payoutId = '01998a3e-5d20-7c11-9f42-2b6a7f0c4e11'

export const soldPayment: z.input<typeof merchantPayment> = {
  id: requestId,
  shortCode,
  status: 'part-refunded',
  createdAt: newRequest.createdAt,
  paidAt: paidRequest.paidAt,
  amount: '1600',
  received: '1600',
  refunded: '450',
  items: ['Flat white', 'Kūmara sourdough'],
  itemCount: 2,
  place: { kind: 'online' },
  methods: ['wallet'],
  externalRef: 'order-1001',
}

/** As a till shows it. */
export const soldReceipt: z.input<typeof tillPayment> = {
  ...soldPayment,
  merchantAccountId: accountId,
  liveness: 'test',
  expiresAt: newRequest.expiresAt,
  remaining: '0',
  lineItems: lineItems.map((item) => ({ ...item, gst: item.price === '1000' ? '130' : '78' })),
  gstNumber: '136410132',
  legs: [{ id: completedPaymentId, method: 'wallet', amount: '1600', refunded: '450', paidAt: '2026-11-18T20:14:41.882Z' }],
}

/** 0.75 % of $16.00, of which the refund gives its share back, and GST on it. */
const sums = { taken: '1600', givenBack: '450', ownTokens: '0', takenAtTill: '0', fees: '9', gstOnFees: '1', toBank: '1140' }

const hour = (at: string, amount: string, count: number) => ({ at, amount, count })

const paidPayout: z.input<typeof payout> = {
  id: payoutId,
  walletId,
  day: '2026-11-20',
  firstDay: '2026-11-19',
  lastDay: '2026-11-19',
  status: 'paid',
  payments: '1600',
  refunds: '450',
  ownTokens: '0',
  fees: '9',
  gst: '1',
  adjustments: '0',
  carriedIn: '0',
  carriedOut: '0',
  net: '1140',
  bank: { name: 'The Corner Loaf Ltd', number: '12-3456-•••••12-00', particulars: 'NIKAU', code: '20 NOV', reference: 'NK11400' },
  sentAt: '2026-11-19T20:00:04.310Z',
  paidAt: '2026-11-20T03:15:00.000Z',
}

export const bookExamples = [
  exampleOf(listMerchantPayments, { params: ofMerchant, query: { from: '2026-11-19', status: ['paid', 'part-refunded'] }, answer: { items: [soldPayment] } }),
  exampleOf(getMerchantPaymentTotals, {
    params: ofMerchant,
    query: { from: '2026-11-19', to: '2026-11-19' },
    answer: { ...sums, count: 1, paidCount: 1, gstInSales: '150' },
  }),
  exampleOf(exportMerchantPayments, {
    params: ofMerchant,
    query: { from: '2026-11-19', to: '2026-11-19' },
  }),
  exampleOf(getMerchantPayment, {
    params: { merchantId, paymentRequestId: requestId },
    answer: {
      ...soldReceipt,
      whatYouGet: sums,
      payout: { day: '2026-11-20', id: payoutId, status: 'paid' },
    },
  }),
  exampleOf(getTakings, {
    params: ofMerchant,
    query: { day: '2026-11-19' },
    answer: {
      day: {
        day: '2026-11-19',
        amount: '3850',
        count: 3,
        givenBack: '450',
        soFar: { amount: '3850', count: 3 },
        hours: [hour('2026-11-18T19:00:00.000Z', '2250', 2), hour('2026-11-18T20:00:00.000Z', '1600', 1)],
      },
      compareWith: {
        day: '2026-11-12',
        amount: '900',
        count: 1,
        givenBack: '0',
        soFar: { amount: '900', count: 1 },
        hours: [hour('2026-11-11T20:00:00.000Z', '900', 1)],
      },
    },
  }),
  exampleOf(listPayouts, { params: { accountId }, answer: { items: [paidPayout] } }),
  exampleOf(listNextPayouts, {
    params: { accountId },
    answer: [
      {
        walletId,
        day: '2026-11-23',
        soFar: '893',
        onHold: false,
        payments: '900',
        refunds: '0',
        ownTokens: '0',
        fees: '6',
        gst: '1',
        adjustments: '0',
        carriedIn: '0',
      },
    ],
  }),
  exampleOf(getPayout, { params: { id: payoutId }, answer: paidPayout }),
  exampleOf(listPayoutLines, {
    params: { id: payoutId },
    answer: {
      items: [
        {
          kind: 'payment',
          at: '2026-11-18T20:14:41.882Z',
          paymentRequestId: requestId,
          shortCode,
          externalRef: 'order-1001',
          items: 'Flat white, Kūmara sourdough',
          paidWith: [{ method: 'wallet', description: 'Nikau NZD' }],
          amount: '1600',
          fee: '12',
          gst: '2',
          net: '1586',
        },
        {
          kind: 'refund',
          at: '2026-11-19T01:02:11.004Z',
          paymentRequestId: requestId,
          shortCode,
          externalRef: 'order-1001',
          amount: '-450',
          fee: '-3',
          gst: '-1',
          net: '-446',
        },
      ],
    },
  }),
  exampleOf(exportPayout, { params: { id: payoutId }, query: { format: 'csv' } }),
]
