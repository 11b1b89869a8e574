import type { FastifyReply } from 'fastify'
import { randomUUID } from 'node:crypto'
import type { FaultKind, Settings } from './steering.ts'

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
/** A body with a type of its own is text and sent as it is; everything else is JSON. */
export type Answer = { status: number; body: unknown; type?: string }

const headlines: Record<number, string> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  415: 'Unsupported Media Type',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
}

/** An error body in the shape of the standard. */
export const refusal = (status: number, ...errors: [Detail, ...Detail[]]): Answer => ({
  status,
  body: { Code: `${status} ${headlines[status] ?? 'Error'}`, Id: randomUUID(), Message: errors[0].Message, Errors: errors },
})

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** Acts, or fails to, the way the faults say. What was done stays done, whatever becomes of the answer. */
export const answerWith = async (reply: FastifyReply, faults: FaultKind[], settings: Settings, act: () => Answer | Promise<Answer>): Promise<FastifyReply> => {
  if (faults.includes('down'))
    return send(reply.header('retry-after', '5'), refusal(503, { ErrorCode: 'UnexpectedError', Message: 'The bank is not available.' }))
  if (faults.includes('error')) return send(reply, refusal(500, { ErrorCode: 'UnexpectedError', Message: 'Something went wrong inside the bank.' }))
  const answer = await act()
  if (faults.includes('slow')) await wait(settings.slowMs)
  if (faults.includes('lose')) {
    reply.hijack()
    reply.raw.destroy()
    return reply
  }
  if (faults.includes('garble')) return reply.code(502).type('text/html').send('<html><body><h1>502 Bad Gateway</h1></body></html>')
  return send(reply, answer)
}

const send = (reply: FastifyReply, { status, body, type }: Answer): FastifyReply =>
  reply
    .code(status)
    .type(type ?? 'application/json; charset=utf-8')
    .send(type === undefined ? JSON.stringify(body) : body)
