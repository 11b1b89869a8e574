import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createHash, timingSafeEqual } from 'node:crypto'
import { readAccountNumber } from '../account-number.ts'
import { respondWith, type ApiResponse } from '../response.ts'
import type { BankId } from '../banks.ts'
import { aucklandDay } from '../calendar.ts'
import type { FaultKind, FaultPoint } from '../fault-injection.ts'
import { catchUp, type BanksDeps } from '../deps.ts'
import type { Batches } from './batches.ts'
import { showResults } from './result-faults.ts'
import type { StatementFaults } from './statement-faults.ts'
import { batchJson, resultJson, resultsFile, statementFile, statementJson, type Statement } from './write-results.ts'

/** Upload files, their results and the statement of an account at one bank, behind a bearer secret. */
export const fileRoutes = (app: FastifyInstance, deps: BanksDeps, batches: Batches, statementFaults: StatementFaults, bank: BankId): void => {
  const { ledger, config, faultInjection, clock } = deps

  const call = async (request: FastifyRequest, reply: FastifyReply, point: FaultPoint, act: (faults: FaultKind[]) => ApiResponse): Promise<FastifyReply> => {
    catchUp(deps)
    const faults = faultInjection.take(bank, point)
    const secret = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? ''
    return respondWith(reply, faults, faultInjection.settings(), () =>
      isSameSecret(secret, config.filesSecret) ? act(faults) : { status: 401, body: { error: 'UNAUTHORISED' } },
    )
  }

  const wantsCsv = (request: FastifyRequest<{ Querystring: { format?: string } }>): boolean =>
    request.query.format === 'csv' || (request.query.format === undefined && (request.headers.accept ?? '').includes('text/csv'))

  app.post<{ Body: Buffer }>(`/${bank}/files`, (request, reply) =>
    call(request, reply, 'files', (faults) => {
      if (faults.includes('reject-file')) return { status: 422, body: { status: 'rejected', reasons: [rejection] } }
      if (faults.includes('other-file')) return { status: 409, body: { error: 'DUPLICATE_FILE_REFERENCE' } }
      if (!Buffer.isBuffer(request.body)) return { status: 415, body: { error: 'SEND_TEXT', message: 'Send the file as text/plain.' } }
      const received = batches.receive(bank, request.body)
      if (received.outcome === 'rejected') return { status: 422, body: { status: 'rejected', reasons: received.reasons } }
      if (received.outcome === 'conflict') return { status: 409, body: { error: 'DUPLICATE_FILE_REFERENCE', ...batchJson(received.batch) } }
      return { status: received.duplicate ? 200 : 202, body: { ...batchJson(received.batch), duplicate: received.duplicate } }
    }),
  )

  app.get<{ Querystring: { reference?: string } }>(`/${bank}/files`, (request, reply) =>
    call(request, reply, 'files', () => {
      const { reference } = request.query
      return {
        status: 200,
        body: {
          files: batches
            .all(bank)
            .filter((batch) => reference === undefined || batch.reference === reference)
            .map(batchJson),
        },
      }
    }),
  )

  app.get<{ Params: { id: string } }>(`/${bank}/files/:id`, (request, reply) =>
    call(request, reply, 'files', () => {
      const batch = batches.batch(bank, request.params.id)
      return batch ? { status: 200, body: batchJson(batch) } : { status: 404, body: { error: 'NO_SUCH_FILE' } }
    }),
  )

  app.get<{ Params: { id: string }; Querystring: { format?: string } }>(`/${bank}/files/:id/results`, (request, reply) =>
    call(request, reply, 'results', (faults) => {
      const batch = batches.batch(bank, request.params.id)
      if (!batch) return { status: 404, body: { error: 'NO_SUCH_FILE' } }
      const results = showResults(batches.resultsOf(batch.id), faults)
      return csvOrJson(wantsCsv(request), { ...batchJson(batch), results: results.map(resultJson) }, () => resultsFile(batch, results))
    }),
  )

  app.get<{ Querystring: { account?: string; after?: string } }>(`/${bank}/results`, (request, reply) =>
    call(request, reply, 'results', (faults) => {
      const account = request.query.account === undefined ? undefined : readAccountNumber(request.query.account)
      const results = showResults(batches.resultsAfter(bank, account, Number(request.query.after ?? 0)), faults)
      return { status: 200, body: { results: results.map(resultJson) } }
    }),
  )

  type StatementRequest = { Params: { number: string }; Querystring: { from?: string; to?: string; format?: string } }
  app.get<StatementRequest>(`/${bank}/accounts/:number/statement`, (request, reply) =>
    call(request, reply, 'statement', () => {
      const number = readAccountNumber(request.params.number)
      const account = number === undefined ? undefined : ledger.account(number)
      if (!account || account.bank !== bank) return { status: 404, body: { error: 'NO_SUCH_ACCOUNT' } }
      const today = aucklandDay(clock.ms())
      const { from = today, to = today } = request.query
      if (!isDay(from) || !isDay(to) || from > to) return { status: 400, body: { error: 'DAYS', message: 'from and to are YYYY-MM-DD, from not after to.' } }
      const entries = ledger.entries(account.number)
      const upTo = (day: (entryDay: string) => boolean): number =>
        account.opening + entries.reduce((total, entry) => total + (day(entry.day) ? entry.amount : 0), 0)
      const statement: Statement = {
        account: account.number,
        from,
        to,
        opening: upTo((day) => day < from),
        closing: upTo((day) => day <= to),
        lines: statementFaults.show(entries.filter(({ day }) => day >= from && day <= to)),
      }
      return csvOrJson(wantsCsv(request), statementJson(statement), () => statementFile(statement))
    }),
  )
}

/** As for a file whose sender is not set up. Nothing is stored. */
const rejection = { line: 1, field: 5, code: 'ACCOUNT_NOT_REGISTERED', message: 'The account may not send files.' }

const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text)

/** The same content as JSON or as the bank's own file. */
const csvOrJson = (csv: boolean, body: unknown, file: () => string): ApiResponse =>
  csv ? { status: 200, body: file(), type: 'text/csv; charset=us-ascii' } : { status: 200, body }

export const isSameSecret = (actual: string, expected: string): boolean => {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(actual), digest(expected))
}
