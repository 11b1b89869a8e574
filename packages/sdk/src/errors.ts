import type { Operation, Operations } from './operations.ts'

/** Every code that a call of this client can be refused with. */
export type RefusalCode = Operations[Operation]['code']

interface Failure {
  /** What to quote to support. Absent when there was no answer. */
  readonly requestId?: string
  readonly operation: Operation
}

/** Nikau answered that it does not do this. Nothing has changed. */
export interface Refused<Code extends string = RefusalCode> extends Failure {
  readonly kind: 'refused'
  readonly code: Code
  readonly status: number
  /** For developers: which field of a BAD_REQUEST is wrong, and what else the answer says, such as `limit` and `left`. */
  readonly detail: Readonly<Record<string, unknown>>
}

/** Nikau could not answer now. Whether the call took effect is not known. */
export interface Unavailable extends Failure {
  readonly kind: 'unavailable'
  readonly code: 'UNAVAILABLE' | 'INTERNAL'
  readonly status: number
}

/** No answer came in time. Whether the call took effect is not known. */
export interface Unanswered extends Failure {
  readonly kind: 'unanswered'
  readonly code: 'NO_ANSWER'
  readonly status: 0
}

/** What calls throw. `kind` tells which it is. */
export type NikauError = Error & (Refused | Unavailable | Unanswered)

const brand = Symbol.for('@nikau/sdk error')

export function isNikauError(error: unknown): error is NikauError {
  return error instanceof Error && brand in error
}

/** Whether a call was refused. With its operation, the codes are those that the operation has. */
export function isRefusal<O extends Operation = Operation>(error: unknown, operation?: O): error is Error & Refused<Operations[O]['code']> {
  return isNikauError(error) && error.kind === 'refused' && (operation === undefined || error.operation === operation)
}

/** The message names the operation, the code and the request, and never the key or what was sent. */
export function nikauError(facts: Refused | Unavailable | Unanswered, cause?: unknown): NikauError {
  const id = facts.requestId === undefined ? '' : ` (request ${facts.requestId})`
  const error = new Error(`${facts.operation}: ${facts.code}${id}`, cause === undefined ? undefined : { cause })
  return Object.assign(error, { name: 'NikauError', [brand]: true }, facts)
}

interface Answer {
  status: number
  requestId: string | undefined
  body: unknown
}

const codePattern = /^[A-Z][A-Z\d]*(?:_[A-Z\d]+)*$/
const codeOfStatus: Readonly<Record<number, RefusalCode>> = { 400: 'BAD_REQUEST', 401: 'UNAUTHORIZED', 429: 'RATE_LIMIT_EXCEEDED' }

/** `message` is the code of a refusal, or says what is wrong with a malformed request. */
export function errorOf(operation: Operation, { status, requestId, body }: Answer): NikauError {
  const facts = { operation, ...(requestId !== undefined && { requestId }) }
  if (status >= 500) return nikauError({ ...facts, kind: 'unavailable', code: status === 503 ? 'UNAVAILABLE' : 'INTERNAL', status })
  const { statusCode: _, error: __, ...detail } = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>
  const { message } = detail
  const code = typeof message === 'string' && codePattern.test(message) ? (message as RefusalCode) : (codeOfStatus[status] ?? 'BAD_REQUEST')
  return nikauError({ ...facts, kind: 'refused', code, status, detail })
}
