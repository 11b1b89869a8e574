import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import formbody from '@fastify/formbody'
import { createWebhookVerifier, isNikauError, isRefusal, type VerifyWebhook } from '@nikau/sdk'
import Fastify, { type FastifyReply } from 'fastify'
import { addConnect } from './connect.ts'
import { nikau, type NikauSettings } from './nikau-api.ts'
import { createOrders, type Order, products } from './orders.ts'
import { type Html, orderPage, ordersPage, shopPage } from './pages.ts'
import { addSetup } from './setup.ts'
import { addVending } from './vending.ts'
import { tillRoutes } from './till.ts'
import { createVerifier } from './webhook.ts'

export interface ShopOptions {
  port: number
  host?: string
  origin?: string
  api: string
  wallet: string
  /** Without both, the shop sells nothing until its setup page has them. */
  key?: string
  configId?: string
  webhookAddress?: string
  /** The id of the shop's webhook endpoint; by default the seeded one. */
  webhookId?: string
}

const folder = join(import.meta.dirname, '../public')
const files: Record<string, string> = { 'shop.css': 'text/css', 'shop.js': 'text/javascript', 'icon.svg': 'image/svg+xml' }

/** The shop: pages for shoppers and staff, and a webhook endpoint. */
export async function startShop(options: ShopOptions) {
  const app = Fastify({ logger: false, forceCloseConnections: true, bodyLimit: 64 * 1024 })
  await app.register(formbody)
  // The signature covers the raw body.
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  const orders = createOrders()
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "connect-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    // Browsers check form-action on every redirect, and buying redirects to the wallet.
    `form-action 'self' ${new URL(options.wallet).origin}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers({
      'content-security-policy': policy,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
    })
  })
  // A page of another site must not be able to charge a customer.
  app.addHook('onRequest', async (request, reply) => {
    const site = request.headers['sec-fetch-site']
    const isForeign = request.method === 'POST' && site !== undefined && site !== 'same-origin'
    return isForeign ? await reply.code(403).send({ problem: 'Only pages of the shop can do this.' }) : undefined
  })
  let origin = options.origin ?? ''
  const settings: NikauSettings = { api: options.api, key: options.key ?? '', configId: options.configId ?? '' }
  const api = nikau(settings)
  const show = (reply: FastifyReply, page: Html, status = 200) => reply.code(status).type('text/html; charset=utf-8').send(page.markup)
  const notFound = (reply: FastifyReply) => show(reply, shopPage(products, wallet, 'There is no such order.'), 404)

  const wallet = new URL(options.wallet).origin
  const webhookAddress = () => options.webhookAddress ?? `${origin}/webhooks`
  let [verify, returnsShoppers]: [VerifyWebhook | undefined, boolean] = [undefined, true]
  addSetup(app, {
    api,
    settings,
    webhookAddress,
    connected({ jwksUrl, returnAddresses }) {
      verify = createWebhookVerifier({ jwksUrl, url: webhookAddress() })
      // Nikau refuses a request with another address; shoppers then stay on its page, and the webhook says that they have paid.
      returnsShoppers = returnAddresses.some((address) => `${origin}/orders/`.startsWith(address))
    },
  })
  app.get('/', (_request, reply) => show(reply, shopPage(products, wallet)))
  tillRoutes(app, { api, wallet })
  app.get('/orders', async (_request, reply) => {
    const list = orders.list()
    await Promise.all(list.slice(0, 50).map(refresh))
    return await show(reply, ordersPage(list))
  })

  /** With JavaScript the checkout opens in a window; without, the shopper is redirected. */
  app.post<{ Body: { sku?: string; quantity?: string } }>('/orders', async ({ body, headers }, reply) => {
    const inWindow = headers.accept === 'application/json'
    const product = products.find((product) => product.sku === body?.sku)
    const quantity = Number(body?.quantity ?? 1)
    const refuse = (status: number, text: string) =>
      inWindow ? reply.code(status).send({ problem: text }) : show(reply, shopPage(products, wallet, text), status)
    if (!product || !Number.isInteger(quantity) || quantity < 1 || quantity > 20) return refuse(400, 'That cannot be bought.')
    const order = orders.place(product, quantity)
    try {
      order.request = await api.createRequest({ ...order, ...(returnsShoppers && { returnUrl: `${origin}/orders/${order.id}` }) })
      order.status = order.request.status
      return inWindow ? { id: order.id, paymentRequestId: order.request.id, url: order.request.url } : await reply.redirect(order.request.url, 303)
    } catch (error) {
      return refuse(502, `Nikau cannot take the payment now (${reasonOf(error)}).`)
    }
  })

  app.get<{ Params: { id: string } }>('/orders/:id', async ({ params }, reply) => {
    const order = orders.get(params.id)
    if (!order) return notFound(reply)
    await refresh(order)
    return show(reply, orderPage(order))
  })

  /** Reads the status from Nikau: the address bar proves nothing. */
  async function refresh(order: Order): Promise<void> {
    if (!order.request || order.status === 'cancelled' || order.status === 'expired') return
    try {
      order.request = await api.read(order.request.id)
      order.status = order.request.status
      order.refunded = Number(order.request.refundedAmount ?? 0)
    } catch (error) {
      if (!isRefusal(error)) return // read again when the page is opened next
      order.status = 'unknown'
    }
  }

  app.post<{ Params: { id: string }; Body: { dollars?: string } }>('/orders/:id/refund', async ({ params, body }, reply) => {
    const order = orders.get(params.id)
    if (!order?.request) return notFound(reply)
    const amount = Math.round(Number(body?.dollars) * 100)
    if (!Number.isSafeInteger(amount) || amount < 1) return show(reply, orderPage(order, 'That amount cannot be refunded.'), 400)
    try {
      await api.refund(order.request.id, { amount, reference: randomUUID() })
      return await reply.redirect(`/orders/${order.id}`, 303)
    } catch (error) {
      return show(reply, orderPage(order, `The refund was refused (${reasonOf(error)}).`), 409)
    }
  })

  app.post<{ Params: { id: string } }>('/orders/:id/cancel', async ({ params }, reply) => {
    const order = orders.get(params.id)
    if (!order?.request) return notFound(reply)
    try {
      await api.cancel(order.request.id)
      return await reply.redirect(`/orders/${order.id}`, 303)
    } catch (error) {
      return show(reply, orderPage(order, `The order could not be cancelled (${reasonOf(error)}).`), 409)
    }
  })

  addConnect(app, { api, orders, refresh })
  const vending = addVending(app, { origin: () => origin, api, apiOrigin: options.api, orders, refresh })

  app.post<{ Body: Buffer }>('/webhooks', async (request, reply) => {
    const result = await verify?.({ authorization: request.headers.authorization, body: request.body })
    if (!result) return reply.code(503).send({ error: 'not set up' })
    if (!result.isValid) return reply.code(result.problem === 'keys-unavailable' ? 503 : 401).send({ error: result.problem })
    const { event } = result
    if (event.type === 'webhook:challenge') return { challenge: event.data.challenge }
    return event.type === 'fixed-code:scanned' ? reply.code(404).send({ error: 'no machine' }) : { isNew: orders.receive(event) }
  })

  /** For the page of the shop. A message from the checkout window is not trusted; the status comes from here. */
  app.get<{ Params: { id: string } }>('/api/orders/:id', async ({ params }, reply) => {
    const order = orders.get(params.id)
    if (!order) return reply.code(404).send({ problem: 'There is no such order.' })
    await refresh(order)
    return { id: order.id, status: order.status, notifications: order.notifications }
  })

  app.get('/api/orders', async () => orders.list())
  app.get('/healthz', async () => ({ status: 'up' }))
  for (const [name, type] of Object.entries(files)) app.get(`/${name}`, async (_request, reply) => reply.type(type).send(await readFile(join(folder, name))))

  await app.listen({ port: options.port, host: options.host ?? '127.0.0.1' })
  const { port } = app.server.address() as { port: number }
  origin ||= `http://localhost:${port}`
  if (settings.key !== '')
    verify ??= createVerifier({ api: options.api, registration: `webhooks/${options.webhookId ?? 'wh_sandboxShop'}`, address: webhookAddress() })
  return { origin, registerMachines: vending.register, stop: () => app.close() }
}

function reasonOf(error: unknown): string {
  return isNikauError(error) && error.kind !== 'unanswered' ? error.code : 'no response'
}
