import { STATUS_CODES } from 'node:http'
import type { Clock, Db, Log } from '@nikau/runtime'
import { checkAuthentication, deviceOf } from '@nikau/security-events'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteGenericInterface } from 'fastify'
import { tokenHash } from '../provider/adapter.ts'
import { deskClientId, webClientId } from '../provider/clients.ts'
import { type Bearer, selectBearer } from './store.ts'

// What the endpoints have in common that the web app calls with the person's access token: passkeys, step-up, sessions.

export interface WebApiDeps {
  db: Db
  clock: Clock
  log: Log
  webOrigins: string[]
  /** How long an authentication is recent enough to change what protects the account. */
  stepUpSeconds: number
}

/** The person of the access token, their session, and where the call comes from. */
export interface Caller {
  personId: string
  sessionUid: string
  address: string
  device: string
}

/** CORS for the web app's origins, and errors in the API's shape. Paths are those that browsers may preflight. */
export function webApi(app: FastifyInstance, deps: WebApiDeps, paths: string[]): void {
  app.addHook('onRequest', async (request, reply) => {
    const { origin } = request.headers
    reply.header('vary', 'origin').header('cache-control', 'no-store')
    if (origin === undefined || !deps.webOrigins.includes(origin)) return
    reply.header('access-control-allow-origin', origin)
    reply
      .header('access-control-allow-methods', 'GET, POST, DELETE')
      .header('access-control-allow-headers', 'authorization, content-type')
      .header('access-control-max-age', '600')
  })
  app.setErrorHandler(async (error: Error & { statusCode?: number }, request, reply) => {
    const status = error.statusCode ?? 500
    if (status >= 500) deps.log.error({ err: error, route: request.routeOptions.url }, 'request failed')
    return sendError(reply, status, status >= 500 ? 'INTERNAL' : error.message)
  })
  for (const path of paths) app.options(path, (_request, reply) => reply.code(204).send())
}

type Handle<Route extends RouteGenericInterface> = (caller: Caller, request: FastifyRequest<Route>, reply: FastifyReply) => Promise<unknown>

/** Runs the handler for the customer of the access token; without a valid one of the web app the status is 401. */
export function signedIn<Route extends RouteGenericInterface>(deps: WebApiDeps, handle: Handle<Route>) {
  return withToken<Route>(deps, [webClientId], ({ personId, sessionUid }, request, reply) =>
    handle({ personId, sessionUid, address: request.ip, device: deviceOf(request.headers['user-agent']) }, request, reply),
  )
}

/** As `signedIn`, and for an operator at the desk, whose server calls with their token. */
export function signedInAnywhere<Route extends RouteGenericInterface>(
  deps: WebApiDeps,
  handle: (caller: Caller & { atDesk: boolean }, request: FastifyRequest<Route>, reply: FastifyReply) => Promise<unknown>,
) {
  return withToken<Route>(deps, [webClientId, deskClientId], ({ personId, sessionUid, clientId }, request, reply) =>
    handle({ personId, sessionUid, atDesk: clientId === deskClientId, address: request.ip, device: deviceOf(request.headers['user-agent']) }, request, reply),
  )
}

function withToken<Route extends RouteGenericInterface>(
  deps: WebApiDeps,
  clients: string[],
  handle: (bearer: Bearer, request: FastifyRequest<Route>, reply: FastifyReply) => Promise<unknown>,
) {
  return async (request: FastifyRequest<Route>, reply: FastifyReply): Promise<unknown> => {
    const token = /^Bearer ([\w-]{20,200})$/.exec(request.headers.authorization ?? '')?.[1]
    const bearer = token === undefined ? undefined : await selectBearer(deps.db, tokenHash(token), deps.clock.now())
    if (!bearer || !clients.includes(bearer.clientId)) return sendError(reply.header('www-authenticate', 'Bearer'), 401, 'Missing authentication')
    return await handle(bearer, request, reply)
  }
}

/** As `signedIn`, and the person has proved recently who they are. */
export function steppedUp<Route extends RouteGenericInterface>(deps: WebApiDeps, handle: Handle<Route>) {
  return signedIn<Route>(deps, async (caller, request, reply) => {
    const signIn = await checkAuthentication(deps.db, caller.sessionUid, { now: deps.clock.now(), maxAge: deps.stepUpSeconds })
    return signIn ? sendError(reply, 403, 'SIGN_IN_AGAIN', { signIn }) : await handle(caller, request, reply)
  })
}

/** Every error has the API's shape, with the code in `message`. */
export function sendError(reply: FastifyReply, status: number, message: string, detail: Readonly<Record<string, unknown>> = {}): FastifyReply {
  return reply.code(status).send({ ...detail, statusCode: status, error: STATUS_CODES[status] ?? 'Error', message })
}
