import { cancelOneOffPayment, createOneOffPayment, getOneOffPayment, payOneOffPayment } from '@nikau/contract/one-off-payments'
import { bind, type Server } from '../../http/bind.ts'
import { cancel } from './cancel.ts'
import { create } from './create.ts'
import { pay, type PayDeps } from './pay.ts'
import { show } from './present.ts'

export function payByBankRoutes(server: Server, deps: PayDeps, keys: object): void {
  bind(server, createOneOffPayment, ({ body }) => create(deps, body))
  bind(server, getOneOffPayment, ({ params }) => show(deps, params.id))
  bind(server, payOneOffPayment, ({ params, body }) => pay(deps, params.id, body))
  bind(server, cancelOneOffPayment, ({ params }) => cancel(deps, params.id))
  // The public keys that banks verify our signatures with.
  server.fastify.get('/.well-known/pay-by-bank-jwks.json', (_request, reply) => reply.header('cache-control', 'public, max-age=300').send(keys))
}
