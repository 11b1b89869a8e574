import * as z from 'zod/mini'
import { file, money, timestamp } from '../wire.ts'
import { deskEndpoint } from './endpoint.ts'

const reading = {
  access: 'operator',
  roles: ['finance', 'finance-lead', 'compliance', 'auditor'],
  query: z.strictObject({ month: z.string().check(z.regex(/^20\d{2}-(0[1-9]|1[0-2])$/, 'is not a month')) }),
} as const

/** What a merchant's payments of one way of paying were charged in a month, less what refunds gave back. */
export const feesRow = z.object({
  /** Absent: no payment explains it, such as an adjustment. */
  merchantId: z.optional(z.string()),
  merchantName: z.optional(z.string()),
  /** A way of paying; `several` for what a refund of a payment made in several ways gave back; `other` without a payment. */
  method: z.string(),
  payments: z.int(),
  fees: money,
  gst: money,
})
export type FeesRow = z.output<typeof feesRow>

const sum = z.object({ fees: money, gst: money })

export const feesReport = z.object({
  month: z.string(),
  /** The month is still under way. */
  isOpen: z.boolean(),
  rows: z.array(feesRow),
  total: sum,
  /** By how much the balances of the fees and GST accounts changed in the month: the same to the cent. */
  books: sum,
  now: timestamp,
})
export type FeesReport = z.output<typeof feesReport>

export const getFeesReport = deskEndpoint({
  ...reading,
  method: 'GET',
  path: '/api/desk/reports/fees',
  summary: 'Fees and GST of a month (Auckland), by merchant and way of paying',
  audit: 'looked',
  answer: feesReport,
  refusals: {},
})

export const exportFeesReport = deskEndpoint({
  ...reading,
  method: 'GET',
  path: '/api/desk/reports/fees/export',
  summary: 'The same as CSV',
  audit: 'looked',
  answer: file,
  files: ['text/csv'],
  refusals: {},
})
