import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { file, id } from './wire.ts'

export const statementFormats = { csv: 'text/csv; charset=utf-8', ofx: 'application/x-ofx', pdf: 'application/pdf' } as const
export type StatementFormat = keyof typeof statementFormats

/** A calendar date in Pacific/Auckland. */
const day = z.iso.date()

export const getStatement = endpoint({
  method: 'GET',
  path: '/api/wallets/:walletId/statement',
  access: 'person',
  summary: 'Export the transactions of a wallet with a running balance as CSV, OFX or PDF',
  params: z.object({ walletId: id }),
  query: z
    .strictObject({
      format: z.enum(['csv', 'ofx', 'pdf']),
      /** First day; defaults to the wallet's first. */
      from: z.optional(day),
      /** Last day; defaults to today. */
      to: z.optional(day),
    })
    .check(z.refine(({ from, to }) => !from || !to || from <= to, { path: ['to'], message: 'must not be before from' })),
  answer: file,
  files: Object.values(statementFormats),
  /** STATEMENT_TOO_LONG: more lines than the format allows; request a shorter period or CSV. Three PDFs a minute are made for a person. */
  refusals: { FORBIDDEN: 403, STATEMENT_TOO_LONG: 403, RATE_LIMIT_EXCEEDED: 429 },
  perMinute: 30,
})
