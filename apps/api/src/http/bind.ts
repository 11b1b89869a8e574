import { type AnswerOf, type BodyOf, type Endpoint, type FileAnswer, commonRefusals, type ParamsOf, type QueryOf, type RefusalOf } from '@nikau/contract'
import { endpoints } from '@nikau/contract/endpoints'
import { endpointPermissions } from '@nikau/contract/roles'
import { type Clock, type Log, sourceOf } from '@nikau/runtime'
import { deviceOf } from '@nikau/security-events'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { keyAllows } from './api-keys.ts'
import { type CallCookies, cookiesOf } from './cookies.ts'
import { sendRefusal, BadRequest } from './errors.ts'
import { EventStream, type EventStreams } from './event-stream.ts'
import type { KeyTill, KeyUses, MerchantKey } from './merchant-key.ts'
import type { RateLimiter } from './rate-limit.ts'
import { Refusal } from './refusal.ts'
import type { StepUpCheck } from './step-up.ts'

export type { KeyTill, MerchantKey } from './merchant-key.ts'

/** A signed-in person. */
export interface Person {
  personId: string
  /** The session of their access token, which records when and how they authenticated. Absent if they did not come by HTTP. */
  sessionUid?: string
}

/** Refuses the key of a till that may not call the endpoint now, else answers it with who is at the till. */
export type TillCheck = (key: MerchantKey & { till: KeyTill }, endpoint: Endpoint, turnToken: unknown) => Promise<MerchantKey | TillRefusal>
export type TillRefusal = Refusal<'FORBIDDEN' | 'TILL_SIGN_ON_REQUIRED'>

/** The holder of a payment token, which reads and pays one payment request and nothing else. */
export interface PaymentTokenBearer {
  /** The external payment method that issued the token. */
  method: string
  sessionId: string
  paymentRequestId: string
}

/** The holder of the key in the link to an asset transfer, which declines or reports that transfer and nothing else. */
export interface TransferLinkHolder {
  assetTransferId: string
}

interface Actors {
  public: undefined
  person: Person
  'merchant-key': MerchantKey
  'person-or-key': Person | MerchantKey
}

interface Bearers {
  'payment-token': PaymentTokenBearer
  'transfer-link': TransferLinkHolder
}

/** Identifies the caller; `undefined` if the credentials are missing or invalid. */
export interface Authenticate {
  person(request: FastifyRequest): Promise<Person | undefined>
  'merchant-key'(request: FastifyRequest): Promise<MerchantKey | undefined>
  'payment-token'(request: FastifyRequest): Promise<PaymentTokenBearer | undefined>
  'transfer-link'(request: FastifyRequest): Promise<TransferLinkHolder | undefined>
  /** The credentials were verified before by this process. */
  isCached(request: FastifyRequest): boolean
}

/** The dependencies of every route. */
export interface Server {
  fastify: FastifyInstance
  authenticate: Authenticate
  limiter: RateLimiter
  /** Notes the use of API keys. */
  keyUses: KeyUses
  wallClock: Clock
  stepUp: StepUpCheck
  tills: TillCheck
  streams: EventStreams
  log: Log
}

/** Where a call comes from, for security events. */
export interface Source {
  address: string
  /** Such as "Chrome on Android". */
  device: string
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
  actor: Actors[E['access']] | (E extends { bearer: keyof Bearers } ? Bearers[E['bearer']] : never)
  source: Source
  cookies: CallCookies
  /** Of a stream: the id of the last event that the caller got from an earlier connection. */
  lastEventId: string | undefined
  /** For endpoints with `stepUp: 'conditional'`: the refusal to return unless the person authenticated recently. */
  requireStepUp(): Promise<Refusal<'SIGN_IN_AGAIN'> | undefined>
}

/** Of an endpoint with `stream`: the events, each an answer. */
type StreamOf<E extends Endpoint> = E extends { stream: true } ? EventStream<AnswerOf<E>> : never

type StepUpRefusalOf<E extends Endpoint> = E extends { stepUp: 'conditional' } ? 'SIGN_IN_AGAIN' : never

const defaultPerMinute = 200

const names: ReadonlyMap<Endpoint, string> = new Map(Object.entries(endpoints).map(([name, endpoint]) => [endpoint, name]))

/**
 * Binds one endpoint of the contract to its use case. Order: limit by source before the body is read, authenticate, limit by caller,
 * decode the input, run the use case, encode the response by the contract. A use case can refuse only with codes of its endpoint.
 */
export function bind<E extends Endpoint>(
  server: Server,
  endpoint: E,
  handle: (call: Call<E>) => Promise<AnswerOf<E> | CachedResponse | StreamOf<E> | Refusal<RefusalOf<E> | StepUpRefusalOf<E>>>,
): void {
  const permission = endpointPermissions[names.get(endpoint) ?? '']
  const statuses: Readonly<Record<string, number>> = { ...endpoint.refusals, SIGN_IN_AGAIN: commonRefusals.SIGN_IN_AGAIN }
  server.fastify.route({
    method: endpoint.method,
    url: endpoint.path,
    ...(endpoint.maxBodyBytes !== undefined && { bodyLimit: endpoint.maxBodyBytes }),
    onRequest: async (request, reply) => {
      const wait = waitOfSource(server, endpoint, request)
      if (wait > 0) await refuseForNow(server, reply, wait)
    },
    handler: async (request, reply) => {
      let actor = await authenticateCaller(server.authenticate, endpoint, request)
      if (endpoint.access !== 'public' && !actor) {
        if (hasCredentials(request)) await server.limiter.countFailure(sourceOf(request.ip))
        return refuseCall(server, reply, commonRefusals.UNAUTHORIZED, 'Missing authentication')
      }
      const wait = await server.limiter.consume(`${endpoint.method} ${endpoint.path} ${rateLimitKeyOf(actor, request)}`, endpoint.perMinute ?? defaultPerMinute)
      if (wait > 0) return refuseForNow(server, reply, wait, actor)
      if (actor && 'keyName' in actor) {
        request.merchantKey = actor
        server.keyUses.used(actor, server.wallClock.now())
        if (!keyAllows(actor, permission, request.ip)) return refuseCall(server, reply, 403, 'FORBIDDEN', { actor })
      }
      if (isTill(actor)) {
        const admitted = await server.tills(actor, endpoint, request.headers['x-till-turn'])
        if (admitted instanceof Refusal) return refuseCall(server, reply, commonRefusals.TILL_SIGN_ON_REQUIRED, admitted.code, { actor })
        actor = admitted
      }
      const caller = actor
      const requireStepUp = () => requireStepUpOf(server.stepUp, caller)
      const call = {
        params: decode(endpoint.params, request.params),
        query: decode(endpoint.query, request.query),
        body: decode(endpoint.body, request.body),
        actor,
        get source() {
          return { address: request.ip, device: deviceOf(request.headers['user-agent']) }
        },
        cookies: cookiesOf(request, reply),
        lastEventId: request.headers['last-event-id'],
        requireStepUp,
      } as Call<E>
      const answer = (endpoint.stepUp === 'always' && (await requireStepUp())) || (await handle(call))
      if (answer instanceof Refusal) return refuseCall(server, reply, statuses[answer.code]!, answer.code, { actor, detail: answer.detail })
      if (answer instanceof CachedResponse) {
        void reply.header('etag', answer.tag).header('cache-control', 'no-cache')
        if (request.headers['if-none-match'] === answer.tag) return reply.code(304).send()
        return reply.type('application/json; charset=utf-8').send(answer.json)
      }
      if (answer instanceof EventStream) {
        const isLive = async () => (await authenticateCaller(server.authenticate, endpoint, request)) !== undefined
        return server.streams.send(reply, rateLimitKeyOf(actor, request), answer, { encode: (event) => z.encode(endpoint.answer, event), isLive })
      }
      if (endpoint.files) return endpoint.isImmutable ? sendImmutable(reply, answer as FileAnswer) : sendFile(reply, answer as FileAnswer)
      const encoded = z.encode(endpoint.answer, answer)
      // Fastify would send a string as plain text.
      return typeof encoded === 'string' ? reply.type('application/json; charset=utf-8').send(JSON.stringify(encoded)) : reply.send(encoded)
    },
  })
}

/** Counts every call before anything is known of the caller, and stops a source that tries out credentials. */
function waitOfSource({ limiter, authenticate }: Server, endpoint: Endpoint, request: FastifyRequest): number {
  const source = sourceOf(request.ip)
  const wait = limiter.countCall(source)
  if (wait > 0 || endpoint.access === 'public' || !hasCredentials(request)) return wait
  const waitAfterFailures = limiter.waitAfterFailures(source)
  // Others may share the address: credentials that are known to be valid still pass.
  return waitAfterFailures > 0 && !authenticate.isCached(request) ? waitAfterFailures : 0
}

function hasCredentials({ headers }: FastifyRequest): boolean {
  return headers.authorization !== undefined || headers['x-api-key'] !== undefined
}

function refuseForNow(server: Server, reply: FastifyReply, wait: number, actor?: Caller): FastifyReply {
  return refuseCall(server, reply.header('retry-after', wait), commonRefusals.RATE_LIMIT_EXCEEDED, 'RATE_LIMIT_EXCEEDED', { actor })
}

/** Refuses, and logs who was refused what: failed authentication and authorisation, limits, and business rules. */
function refuseCall(
  { log }: Server,
  reply: FastifyReply,
  status: number,
  code: string,
  about: { actor?: Caller | undefined; detail?: Readonly<Record<string, unknown>> } = {},
): FastifyReply {
  const { method, routeOptions, ip } = reply.request
  const { actor } = about
  const caller = actor && nameOf(actor)
  log.info({ method, route: routeOptions.url, status, refusal: code, caller, source: sourceOf(ip) }, 'call refused')
  return sendRefusal(reply, status, code, about.detail)
}

/** Sent as a download: browsers do not render it on our origin, and proxies do not cache it. */
function sendFile(reply: FastifyReply, { name, type, content }: FileAnswer): FastifyReply {
  return reply.header('content-type', type).header('content-disposition', `attachment; filename="${name}"`).header('cache-control', 'no-store').send(content)
}

/** Public, for pages of any origin to show. Opened by its address alone it can run nothing, whatever a browser takes it for. */
function sendImmutable(reply: FastifyReply, { name, type, content }: FileAnswer): FastifyReply {
  return reply
    .header('content-type', type)
    .header('content-disposition', `inline; filename="${name}"`)
    .header('cache-control', 'public, max-age=31536000, immutable')
    .header('cross-origin-resource-policy', 'cross-origin')
    .header('content-security-policy', "default-src 'none'; sandbox")
    .send(content)
}

async function requireStepUpOf(check: StepUpCheck, actor: Caller | undefined): Promise<Refusal<'SIGN_IN_AGAIN'> | undefined> {
  return actor && 'personId' in actor ? await check(actor) : undefined
}

type Caller = Person | MerchantKey | PaymentTokenBearer | TransferLinkHolder

function isTill(actor: Caller | undefined): actor is MerchantKey & { till: KeyTill } {
  return actor !== undefined && 'till' in actor && actor.till !== undefined
}

async function authenticateCaller(authenticate: Authenticate, endpoint: Endpoint, request: FastifyRequest): Promise<Caller | undefined> {
  if (endpoint.access === 'public') return undefined
  const bearer = endpoint.bearer && (await authenticate[endpoint.bearer](request))
  if (bearer) return bearer
  if (endpoint.access !== 'person-or-key') return await authenticate[endpoint.access](request)
  return (await authenticate['merchant-key'](request)) ?? (await authenticate.person(request))
}

function nameOf(caller: Caller): string {
  if ('sessionId' in caller) return `payment-token:${caller.sessionId}`
  return 'assetTransferId' in caller ? `transfer-link:${caller.assetTransferId}` : crnOf(caller)
}

/** Limits count per credential; anonymous callers are limited per source. */
function rateLimitKeyOf(actor: Caller | undefined, request: FastifyRequest): string {
  if (!actor) return sourceOf(request.ip)
  if ('sessionId' in actor) return actor.sessionId
  if ('assetTransferId' in actor) return actor.assetTransferId
  if ('personId' in actor) return actor.personId
  // The tills of a business do not share a limit: each asks once a second while a customer pays.
  return actor.till ? `till:${actor.till.id}` : actor.accountId
}

function decode(schema: z.ZodMiniType | undefined, value: unknown): unknown {
  if (!schema) return undefined
  const result = z.safeDecode(schema, value)
  if (result.success) return result.data
  throw new BadRequest(result.error.issues[0]!)
}
