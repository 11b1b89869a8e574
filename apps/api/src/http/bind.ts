import { type AnswerOf, type BodyOf, type Endpoint, type FileAnswer, houseRefusals, type ParamsOf, type QueryOf, type RefusalOf } from '@nikau/contract'
import type { KeyRole } from '@nikau/contract/api-keys'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { answerRefusal, BadRequest } from './errors.ts'
import type { RateLimiter } from './rate-limit.ts'
import { Refusal } from './refusal.ts'

/** Someone who signed in. */
export interface Person {
  personId: string
}

/** A merchant's machine, known by its key. */
export interface MerchantKey {
  accountId: string
  accountName: string
  keyName: string
  role: KeyRole
  /** Of a test account: never good for real money. */
  test: boolean
}

/** Whoever has verified a farm-supplies card, for one payment request and for nothing else. */
export interface CardBearer {
  cardSessionId: string
  paymentRequestId: string
}

interface Actors {
  public: undefined
  person: Person
  'merchant-key': MerchantKey
  'person-or-key': Person | MerchantKey
}

/** Finds out who calls; `undefined` when the credentials are missing or no good. */
export interface Authenticate {
  person(request: FastifyRequest): Promise<Person | undefined>
  'merchant-key'(request: FastifyRequest): Promise<MerchantKey | undefined>
  card(request: FastifyRequest): Promise<CardBearer | undefined>
}

/** What a module's routes are bound to. */
export interface Server {
  fastify: FastifyInstance
  authenticate: Authenticate
  limiter: RateLimiter
}

export type Actor = Person | MerchantKey

/** Who did something, as it is written down: `crn::user:…`, `crn:<account>:api-key:<name>`. */
export function nameOf(actor: Actor): string {
  return 'personId' in actor ? `crn::user:${actor.personId}` : `crn:${actor.accountId}:api-key:${actor.keyName}`
}

/** An answer that was encoded before, with the tag that tells it from others: whoever has it already is told so and gets nothing. */
export class Prepared {
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
  actor: Actors[E['access']] | (E extends { cardToken: true } ? CardBearer : never)
}

const defaultPerMinute = 200

/**
 * Binds one endpoint of the contract to its use case. Order: who calls, how often, is the input well formed, the use
 * case, the answer checked against the contract on its way out. A use case can refuse only with codes of its endpoint.
 */
export function bind<E extends Endpoint>(
  server: Server,
  endpoint: E,
  handle: (call: Call<E>) => Promise<AnswerOf<E> | Prepared | Refusal<RefusalOf<E>>>,
): void {
  const statuses: Readonly<Record<string, number>> = endpoint.refusals
  server.fastify.route({
    method: endpoint.method,
    url: endpoint.path,
    handler: async (request, reply) => {
      const actor = await whoCalls(server.authenticate, endpoint, request)
      if (endpoint.access !== 'public' && !actor) return answerRefusal(reply, houseRefusals.UNAUTHORIZED, 'Missing authentication')
      const wait = await server.limiter.take(`${endpoint.method} ${endpoint.path} ${callerOf(actor, request)}`, endpoint.perMinute ?? defaultPerMinute)
      if (wait > 0) {
        void reply.header('retry-after', wait)
        return answerRefusal(reply, houseRefusals.RATE_LIMIT_EXCEEDED, 'RATE_LIMIT_EXCEEDED')
      }
      const call = {
        params: decode(endpoint.params, request.params),
        query: decode(endpoint.query, request.query),
        body: decode(endpoint.body, request.body),
        actor,
      } as Call<E>
      const answer = await handle(call)
      if (answer instanceof Refusal) return answerRefusal(reply, statuses[answer.code]!, answer.code, answer.detail)
      if (answer instanceof Prepared) {
        void reply.header('etag', answer.tag).header('cache-control', 'no-cache')
        if (request.headers['if-none-match'] === answer.tag) return reply.code(304).send()
        return reply.type('application/json; charset=utf-8').send(answer.json)
      }
      if (endpoint.files) return sendFile(reply, answer as FileAnswer)
      return reply.send(z.encode(endpoint.answer, answer))
    },
  })
}

/** For the caller's disk: no browser shows it in our name, and nobody on the way keeps a copy. */
function sendFile(reply: FastifyReply, { name, type, content }: FileAnswer): FastifyReply {
  return reply.header('content-type', type).header('content-disposition', `attachment; filename="${name}"`).header('cache-control', 'no-store').send(content)
}

type Caller = Person | MerchantKey | CardBearer

function whoCalls(authenticate: Authenticate, endpoint: Endpoint, request: FastifyRequest): Promise<Caller | undefined> | undefined {
  if (endpoint.access === 'public') return undefined
  return endpoint.access === 'person-or-key' ? whichCalls(authenticate, endpoint, request) : authenticate[endpoint.access](request)
}

async function whichCalls(authenticate: Authenticate, { cardToken }: Endpoint, request: FastifyRequest): Promise<Caller | undefined> {
  const bearer = cardToken && (await authenticate.card(request))
  return bearer ?? (await authenticate['merchant-key'](request)) ?? (await authenticate.person(request))
}

/** Limits count against whoever owns the credentials; a stranger is known only by their address. */
function callerOf(actor: Caller | undefined, request: FastifyRequest): string {
  if (!actor) return request.ip
  if ('cardSessionId' in actor) return actor.cardSessionId
  return 'personId' in actor ? actor.personId : actor.accountId
}

function decode(schema: z.ZodMiniType | undefined, value: unknown): unknown {
  if (!schema) return undefined
  const result = z.safeDecode(schema, value)
  if (result.success) return result.data
  throw new BadRequest(result.error.issues[0]!)
}
