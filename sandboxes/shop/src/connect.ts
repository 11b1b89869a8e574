import { randomUUID } from 'node:crypto'
import { isRefusal } from '@nikau/sdk'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Connection, NikauApi } from './nikau-api.ts'
import { type Order, type Orders, products } from './orders.ts'
import { html, type Html, money, page, statusTexts } from './pages.ts'
import { qrCodeSvg } from './qr-code.ts'

/** Connected wallets: the shop asks for a connection, the customer authorises it, and the shop charges on it. */
export function addConnect(app: FastifyInstance, shop: { api: NikauApi; orders: Orders; refresh: (order: Order) => Promise<void> }): void {
  const connections = new Map<string, Order[]>()
  const product = products[0]!
  const send = (reply: FastifyReply, content: Html, status = 200) => reply.code(status).type('text/html; charset=utf-8').send(content.markup)
  const show = async (reply: FastifyReply, id: string, notice?: string, status?: number) => {
    const connection = await shop.api.readConnection(id)
    const charges = connections.get(id) ?? []
    for (const order of charges) await (order.status === 'unknown' && !order.request ? charge(order, id) : shop.refresh(order))
    return await send(reply, connectionPage(connection, charges, notice), status)
  }

  /**
   * Within the customer's limits the answer is paid already; over them, the customer is asked. An order without an answer may be paid
   * too, so it is charged again under its key when the page is next opened. Returns a refusal.
   */
  async function charge(order: Order, connectionId: string): Promise<string | undefined> {
    try {
      order.request = await shop.api.createRequest(order, { connectionId })
      order.status = order.request.status
      return undefined
    } catch (error) {
      if (!isRefusal(error)) return undefined
      order.status = 'cancelled'
      return error.code
    }
  }

  app.get('/connect', (_request, reply) => send(reply, askPage()))

  app.post('/connect', async (_request, reply) => {
    const { id } = await shop.api.createConnection()
    connections.set(id, [])
    return reply.redirect(`/connect/${id}`, 303)
  })

  app.get<{ Params: { id: string } }>('/connect/:id', async ({ params }, reply) =>
    connections.has(params.id) ? show(reply, params.id) : send(reply, askPage(), 404),
  )

  app.get<{ Params: { id: string } }>('/connect/:id/code.svg', async ({ params }, reply) => {
    if (!connections.has(params.id)) return reply.code(404).send()
    return reply.type('image/svg+xml').send(qrCodeSvg((await shop.api.readConnection(params.id)).url))
  })

  app.post<{ Params: { id: string }; Body: { quantity?: string; order?: string } }>('/connect/:id/charge', async ({ params, body }, reply) => {
    const charges = connections.get(params.id)
    const quantity = Number(body?.quantity ?? 1)
    if (!charges || !Number.isInteger(quantity) || quantity < 1 || quantity > 20) return send(reply, askPage(), 404)
    // The id comes from the page, so that a button that is pressed twice charges once.
    if (body?.order !== undefined && shop.orders.get(body.order)) return await reply.redirect(`/connect/${params.id}`, 303)
    const order = shop.orders.place(product, quantity, body?.order)
    charges.unshift(order)
    const refusal = await charge(order, params.id)
    if (refusal === undefined) return await reply.redirect(`/connect/${params.id}`, 303)
    return await show(reply, params.id, `The wallet cannot be charged (${refusal}).`, 409)
  })
}

function askPage(): Html {
  return page(
    'Connect',
    'shop',
    html`<h1>Connect your wallet</h1>
      <article>
        <p>Then we can ask you for payments in Nikau, and take small ones without asking if you allow it.</p>
        <form method="post" action="/connect" class="buy"><button>Connect your wallet</button></form>
      </article>`,
  )
}

const stateTexts: Record<Connection['status'], string> = {
  created: 'Waiting for you in Nikau',
  authorized: 'Connected',
  expired: 'Ran out of time',
  ended: 'Disconnected',
}

const chargeTexts: Partial<Record<Order['status'], string>> = { unknown: 'No answer from Nikau yet', new: 'Waiting for the customer’s approval' }

function connectionPage(connection: Connection, charges: readonly Order[], notice: string | undefined): Html {
  const { id, status, url } = connection
  const invitation = html`<img src="/connect/${id}/code.svg" alt="QR code of the connection" width="240" height="240" />
    <p><a class="button" href="${url}">Open in Nikau</a></p>`
  const product = products[0]!
  const charge = html`<form method="post" action="/connect/${id}/charge" class="buy">
    <input type="hidden" name="order" value="${randomUUID()}" />
    <label>Quantity <input type="number" name="quantity" value="1" min="1" max="20" required /></label>
    <button>Charge ${money(product.price)} for a ${product.name.toLowerCase()}</button>
  </form>`
  const row = (order: Order) =>
    html`<li>
      <article>
        <div class="line">
          <h2>${order.lines.map((line) => `${line.qty} × ${line.name}`).join(', ')}</h2>
          <strong>${money(order.amount)}</strong>
        </div>
        <p class="quiet">
          <span class="kind ${order.status}">${chargeTexts[order.status] ?? statusTexts[order.status]}</span>
          ${order.status === 'new' && order.request !== undefined && html`<a href="${order.request.url}">Approve in Nikau</a>`}
        </p>
      </article>
    </li>`
  return page(
    'Connection',
    'shop',
    html`<h1>Connection</h1>
      ${notice !== undefined && html`<p class="notice" role="alert">${notice}</p>`}
      <article class="code">
        <div class="line">
          <h2>Your wallet</h2>
          <span class="kind">${stateTexts[status]}</span>
        </div>
        ${status === 'created' && invitation}${status === 'authorized' && charge}
      </article>
      <ul class="cards">
        ${charges.map(row)}
      </ul>
      <p><a href="/connect/${id}">Check again</a></p>`,
  )
}
