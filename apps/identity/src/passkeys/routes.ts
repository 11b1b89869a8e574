import type { Log } from '@nikau/runtime'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { tokenHash } from '../provider/adapter.ts'
import { deviceName, savePasskey, registrationOptions, type PasskeyDeps } from './register.ts'
import { type Bearer, selectBearer, selectPasskeys, deletePasskey } from './store.ts'

/** Adding a passkey requires a recent sign-in; an access token alone is not enough. */
const freshMs = 15 * 60_000

const newPasskey = z.strictObject({ response: z.looseObject({ id: z.string() }), name: z.string().trim().min(1).max(60).optional() })

/** Lists, adds and removes the caller's passkeys, for the Security page of the web app. */
export function passkeyRoutes(app: FastifyInstance, deps: PasskeyDeps & { webOrigins: string[]; log: Log }): void {
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
    return reply.code(status).send({ statusCode: status, message: status >= 500 ? 'INTERNAL' : error.message })
  })
  app.options('/passkeys', (_request, reply) => reply.code(204).send())
  app.options('/passkeys/*', (_request, reply) => reply.code(204).send())

  app.get('/passkeys', async (request, reply) => {
    const person = await bearer(deps, request)
    if (!person) return unauthorised(reply)
    const all = await selectPasskeys(deps.db, person.sub)
    return { passkeys: all.map(({ id, name, createdAt, lastUsedAt, backedUp }) => ({ id, name, createdAt, lastUsedAt, backedUp })) }
  })

  app.post('/passkeys/options', async (request, reply) => {
    const person = await bearer(deps, request)
    if (!person) return unauthorised(reply)
    if (!isFresh(deps, person)) return signInAgain(reply)
    return await registrationOptions(deps, `add:${person.sub}`, person.sub)
  })

  app.post('/passkeys', async (request, reply) => {
    const person = await bearer(deps, request)
    if (!person) return unauthorised(reply)
    if (!isFresh(deps, person)) return signInAgain(reply)
    const body = newPasskey.safeParse(request.body)
    if (!body.success) return reply.code(400).send({ statusCode: 400, message: 'response is required' })
    const name = body.data.name ?? deviceName(request.headers['user-agent'])
    const saved = await savePasskey(deps, `add:${person.sub}`, { personId: person.sub, response: body.data.response, name })
    return saved ?? reply.code(403).send({ statusCode: 403, error: 'Forbidden', message: 'PASSKEY_REFUSED' })
  })

  app.delete<{ Params: { id: string } }>('/passkeys/:id', async (request, reply) => {
    const person = await bearer(deps, request)
    if (!person) return unauthorised(reply)
    if (await deletePasskey(deps.db, person.sub, request.params.id)) return reply.code(204).send()
    return reply.code(403).send({ statusCode: 403, error: 'Forbidden', message: 'FORBIDDEN' })
  })
}

async function bearer(deps: PasskeyDeps, request: FastifyRequest): Promise<Bearer | undefined> {
  const token = /^Bearer ([\w-]{20,200})$/.exec(request.headers.authorization ?? '')?.[1]
  return token === undefined ? undefined : await selectBearer(deps.db, tokenHash(token), deps.clock.now())
}

function isFresh(deps: PasskeyDeps, person: Bearer): boolean {
  return deps.clock.now().getTime() - person.signedInAt.getTime() <= freshMs
}

function unauthorised(reply: FastifyReply) {
  return reply.code(401).header('www-authenticate', 'Bearer').send({ statusCode: 401, error: 'Unauthorized', message: 'Missing authentication' })
}

function signInAgain(reply: FastifyReply) {
  return reply.code(403).send({ statusCode: 403, error: 'Forbidden', message: 'SIGN_IN_AGAIN' })
}
