import { commonRefusals, type Endpoint } from './endpoint.ts'
import { errorTexts } from './error-texts.ts'
import type { Json } from './openapi-schemas.ts'

const statusTexts: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  422: 'Unprocessable Entity',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
}

export const errorSchema = {
  type: 'object',
  required: ['statusCode', 'error', 'message'],
  properties: {
    statusCode: { type: 'integer' },
    error: { type: 'string', description: 'The status in words' },
    message: { type: 'string', description: 'The code. With 400 it may be a sentence that names the field; with 401 it is `Missing authentication`' },
    reason: { type: 'string', description: 'Why, where a code has several causes' },
  },
}

/** Codes whose answer is no code, for which clients go by the status. */
const messages: Readonly<Record<string, string>> = {
  BAD_REQUEST: 'value.amount: must be above 0 and below 100000000 cents',
  UNAUTHORIZED: 'Missing authentication',
}

export const headers = {
  requestId: { description: 'The id of this call, to quote to support and to find it in the request log', schema: { type: 'string' } },
  retryAfter: { description: 'Seconds to wait before the call is repeated', schema: { type: 'integer' } },
}

/** The answers that many calls have, by the only code that they have. */
const shared: Readonly<Record<string, { name: string; status: number }>> = {
  BAD_REQUEST: { name: 'BadRequest', status: 400 },
  UNAUTHORIZED: { name: 'Unauthorized', status: 401 },
  FORBIDDEN: { name: 'Forbidden', status: 403 },
  REQUEST_NOT_FOUND: { name: 'RequestNotFound', status: 404 },
  IDEMPOTENT_OPERATION_FAILED: { name: 'IdempotencyKeyReused', status: 422 },
  RATE_LIMIT_EXCEEDED: { name: 'TooManyRequests', status: 429 },
  INTERNAL: { name: 'InternalError', status: 500 },
  UNAVAILABLE: { name: 'Unavailable', status: 503 },
}

/** Every code that a call can be refused with, and its status. */
export function codesOf(endpoint: Endpoint): Map<string, number> {
  const common: (keyof typeof commonRefusals)[] = ['BAD_REQUEST', 'RATE_LIMIT_EXCEEDED', 'INTERNAL', 'UNAVAILABLE']
  if (endpoint.access !== 'public') common.push('UNAUTHORIZED')
  if (endpoint.stepUp) common.push('SIGN_IN_AGAIN')
  if (endpoint.till === 'turn') common.push('TILL_SIGN_ON_REQUIRED')
  return new Map<string, number>([...common.map((code) => [code, commonRefusals[code]] as const), ...Object.entries(endpoint.refusals)])
}

const exampleName = (code: string, status: number) => `${status}.${code}`

function response(status: number, codes: string[]): Json {
  const causes = codes.map((code) => `- \`${code}\`: ${errorTexts[code]}`)
  return {
    description: causes.join('\n'),
    headers: {
      'X-Request-Id': { $ref: '#/components/headers/X-Request-Id' },
      ...(status === 429 || status === 503 ? { 'Retry-After': { $ref: '#/components/headers/Retry-After' } } : {}),
    },
    content: {
      'application/json': {
        schema: { $ref: '#/components/schemas/Error' },
        examples: Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${exampleName(code, status)}` }])),
      },
    },
  }
}

/** A response for each status, with its codes and what each of them means. */
export function errorResponses(endpoint: Endpoint): Json {
  const byStatus = Map.groupBy(codesOf(endpoint), ([, status]) => status)
  return Object.fromEntries(
    [...byStatus].map(([status, entries]) => {
      const codes = entries.map(([code]) => code)
      const known = codes.length === 1 ? shared[codes[0]!] : undefined
      return [status, known?.status === status ? { $ref: `#/components/responses/${known.name}` } : response(status, codes)]
    }),
  )
}

export const sharedResponses: Json = Object.fromEntries(Object.entries(shared).map(([code, { name, status }]) => [name, response(status, [code])]))

/** The answer for each code of these calls. */
export function errorExamples(endpoints: readonly Endpoint[]): Json {
  const pairs = new Map(endpoints.flatMap((endpoint) => [...codesOf(endpoint)].map(([code, status]) => [exampleName(code, status), { code, status }] as const)))
  return Object.fromEntries(
    [...pairs]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, { code, status }]) => [
        name,
        {
          summary: errorTexts[code],
          value: { statusCode: status, error: statusTexts[status], message: messages[code] ?? code },
        },
      ]),
  )
}
