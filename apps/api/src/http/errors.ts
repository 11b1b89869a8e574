import { STATUS_CODES } from 'node:http'
import { commonRefusals } from '@nikau/contract'
import { isRetryable, type Log } from '@nikau/runtime'
import type { FastifyInstance, FastifyReply } from 'fastify'

/** The request does not match the contract; the message names the first mismatch. */
export class BadRequest extends Error {
  constructor(issue: { path: PropertyKey[]; message: string; code?: string | undefined }) {
    const name = issue.path.join('.')
    super(name ? `${name}: ${issue.message}` : issue.message)
  }
}

/** The call is valid and can be retried with the same idempotency key. */
export class Unavailable extends Error {}

/** Every error response has one shape: `{statusCode, error, message, reason?}`, with the code in `message`. */
export function sendRefusal(reply: FastifyReply, status: number, message: string, detail: Readonly<Record<string, unknown>> = {}): FastifyReply {
  reply.request.refusal = message
  reply.request.refusalDetail = detail
  return reply.code(status).send({ ...detail, statusCode: status, error: STATUS_CODES[status] ?? 'Error', message })
}

/** PostgreSQL's codes for text it cannot store: a NUL or an unpaired surrogate. */
const unstorable: ReadonlySet<string> = new Set(['22021', '22P05'])

/** Turns unexpected errors into responses: the detail goes to the log only. */
export function handleErrors(fastify: FastifyInstance, log: Log): void {
  fastify.setNotFoundHandler((_request, reply) => sendRefusal(reply, commonRefusals.NOT_FOUND, 'NOT_FOUND'))
  fastify.setErrorHandler((error: Error & { statusCode?: number }, request, reply) => {
    if (error instanceof BadRequest) return sendRefusal(reply, commonRefusals.BAD_REQUEST, error.message)
    if (unstorable.has((error as { code?: string }).code ?? '')) return sendRefusal(reply, commonRefusals.BAD_REQUEST, 'character not allowed')
    if (error.statusCode !== undefined && error.statusCode < 500) return sendRefusal(reply, error.statusCode, error.message)
    if (error instanceof Unavailable || isRetryable(error)) {
      log.warn({ err: error, method: request.method, route: request.routeOptions.url }, 'request failed; the client can retry')
      void reply.header('retry-after', 1)
      return sendRefusal(reply, commonRefusals.UNAVAILABLE, 'UNAVAILABLE')
    }
    log.error({ err: error, method: request.method, route: request.routeOptions.url }, 'request failed')
    return sendRefusal(reply, commonRefusals.INTERNAL, 'INTERNAL')
  })
}
