import type { VerifyWebhook } from '@nikau/sdk'
import type { FastifyInstance } from 'fastify'
import type { NikauApi } from './nikau-api.ts'
import type { Order, Orders, Product } from './orders.ts'
import { html, type Html, money, page, statusTexts } from './pages.ts'
import { qrCodeSvg } from './qr-code.ts'
import { createVerifier } from './webhook.ts'

/** The vending machines of the shop, each with a code that never changes. Nikau asks here what a scanned one costs. */
const machines = new Map<string, Product>([['7', { sku: 'kawakawa-soda', name: 'Kawakawa soda', note: 'Cold, from the machine by the door', price: 450 }]])

export function addVending(
  app: FastifyInstance,
  shop: { origin: () => string; api: NikauApi; apiOrigin: string; orders: Orders; refresh: (order: Order) => Promise<void> },
) {
  const sales = new Map<string, Order>()
  let verify: VerifyWebhook | undefined

  app.get<{ Params: { number: string } }>('/machine/:number', async ({ params }, reply) => {
    const product = machines.get(params.number)
    if (!product) return reply.code(404).send()
    const sale = sales.get(params.number)
    if (sale) await shop.refresh(sale)
    return reply.type('text/html; charset=utf-8').send(machinePage(params.number, product, `${shop.origin()}/machine/${params.number}`, sale).markup)
  })

  app.get<{ Params: { number: string } }>('/machine/:number/code.svg', async ({ params }, reply) =>
    machines.has(params.number) ? reply.type('image/svg+xml').send(qrCodeSvg(`${shop.origin()}/machine/${params.number}`)) : reply.code(404).send(),
  )

  /** A customer has scanned a code: creates the request for what the machine sells. */
  app.post<{ Body: Buffer }>('/machine-payments', async (request, reply) => {
    const result = await verify?.({ authorization: request.headers.authorization, body: request.body })
    if (!result?.isValid) return reply.code(result?.problem === 'keys-unavailable' ? 503 : 401).send({ error: result?.problem ?? 'not registered' })
    const { event } = result
    if (event.type === 'webhook:challenge') return { challenge: event.data.challenge }
    const prefix = `${shop.origin()}/machine/`
    const number = event.type === 'fixed-code:scanned' && event.data.url.startsWith(prefix) ? event.data.url.slice(prefix.length) : ''
    const product = machines.get(number)
    if (!product) return reply.code(404).send({ error: 'no such machine' })
    const order = shop.orders.place(product, 1)
    order.request = await shop.api.createRequest(order)
    order.status = order.request.status
    sales.set(number, order)
    return { paymentRequestId: order.request.id }
  })

  return {
    /** Registers the codes, and proves that this shop runs the machines. The keys are known before the challenge comes. */
    async register(): Promise<void> {
      const target = `${shop.origin()}/machine-payments`
      const { id } = await shop.api.registerFixedCode({ prefix: `${shop.origin()}/machine/`, target })
      verify = createVerifier({ api: shop.apiOrigin, registration: `fixed-codes/${id}`, address: target })
      await shop.api.verifyFixedCode(id)
    },
  }
}

function machinePage(number: string, product: Product, url: string, sale: Order | undefined): Html {
  return page(
    `Machine ${number}`,
    'shop',
    html`<h1>Machine ${number}</h1>
      <article class="code">
        <div class="line">
          <h2>${product.name}</h2>
          <strong>${money(product.price)}</strong>
        </div>
        <p class="quiet">${product.note}</p>
        <img src="/machine/${number}/code.svg" alt="QR code of ${url}" width="240" height="240" />
        <p class="quiet">Scan it with Nikau to pay.</p>
        ${sale !== undefined && html`<p class="notice" role="status">Last sale: ${sale.status === 'paid' ? 'Paid. Take your drink.' : statusTexts[sale.status]}</p>`}
      </article>`,
  )
}
