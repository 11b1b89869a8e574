import { createWebhook, listWebhookDeliveries, listWebhooks, resendWebhookDelivery, rotateWebhook, updateWebhook } from '@nikau/contract/webhooks'
import { bind, type Server } from '../../http/bind.ts'
import { listDeliveries, resend } from './deliveries.ts'
import { create, list, rotate, update, type WebhookDeps } from './manage.ts'
import { selectPublicKeys } from './store.ts'

/** How long a retired key stays published. */
const retiredKeyPublishedMs = 86_400_000

export function webhookRoutes(server: Server, deps: WebhookDeps): void {
  bind(server, createWebhook, ({ actor, params, body }) => create(deps, actor, params.accountId, body))
  bind(server, listWebhooks, ({ actor, params }) => list(deps, actor, params.accountId))
  bind(server, updateWebhook, ({ actor, params, body }) => update(deps, actor, params, body))
  bind(server, rotateWebhook, ({ actor, params }) => rotate(deps, actor, params))
  bind(server, listWebhookDeliveries, ({ actor, params, query }) => listDeliveries(deps.db, actor, params, query))
  bind(server, resendWebhookDelivery, ({ actor, params }) => resend(deps.db, actor, params))

  const publicKeys = async (endpointId?: string) => ({
    keys: await selectPublicKeys(deps.db, new Date(deps.clock.now().getTime() - retiredKeyPublishedMs), endpointId),
  })
  server.fastify.get('/.well-known/webhooks/jwks.json', async (_request, reply) =>
    reply.header('cache-control', 'public, max-age=300').send(await publicKeys()),
  )
  server.fastify.get<{ Params: { id: string } }>('/.well-known/webhooks/:id/jwks.json', async (request, reply) =>
    reply.header('cache-control', 'public, max-age=300').send(await publicKeys(request.params.id)),
  )
}
