import { commonRefusals } from '@nikau/contract'
import { listFixedCodes, registerFixedCode, removeFixedCode, verifyFixedCode } from '@nikau/contract/fixed-codes'
import { findPaymentByCode } from '@nikau/contract/payment-requests'
import { sourceOf } from '@nikau/runtime'
import { bind, type Server } from '../../http/bind.ts'
import { sendRefusal } from '../../http/errors.ts'
import { Refusal } from '../../http/refusal.ts'
import { findByCode, findByShortCode } from './find.ts'
import { type FixedCodeDeps, list, register, remove, verify } from './manage.ts'
import { selectPublicKeys } from './store.ts'

/** For one source address. Receivers cache the keys for five minutes. */
const keySetsPerMinute = 60

export function fixedCodeRoutes(server: Server, deps: FixedCodeDeps): void {
  const { fastify, limiter } = server
  const findDeps = { ...deps, limiter }
  bind(server, findPaymentByCode, ({ body, source }) => findByCode(findDeps, sourceOf(source.address), body.url))
  bind(server, registerFixedCode, ({ actor, body }) => register(deps, actor, body))
  bind(server, verifyFixedCode, ({ actor, params }) => verify(deps, actor, params.id))
  bind(server, listFixedCodes, ({ actor }) => list(deps, actor))
  bind(server, removeFixedCode, ({ actor, params }) => remove(deps, actor, params.id))

  // What a till prints on its slip, for the camera app of a phone.
  fastify.get<{ Params: { shortCode: string } }>('/c/:shortCode', async (request, reply) => {
    const found = await findByShortCode(findDeps, sourceOf(request.ip), request.params.shortCode)
    void reply.header('cache-control', 'no-store')
    if (!(found instanceof Refusal)) return reply.redirect(found)
    if (found.code === 'UNKNOWN_CODE') return reply.redirect(`${deps.webOrigin}/deimos/404`)
    return sendRefusal(reply, commonRefusals.RATE_LIMIT_EXCEEDED, found.code)
  })

  // For receivers.
  fastify.get<{ Params: { id: string } }>('/.well-known/fixed-codes/:id/jwks.json', async (request, reply) => {
    const wait = await limiter.consume(`GET /.well-known/fixed-codes ${sourceOf(request.ip)}`, keySetsPerMinute)
    if (wait > 0) return sendRefusal(reply.header('retry-after', wait), commonRefusals.RATE_LIMIT_EXCEEDED, 'RATE_LIMIT_EXCEEDED')
    return reply.header('cache-control', 'public, max-age=300').send({ keys: await selectPublicKeys(deps.db, request.params.id) })
  })
}
