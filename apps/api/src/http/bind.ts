import { type AnswerOf, type BodyOf, type Endpoint, type FileAnswer, commonRefusals, type ParamsOf, type QueryOf, type RefusalOf } from '@nikau/contract'
import type { KeyRole } from '@nikau/contract/api-keys'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { sendRefusal, BadRequest } from './errors.ts'
import type { RateLimiter } from './rate-limit.ts'
import { Refusal } from './refusal.ts'

/** A signed-in person. */
export interface Person {
  personId: string
}

/** A merchant's machine, identified by its API key. */
export interface MerchantKey {
  accountId: string
  accountName: string
  keyName: string
  role: KeyRole
  /** Belongs to a test account, so it cannot move live money. */
  test: boolean
}

/** The holder of a payment token, which reads and pays one payment request and nothing else. */
export interface PaymentTokenBearer {
  /** The external payment method that issued the token. */
  method: string
  sessionId: string
  paymentRequestId: string
}

interface Actors {
  public: undefined
  person: Person
  'merchant-key': MerchantKey
  'person-or-key': Person | MerchantKey
}

/** Identifies the caller; `undefined` if the credentials are missing or invalid. */
export interface Authenticate {
  person(request: FastifyRequest): Promise<Person | undefined>
  'merchant-key'(request: FastifyRequest): Promise<MerchantKey | undefined>
  'payment-token'(request: FastifyRequest): Promise<PaymentTokenBearer | undefined>
}

/** The dependencies of every route. */
export interface Server {
  fastify: FastifyInstance
  authenticate: Authenticate
  limiter: RateLimiter
}

export type Actor = Person | MerchantKey

/** The actor's resource name, as stored in `created_by`: `crn::user:…`, `crn:<account>:api-key:<name>`. */
export function crnOf(actor: Actor): string {
  return 'personId' in actor ? `crn::user:${actor.personId}` : `crn:${actor.accountId}:api-key:${actor.keyName}`
}

/** A response that is already encoded, with its ETag. A caller that sends the same tag gets 304. */
export class CachedResponse {
  readonly json: string
  readonly tag: string
  constructor(json: string, tag: string) {
    this.json = json
    this.tag = tag
  }
}

export interface Call<E extends Endpoint> {
  params: ParamsOf<E>
  query: QueryOf<E>
  body: BodyOf<E>
  actor: Actors[E['access']] | (E extends { bearer: 'payment-token' } ? PaymentTokenBearer : never)
}

const defaultPerMinute = 200

/**
 * Binds one endpoint of the contract to its use case. Order: authenticate, rate-limit, decode the input, run the use case, encode
 * the response by the contract. A use case can refuse only with codes of its endpoint.
 */
export function bind<E extends Endpoint>(
  server: Server,
  endpoint: E,
  handle: (call: Call<E>) => Promise<AnswerOf<E> | CachedResponse | Refusal<RefusalOf<E>>>,
): void {
  const statuses: Readonly<Record<string, number>> = endpoint.refusals
  server.fastify.route({
    method: endpoint.method,
    url: endpoint.path,
    handler: async (request, reply) => {
      const actor = await authenticateCaller(server.authenticate, endpoint, request)
      if (endpoint.access !== 'public' && !actor) return sendRefusal(reply, commonRefusals.UNAUTHORIZED, 'Missing authentication')
      const wait = await server.limiter.consume(`${endpoint.method} ${endpoint.path} ${rateLimitKeyOf(actor, request)}`, endpoint.perMinute ?? defaultPerMinute)
      if (wait > 0) {
        void reply.header('retry-after', wait)
        return sendRefusal(reply, commonRefusals.RATE_LIMIT_EXCEEDED, 'RATE_LIMIT_EXCEEDED')
      }
      const call = {
        params: decode(endpoint.params, request.params),
        query: decode(endpoint.query, request.query),
        body: decode(endpoint.body, request.body),
        actor,
      } as Call<E>
      const answer = await handle(call)
      if (answer instanceof Refusal) return sendRefusal(reply, statuses[answer.code]!, answer.code, answer.detail)
      if (answer instanceof CachedResponse) {
        void reply.header('etag', answer.tag).header('cache-control', 'no-cache')
        if (request.headers['if-none-match'] === answer.tag) return reply.code(304).send()
        return reply.type('application/json; charset=utf-8').send(answer.json)
      }
      if (endpoint.files) return sendFile(reply, answer as FileAnswer)
      return reply.send(z.encode(endpoint.answer, answer))
    },
  })
}

/** Sent as a download: browsers do not render it on our origin, and proxies do not cache it. */
function sendFile(reply: FastifyReply, { name, type, content }: FileAnswer): FastifyReply {
  return reply.header('content-type', type).header('content-disposition', `attachment; filename="${name}"`).header('cache-control', 'no-store').send(content)
}

type Caller = Person | MerchantKey | PaymentTokenBearer

function authenticateCaller(authenticate: Authenticate, endpoint: Endpoint, request: FastifyRequest): Promise<Caller | undefined> | undefined {
  if (endpoint.access === 'public') return undefined
  return endpoint.access === 'person-or-key' ? authenticateEither(authenticate, endpoint, request) : authenticate[endpoint.access](request)
}

async function authenticateEither(authenticate: Authenticate, endpoint: Endpoint, request: FastifyRequest): Promise<Caller | undefined> {
  const bearer = endpoint.bearer && (await authenticate[endpoint.bearer](request))
  return bearer ?? (await authenticate['merchant-key'](request)) ?? (await authenticate.person(request))
}

/** Limits count per credential; anonymous callers are limited per IP address. */
function rateLimitKeyOf(actor: Caller | undefined, request: FastifyRequest): string {
  if (!actor) return request.ip
  if ('sessionId' in actor) return actor.sessionId
  return 'personId' in actor ? actor.personId : actor.accountId
}

function decode(schema: z.ZodMiniType | undefined, value: unknown): unknown {
  if (!schema) return undefined
  const result = z.safeDecode(schema, value)
  if (result.success) return result.data
  throw new BadRequest(result.error.issues[0]!)
}
