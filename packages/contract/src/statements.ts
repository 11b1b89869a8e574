import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { file, id } from './wire.ts'

export const statementFormats = { csv: 'text/csv; charset=utf-8', ofx: 'application/x-ofx', pdf: 'application/pdf' } as const
export type StatementFormat = keyof typeof statementFormats

/** A day of the calendar in Auckland. */
const day = z.iso.date()

export const getStatement = endpoint({
  method: 'GET',
  path: '/api/wallets/:walletId/statement',
  access: 'person',
  summary: "A wallet's movements with the running balance, as a file: CSV for spreadsheets, OFX for accounting, PDF to read and keep",
  params: z.object({ walletId: id }),
  query: z
    .strictObject({
      format: z.enum(['csv', 'ofx', 'pdf']),
      /** First day; without it the wallet's first. */
      from: z.optional(day),
      /** Last day; without it today. */
      to: z.optional(day),
    })
    .check(z.refine(({ from, to }) => !from || !to || from <= to, { path: ['to'], message: 'is before from' })),
  answer: file,
  files: Object.values(statementFormats),
  /** STATEMENT_TOO_LONG: more lines than the format carries; ask for a shorter period, or for CSV. */
  refusals: { FORBIDDEN: 403, STATEMENT_TOO_LONG: 403 },
  perMinute: 30,
})
