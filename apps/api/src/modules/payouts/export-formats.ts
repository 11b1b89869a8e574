import { payout as payoutSchema, payoutLine } from '@nikau/contract/payouts'
import { activityLabels } from '@nikau/contract/wallet-activity'
import { type Cents, cents, decimal, zero } from '@nikau/money'
import { calendarDate, timeOfDay } from '@nikau/nz/nz-time'
import * as z from 'zod/mini'
import { escapeFormula, toCsvFile } from '../../http/csv.ts'
import type { PayoutFile } from './export-model.ts'

const kindTexts = {
  'carried-in': 'Carried in',
  payment: 'Payment',
  refund: 'Refund',
  'own-token': 'Own token',
  adjustment: 'Adjustment',
  'carried-out': 'Carried out',
} as const
const columns = ['Date', 'Time', 'Type', 'Short code', 'Reference', 'Payment request', 'Amount', 'Fee', 'GST on fee', 'Net', 'Own tokens', 'Items']

export function toCsv({ lines }: PayoutFile): string {
  const rows = lines.map(
    ({ kind, at, shortCode = '', externalRef = '', adjustment, paymentRequestId = '', items = '', amount, ownTokens = zero, fee, gst, net }) => [
      at ? calendarDate(at) : '',
      at ? timeOfDay(at) : '',
      kindTexts[kind],
      shortCode,
      adjustment ? activityLabels[adjustment].label : escapeFormula(externalRef),
      paymentRequestId,
      ...[amount, fee, gst, net, ownTokens].map(decimal),
      escapeFormula(items),
    ],
  )
  return toCsvFile([columns, ...rows])
}

export function toJson({ payout, lines }: PayoutFile): string {
  return JSON.stringify({ payout: z.encode(payoutSchema, payout), lines: lines.map((line) => z.encode(payoutLine, line)) })
}

/**
 * A bank statement of a clearing account in Xero: what was sold, refunded and charged, and the line for the bank, under the reference that
 * is on the bank's statement. The lines add up to nothing, so that both accounts reconcile without a rest.
 */
export function toXero({ payout }: PayoutFile): string {
  const { day, payments, refunds, ownTokens, fees, gst, adjustments, carriedIn, carriedOut, net, bank } = payout
  // As Xero's template has it for New Zealand: DD/MM/YYYY.
  const date = day.split('-').toReversed().join('/')
  const sums: [description: string, amount: Cents][] = [
    ['Carried in', carriedIn],
    ['Sales', payments],
    ['Refunds', cents(-refunds)],
    ['Own tokens', cents(-ownTokens)],
    ['Fees', cents(-fees)],
    ['GST on fees', cents(-gst)],
    ['Adjustments', adjustments],
    ['Carried out', cents(-carriedOut)],
    ['Payout to bank', cents(-net)],
  ]
  const rows = sums.filter(([, amount]) => amount !== 0n).map(([description, amount]) => [date, decimal(amount), 'Nikau', description, bank?.reference ?? ''])
  return toCsvFile([['Date', 'Amount', 'Payee', 'Description', 'Reference'], ...rows])
}
