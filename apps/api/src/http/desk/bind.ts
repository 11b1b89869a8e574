import { randomUUID } from 'node:crypto'
import {
  type DeskAnswerOf,
  type DeskBodyOf,
  type DeskEndpoint,
  type DeskParamsOf,
  type DeskQueryOf,
  deskRefusals,
  type DeskRefusalOf,
} from '@nikau/contract/desk/endpoint'
import type { FileAnswer } from '@nikau/contract'
import { type Clock, type Db, type Log, sourceOf } from '@nikau/runtime'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { BadRequest, sendRefusal } from '../errors.ts'
import type { RateLimiter } from '../rate-limit.ts'
import { Refusal } from '../refusal.ts'
import { askWorker } from './ask.ts'
import { sessionCookie } from './cookie.ts'
import { type AuditEntry, type DeskOperator, hashOf, isLocked, isSteppedUp, recordEntry, selectCaller } from './session.ts'

/** The dependencies of every route of the desk. */
export interface DeskServer {
  fastify: FastifyInstance
  db: Db
  /** Of the sessions: the system's, even where money follows a moved clock. */
  wallClock: Clock
  limiter: RateLimiter
  log: Log
}

export interface DeskCall<E extends DeskEndpoint> {
  params: DeskParamsOf<E>
  query: DeskQueryOf<E>
  body: DeskBodyOf<E>
  operator: DeskOperator
  /** What the audit log says beside the endpoint: ids and names of fields, never what was seen. */
  note(entry: Partial<Pick<AuditEntry, 'subject' | 'detail' | 'reason'>>): void
  /** The entry is written already, by the function of the database that answered. */
  recorded(): void
  /** Has the worker act for the operator; it writes the audit log in the transaction of the act. */
  ask(call: object, id?: string): Promise<unknown>
}

const defaultPerMinute = 200

/**
 * Binds one endpoint of the desk to its use case. Order: limit by source, session, limit by operator, lock, roles, passkey, input, use case.
 * What is answered or refused to an operator is written to the audit log first; if that fails, nothing is answered.
 */
export function bindDesk<E extends DeskEndpoint>(
  server: DeskServer,
  endpoint: E,
  handle: (call: DeskCall<E>) => Promise<DeskAnswerOf<E> | Refusal<DeskRefusalOf<E>>>,
): void {
  const { db, wallClock, limiter } = server
  const statuses: Readonly<Record<string, number>> = { ...deskRefusals, ...endpoint.refusals }
  const name = `${endpoint.method} ${endpoint.path}`
  server.fastify.route({
    method: endpoint.method,
    url: endpoint.path,
    onRequest: async (request, reply) => {
      const source = sourceOf(request.ip)
      const wait = limiter.countCall(source) || limiter.waitAfterFailures(source)
      if (wait > 0) await refuseCall(server, reply.header('retry-after', wait), 429, new Refusal('RATE_LIMIT_EXCEEDED'))
    },
    handler: async (request, reply) => {
      const secret = isFromOurPage(request) ? sessionCookie(request) : undefined
      const operator = secret === undefined ? undefined : await selectCaller(db, hashOf(secret), wallClock.now())
      if (!operator) {
        if (secret !== undefined) await limiter.countFailure(sourceOf(request.ip))
        return refuseCall(server, reply, deskRefusals.UNAUTHORIZED, new Refusal('UNAUTHORIZED'))
      }
      const entry: AuditEntry = {
        kind: endpoint.audit === 'none' ? 'looked' : endpoint.audit,
        endpoint: name,
        subject: subjectOf(endpoint, request.params as Record<string, string>),
        detail: {},
      }
      let isRecorded = false
      const record = async (written: AuditEntry) => isRecorded || (await recordEntry(db, operator, written, wallClock.now()))
      const refuseOperator = async (refusal: Refusal<string>) => {
        await record({ ...entry, kind: 'refused', refusal: refusal.code })
        return refuseCall(server, reply, statuses[refusal.code] ?? 403, refusal, operator)
      }
      const wait = await limiter.consume(`${name} ${operator.id}`, endpoint.perMinute ?? defaultPerMinute)
      if (wait > 0) return await refuseOperator(new Refusal('RATE_LIMIT_EXCEEDED', { retryAfter: wait }))
      if (!endpoint.whileLocked && isLocked(operator, wallClock.now())) return await refuseOperator(new Refusal('SESSION_LOCKED'))
      if (!endpoint.roles.some((role) => operator.roles.includes(role))) return await refuseOperator(new Refusal('OUTSIDE_ROLE'))
      if (endpoint.stepUp === 'always' && !isSteppedUp(operator, wallClock.now())) return await refuseOperator(new Refusal('STEP_UP_REQUIRED'))
      const answerCall = async () => {
        const call: DeskCall<E> = {
          params: decode(endpoint.params, request.params) as DeskParamsOf<E>,
          query: decode(endpoint.query, request.query) as DeskQueryOf<E>,
          body: decode(endpoint.body, request.body) as DeskBodyOf<E>,
          operator,
          note: (more) => void Object.assign(entry, more),
          recorded: () => void (isRecorded = true),
          ask: async (asked, id = randomUUID()) => {
            isRecorded = true
            return await askWorker({ db, clock: wallClock }, operator, { id, endpoint: name, call: asked })
          },
        }
        return await handle(call)
      }
      const answer = await answerCall().catch(async (error: unknown) => {
        await record({ ...entry, kind: 'refused', refusal: error instanceof BadRequest ? 'BAD_REQUEST' : 'INTERNAL' })
        throw error
      })
      if (answer instanceof Refusal) return await refuseOperator(answer)
      if (endpoint.audit !== 'none' && !(await record(entry))) return refuseCall(server, reply, deskRefusals.UNAUTHORIZED, new Refusal('UNAUTHORIZED'))
      if (endpoint.files) {
        const file = answer as FileAnswer
        return reply.header('content-type', file.type).header('content-disposition', `attachment; filename="${file.name}"`).send(file.content)
      }
      return reply.send(z.encode(endpoint.answer, answer))
    },
  })
}

/**
 * A page of ours sends this header with what changes something; a form of another site can not, and its cookie would not be sent either
 * (SameSite=Strict).
 */
function isFromOurPage({ method, headers }: FastifyRequest): boolean {
  const site = headers['sec-fetch-site']
  return (site === undefined || site === 'same-origin') && (method === 'GET' || headers['x-nikau-desk'] === '1')
}

function subjectOf({ subject }: DeskEndpoint, params: Readonly<Record<string, string>>): string | null {
  return subject?.replaceAll(/\{(\w+)\}/g, (_, name: string) => (params[name] ?? '').slice(0, 100)) ?? null
}

function refuseCall({ log }: DeskServer, reply: FastifyReply, status: number, refusal: Refusal<string>, operator?: DeskOperator): FastifyReply {
  const { method, routeOptions, ip } = reply.request
  log.info({ method, route: routeOptions.url, status, refusal: refusal.code, operator: operator?.id, source: sourceOf(ip) }, 'call refused')
  return sendRefusal(reply, status, refusal.code, refusal.detail)
}

function decode(schema: z.ZodMiniType | undefined, value: unknown): unknown {
  if (!schema) return undefined
  const result = z.safeDecode(schema, value ?? {})
  if (result.success) return result.data
  throw new BadRequest(result.error.issues[0]!)
}
