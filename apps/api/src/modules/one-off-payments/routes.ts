import { cancelOneOffPayment, createOneOffPayment, getOneOffPayment, payOneOffPayment } from '@nikau/contract/one-off-payments'
import { bind, type Server } from '../../http/bind.ts'
import { cancel } from './cancel.ts'
import { create } from './create.ts'
import { pay, type PayMeans } from './pay.ts'
import { show } from './show.ts'

export function oneOffRoutes(server: Server, means: PayMeans, keys: object): void {
  bind(server, createOneOffPayment, ({ body }) => create(means, body))
  bind(server, getOneOffPayment, ({ params }) => show(means, params.id))
  bind(server, payOneOffPayment, ({ params, body }) => pay(means, params.id, body))
  bind(server, cancelOneOffPayment, ({ params }) => cancel(means, params.id))
  // What banks check our signatures by.
  server.fastify.get('/.well-known/pay-by-bank-jwks.json', (_request, reply) => reply.header('cache-control', 'public, max-age=300').send(keys))
}
