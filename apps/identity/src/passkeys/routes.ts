import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { sendError, signedIn, steppedUp, webApi, type WebApiDeps } from '../web-api/web-api.ts'
import { deviceName, type PasskeyDeps, registrationOptions, removePasskey, savePasskey } from './register.ts'
import { selectPasskeys } from './store.ts'

const newPasskey = z.strictObject({ response: z.looseObject({ id: z.string() }), name: z.string().trim().min(1).max(60).optional() })

/** Lists, adds and removes the caller's passkeys, for the Security page of the web app. An access token alone is too little to change them. */
export function passkeyRoutes(app: FastifyInstance, deps: PasskeyDeps & WebApiDeps): void {
  webApi(app, deps, ['/passkeys', '/passkeys/*'])

  app.get(
    '/passkeys',
    signedIn(deps, async ({ personId }) => {
      const all = await selectPasskeys(deps.db, personId, { desk: false })
      return { passkeys: all.map(({ id, name, createdAt, lastUsedAt, backedUp }) => ({ id, name, createdAt, lastUsedAt, backedUp })) }
    }),
  )

  app.post(
    '/passkeys/options',
    steppedUp(deps, ({ personId }) => registrationOptions(deps, `add:${personId}`, personId)),
  )

  app.post(
    '/passkeys',
    steppedUp(deps, async ({ personId, ...source }, request, reply) => {
      const body = newPasskey.safeParse(request.body)
      if (!body.success) return sendError(reply, 400, 'response is required')
      const name = body.data.name ?? deviceName(request.headers['user-agent'])
      const saved = await savePasskey(deps, `add:${personId}`, { personId, response: body.data.response, name, source })
      return saved ?? sendError(reply, 403, 'PASSKEY_REFUSED')
    }),
  )

  app.delete(
    '/passkeys/:id',
    steppedUp<{ Params: { id: string } }>(deps, async (caller, request, reply) =>
      (await removePasskey(deps, request.params.id, caller)) ? reply.code(204).send() : sendError(reply, 403, 'FORBIDDEN'),
    ),
  )
}
