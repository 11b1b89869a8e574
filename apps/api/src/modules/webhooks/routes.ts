import { createWebhook, listWebhookDeliveries, listWebhooks, resendWebhookDelivery, rotateWebhook, updateWebhook } from '@nikau/contract/webhooks'
import { bind, type Server } from '../../http/bind.ts'
import { log, resend } from './log.ts'
import { create, list, rotate, update, type WebhookMeans } from './manage.ts'
import { selectPublicKeys } from './store.ts'

/** How long a key that was replaced is still published. */
const publishedMs = 86_400_000

export function webhookRoutes(server: Server, means: WebhookMeans): void {
  bind(server, createWebhook, ({ actor, params, body }) => create(means, actor, params.accountId, body))
  bind(server, listWebhooks, ({ actor, params }) => list(means, actor, params.accountId))
  bind(server, updateWebhook, ({ actor, params, body }) => update(means, actor, params, body))
  bind(server, rotateWebhook, ({ actor, params }) => rotate(means, actor, params))
  bind(server, listWebhookDeliveries, ({ actor, params, query }) => log(means.db, actor, params, query))
  bind(server, resendWebhookDelivery, ({ actor, params }) => resend(means.db, actor, params))

  const published = async (endpointId?: string) => ({
    keys: await selectPublicKeys(means.db, new Date(means.clock.now().getTime() - publishedMs), endpointId),
  })
  server.fastify.get('/.well-known/webhooks/jwks.json', async (_request, reply) => reply.header('cache-control', 'public, max-age=300').send(await published()))
  server.fastify.get<{ Params: { id: string } }>('/.well-known/webhooks/:id/jwks.json', async (request, reply) =>
    reply.header('cache-control', 'public, max-age=300').send(await published(request.params.id)),
  )
}
