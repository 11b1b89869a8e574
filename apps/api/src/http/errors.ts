import { STATUS_CODES } from 'node:http'
import { houseRefusals } from '@nikau/contract'
import { isRetryable, type Log } from '@nikau/runtime'
import type { FastifyInstance, FastifyReply } from 'fastify'

/** The input does not have the form that the contract asks for; the first fault is named. */
export class BadRequest extends Error {
  constructor(issue: { path: PropertyKey[]; message: string; code?: string | undefined }) {
    const name = issue.path.join('.')
    super(name ? `${name}: ${issue.message}` : issue.message)
  }
}

/** Nothing is wrong with the call; it is to be made again in a moment, with the same key. */
export class Unavailable extends Error {}

/** Every error answer has one shape: `{statusCode, error, message, reason?}`, the code in `message`. */
export function answerRefusal(reply: FastifyReply, status: number, message: string, detail: Readonly<Record<string, unknown>> = {}): FastifyReply {
  return reply.code(status).send({ ...detail, statusCode: status, error: STATUS_CODES[status] ?? 'Error', message })
}

const unstorable: ReadonlySet<string> = new Set(['22021', '22P05'])

/** The one place where what was not expected becomes an answer: no detail leaves, everything is in the log. */
export function handleErrors(fastify: FastifyInstance, log: Log): void {
  fastify.setNotFoundHandler((_request, reply) => answerRefusal(reply, houseRefusals.NOT_FOUND, 'NOT_FOUND'))
  fastify.setErrorHandler((error: Error & { statusCode?: number }, request, reply) => {
    if (error instanceof BadRequest) return answerRefusal(reply, houseRefusals.BAD_REQUEST, error.message)
    // A character that no text in the database can hold: the sign of nothing, half of a pair.
    if (unstorable.has((error as { code?: string }).code ?? '')) return answerRefusal(reply, houseRefusals.BAD_REQUEST, 'a character is not allowed')
    if (error.statusCode !== undefined && error.statusCode < 500) return answerRefusal(reply, error.statusCode, error.message)
    if (error instanceof Unavailable || isRetryable(error)) {
      log.warn({ err: error, method: request.method, route: request.routeOptions.url }, 'the call can be made again later')
      void reply.header('retry-after', 1)
      return answerRefusal(reply, houseRefusals.UNAVAILABLE, 'UNAVAILABLE')
    }
    log.error({ err: error, method: request.method, route: request.routeOptions.url }, 'a request failed')
    return answerRefusal(reply, houseRefusals.INTERNAL, 'INTERNAL')
  })
}
