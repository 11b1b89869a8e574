import { recordSecurityEvent } from '@nikau/security-events'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Caller, sendError, signedIn, steppedUp, webApi, type WebApiDeps } from '../web-api/web-api.ts'
import { endSessions, selectSessions } from './store.ts'

interface EndOne {
  Params: { id: string }
}

/** Lists where the caller is signed in, and ends sessions: one, or all others. */
export function sessionRoutes(app: FastifyInstance, deps: WebApiDeps): void {
  webApi(app, deps, ['/sessions', '/sessions/*'])

  const endOne = async (caller: Caller, request: FastifyRequest<EndOne>, reply: FastifyReply) => {
    const at = deps.clock.now()
    const ended = await deps.db.transaction().execute(async (tx) => {
      if ((await endSessions(tx, { personId: caller.personId, only: request.params.id, at })) === 0) return false
      await recordSecurityEvent(tx, { ...caller, kind: 'session-ended', at })
      return true
    })
    return ended ? reply.code(204).send() : sendError(reply, 403, 'FORBIDDEN')
  }

  app.get(
    '/sessions',
    signedIn(deps, async ({ personId, sessionUid }) => {
      const all = (await selectSessions(deps.db, personId, deps.clock.now())).map((session) => ({ ...session, current: session.id === sessionUid }))
      return { sessions: [...all.filter(({ current }) => current), ...all.filter(({ current }) => !current)] }
    }),
  )

  app.delete(
    '/sessions/:id',
    // Signing out here needs no proof; ending another session does, because a thief would end the owner's.
    signedIn<EndOne>(deps, (caller, request, reply) =>
      request.params.id === caller.sessionUid ? endOne(caller, request, reply) : steppedUp<EndOne>(deps, endOne)(request, reply),
    ),
  )

  app.delete(
    '/sessions',
    steppedUp(deps, async (caller, _request, reply) => {
      const at = deps.clock.now()
      await deps.db.transaction().execute(async (tx) => {
        const ended = await endSessions(tx, { personId: caller.personId, except: caller.sessionUid, at })
        if (ended > 0) await recordSecurityEvent(tx, { ...caller, kind: 'sessions-ended', at, detail: { count: String(ended) } })
      })
      return reply.code(204).send()
    }),
  )
}
