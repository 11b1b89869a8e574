import { cancelBankTopUp, completeBankTopUp, createBankTopUp, getBankTopUp } from '@nikau/contract/bank-topups'
import { cancelOneOffPayment, createOneOffPayment, getOneOffPayment, payOneOffPayment } from '@nikau/contract/one-off-payments'
import { bind, type Server } from '../../http/bind.ts'
import { Refusal } from '../../http/refusal.ts'
import { isSameBrowser, markBrowser } from './browser.ts'
import { cancel } from './cancel.ts'
import { create } from './create.ts'
import { pay, type PayDeps } from './pay.ts'
import { show } from './present.ts'
import { cancelTopUp, completeTopUp, createTopUp, showTopUp } from './top-up.ts'

export function payByBankRoutes(server: Server, deps: PayDeps, keys: object): void {
  bind(server, createOneOffPayment, async ({ body, cookies }) => {
    const created = await create(deps, body)
    if (!(created instanceof Refusal)) markBrowser(deps, cookies, created.id)
    return created
  })
  bind(server, getOneOffPayment, ({ params }) => show(deps, params.id))
  bind(server, payOneOffPayment, ({ params, body, cookies }) => pay(deps, params.id, body, isSameBrowser(deps, cookies, params.id)))
  bind(server, cancelOneOffPayment, ({ params }) => cancel(deps, params.id))
  bind(server, createBankTopUp, async ({ actor, body, cookies }) => {
    const created = await createTopUp(deps, actor, body)
    if (!(created instanceof Refusal)) markBrowser(deps, cookies, created.id)
    return created
  })
  bind(server, getBankTopUp, ({ actor, params }) => showTopUp(deps, actor, params.id))
  bind(server, completeBankTopUp, ({ actor, params, body, cookies }) =>
    completeTopUp(deps, actor, params.id, { body, sameBrowser: isSameBrowser(deps, cookies, params.id) }),
  )
  bind(server, cancelBankTopUp, ({ actor, params }) => cancelTopUp(deps, actor, params.id))
  // The public keys that banks verify our signatures with.
  server.fastify.get('/.well-known/pay-by-bank-jwks.json', (_request, reply) => reply.header('cache-control', 'public, max-age=300').send(keys))
}
