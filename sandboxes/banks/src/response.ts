import type { FastifyReply } from 'fastify'
import { randomUUID } from 'node:crypto'
import type { FaultKind, Settings } from './fault-injection.ts'

export type ErrorCode =
  | 'Field.Expected'
  | 'Field.Invalid'
  | 'Field.Missing'
  | 'Field.Unexpected'
  | 'Header.Invalid'
  | 'Header.Missing'
  | 'Reauthenticate'
  | 'Resource.Consent.DebtorAccount'
  | 'Resource.Consent.InvalidStatus'
  | 'Resource.Consent.Mismatch'
  | 'Resource.Invalid'
  | 'UnexpectedError'
  | 'Unsupported.AccountIdentifier'
  | 'Unsupported.Currency'

export type Detail = { ErrorCode: ErrorCode; Message: string; Path?: string }
/** A body with a type is text and sent as it is; anything else is JSON. */
export type ApiResponse = { status: number; body: unknown; type?: string }

const reasonPhrases: Record<number, string> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  415: 'Unsupported Media Type',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
}

/** An error body in the shape of the standard. */
export const errorResponse = (status: number, ...errors: [Detail, ...Detail[]]): ApiResponse => ({
  status,
  body: { Code: `${status} ${reasonPhrases[status] ?? 'Error'}`, Id: randomUUID(), Message: errors[0].Message, Errors: errors },
})

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** Runs the action under the injected faults. What it did stays done, even when the response is lost. */
export const respondWith = async (
  reply: FastifyReply,
  faults: FaultKind[],
  settings: Settings,
  act: () => ApiResponse | Promise<ApiResponse>,
): Promise<FastifyReply> => {
  if (faults.includes('down'))
    return send(reply.header('retry-after', '5'), errorResponse(503, { ErrorCode: 'UnexpectedError', Message: 'The bank is not available.' }))
  if (faults.includes('error')) return send(reply, errorResponse(500, { ErrorCode: 'UnexpectedError', Message: 'Something went wrong inside the bank.' }))
  const response = await act()
  if (faults.includes('slow')) await wait(settings.slowMs)
  if (faults.includes('lose')) {
    reply.hijack()
    reply.raw.destroy()
    return reply
  }
  if (faults.includes('garble')) return reply.code(502).type('text/html').send('<html><body><h1>502 Bad Gateway</h1></body></html>')
  return send(reply, response)
}

const send = (reply: FastifyReply, { status, body, type }: ApiResponse): FastifyReply =>
  reply
    .code(status)
    .type(type ?? 'application/json; charset=utf-8')
    .send(type === undefined ? JSON.stringify(body) : body)
