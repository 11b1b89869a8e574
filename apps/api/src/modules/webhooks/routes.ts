import { commonRefusals } from '@nikau/contract'
import {
  createWebhook,
  getWebhookDelivery,
  listWebhookDeliveries,
  listWebhooks,
  replayWebhook,
  resendWebhookDelivery,
  rotateWebhook,
  sendTestEvent,
  updateWebhook,
} from '@nikau/contract/webhooks'
import { sourceOf } from '@nikau/runtime'
import { bind, type Server } from '../../http/bind.ts'
import { sendRefusal } from '../../http/errors.ts'
import { listDeliveries, readDelivery, resend } from './deliveries.ts'
import { create, list, rotate, update, type WebhookDeps } from './manage.ts'
import { replay, sendTest } from './replay.ts'
import { selectPublicKeys } from './store.ts'

/** How long a retired key stays published. */
const retiredKeyPublishedMs = 86_400_000
/** For one source address. Receivers cache the keys for five minutes. */
const keySetsPerMinute = 60

export function webhookRoutes(server: Server, deps: WebhookDeps): void {
  bind(server, createWebhook, ({ actor, source, params, body }) => create(deps, { actor, source }, params.accountId, body))
  bind(server, listWebhooks, ({ actor, params }) => list(deps, actor, params.accountId))
  bind(server, updateWebhook, ({ actor, source, params, body }) => update(deps, { actor, source }, params, body))
  bind(server, rotateWebhook, ({ actor, source, params }) => rotate(deps, { actor, source }, params))
  bind(server, listWebhookDeliveries, ({ actor, params, query }) => listDeliveries(deps.db, actor, params, query))
  bind(server, resendWebhookDelivery, ({ actor, params }) => resend(deps.db, actor, params))

  bind(server, getWebhookDelivery, ({ actor, params }) => readDelivery(deps.db, actor, params))
  bind(server, replayWebhook, ({ actor, source, params, body }) => replay(deps, { actor, source }, params, body))
  bind(server, sendTestEvent, ({ actor, params }) => sendTest(deps, actor, params))

  // For receivers. One endpoint's keys, because a list of all would say who our merchants are.
  server.fastify.get<{ Params: { id: string } }>('/.well-known/webhooks/:id/jwks.json', async (request, reply) => {
    const wait = await server.limiter.consume(`GET /.well-known/webhooks ${sourceOf(request.ip)}`, keySetsPerMinute)
    if (wait > 0) {
      void reply.header('retry-after', wait)
      return sendRefusal(reply, commonRefusals.RATE_LIMIT_EXCEEDED, 'RATE_LIMIT_EXCEEDED')
    }
    const keys = await selectPublicKeys(deps.db, new Date(deps.clock.now().getTime() - retiredKeyPublishedMs), request.params.id)
    return reply.header('cache-control', 'public, max-age=300').send({ keys })
  })
}
