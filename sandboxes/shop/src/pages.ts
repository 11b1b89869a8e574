import type { Order, Product } from './orders.ts'

/** Markup that is safe to send. Anything else put into a template is escaped. */
export type Html = { readonly markup: string }
type Value = Html | string | number | false | undefined | readonly Html[]

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const render = (value: Value): string => {
  if (value === false || value === undefined) return ''
  if (typeof value === 'string' || typeof value === 'number') return String(value).replaceAll(/[&<>"']/g, (sign) => entities[sign]!)
  return 'markup' in value ? value.markup : value.map(render).join('')
}
export const html = (strings: TemplateStringsArray, ...values: Value[]): Html => ({
  markup: strings.reduce((text, piece, place) => text + piece + (place < values.length ? render(values[place]) : ''), ''),
})

const dollars = new Intl.NumberFormat('en-NZ', { style: 'currency', currency: 'NZD' })
export const money = (cents: number) => dollars.format(cents / 100)
const time = new Intl.DateTimeFormat('en-NZ', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  hour: 'numeric',
  minute: '2-digit',
  timeZone: 'Pacific/Auckland',
})

export const statusTexts: Record<Order['status'], string> = {
  unknown: 'Not asked for yet',
  new: 'Waiting for payment',
  paid: 'Paid',
  expired: 'Ran out of time',
  cancelled: 'Cancelled',
}

/** A paid order says what became of the money. */
function statusText(order: Order): string {
  if (order.status !== 'paid' || order.refunded === 0) return statusTexts[order.status]
  return order.refunded < order.amount ? 'Part refunded' : 'Refunded'
}

/** The colours of the status; a refund has those of none. */
const statusKind = (order: Order) => (order.status === 'paid' && order.refunded > 0 ? 'refunded' : order.status)

export function page(title: string, here: 'shop' | 'orders' | 'setup', content: Html): Html {
  return html`<!doctype html>
    <html lang="en-NZ">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title} · Tōtara Market</title>
        <link rel="icon" href="/icon.svg" />
        <link rel="stylesheet" href="/shop.css" />
        <script type="module" src="/shop.js"></script>
      </head>
      <body>
        <a class="skip" href="#content">Skip to content</a>
        <header>
          <span class="name">Tōtara Market <span>sandbox shop</span></span>
          <nav aria-label="Shop">
            <a href="/" ${here === 'shop' ? html`aria-current="page"` : ''}>Shop</a>
            <a href="/till">Till</a>
            <a href="/orders" ${here === 'orders' ? html`aria-current="page"` : ''}>Orders</a>
          </nav>
        </header>
        <main id="content" tabindex="-1">${content}</main>
      </body>
    </html>`
}

/** `wallet` is the one origin whose messages the page listens to. */
export function shopPage(products: readonly Product[], wallet: string, notice?: string): Html {
  const card = (product: Product) =>
    html`<li>
      <article>
        <div class="line">
          <h2>${product.name}</h2>
          <strong>${money(product.price)}</strong>
        </div>
        <p class="quiet">${product.note}</p>
        <form method="post" action="/orders" class="buy">
          <input type="hidden" name="sku" value="${product.sku}" />
          <label>Quantity <input type="number" name="quantity" value="1" min="1" max="20" required /></label>
          <span class="ways">
            <button class="plain" name="window" value="1" hidden>Pay in a window</button>
            <button>Pay with Nikau</button>
          </span>
        </form>
      </article>
    </li>`
  return page(
    'Shop',
    'shop',
    html`<h1>Good things, slowly made</h1>
      ${notice !== undefined && html`<p class="notice" role="alert">${notice}</p>`}
      <p id="result" class="notice" role="status" data-wallet="${wallet}" hidden></p>
      <ul class="cards">
        ${products.map(card)}
      </ul>
      <p class="more"><a href="/connect">Connect your wallet</a> <a href="/machine/7">Machine by the door</a> <a href="/setup">Connect the shop</a></p>`,
  )
}

export function ordersPage(orders: readonly Order[]): Html {
  const row = (order: Order) =>
    html`<li>
      <article>
        <div class="line">
          <h2><a href="/orders/${order.id}">${order.lines.map((line) => `${line.qty} × ${line.name}`).join(', ')}</a></h2>
          <strong>${money(order.amount)}</strong>
        </div>
        <p class="quiet"><span class="kind ${statusKind(order)}">${statusText(order)}</span> ${time.format(order.at)}</p>
      </article>
    </li>`
  const content =
    orders.length === 0
      ? html`<p class="empty">Nothing has been sold yet.</p>`
      : html`<ul class="cards">
          ${orders.map(row)}
        </ul>`
  return page(
    'Orders',
    'orders',
    html`<h1>Orders</h1>
      ${content}`,
  )
}

export function orderPage(order: Order, notice?: string): Html {
  const left = order.amount - order.refunded
  const refund = html`<form method="post" action="/orders/${order.id}/refund" class="buy">
    <label
      >Refund in dollars
      <input type="number" name="dollars" value="${(left / 100).toFixed(2)}" min="0.01" max="${(left / 100).toFixed(2)}" step="0.01" required
    /></label>
    <button class="plain">Refund</button>
  </form>`
  const open = html`<div class="buy">
    <a class="button" href="${order.request?.url ?? '/'}">Go on paying</a>
    <form method="post" action="/orders/${order.id}/cancel"><button class="plain">Cancel the order</button></form>
  </div>`
  return page(
    'Order',
    'orders',
    html`<h1>${order.status === 'paid' && order.refunded === 0 ? 'Thank you' : statusText(order)}</h1>
      ${notice !== undefined && html`<p class="notice" role="alert">${notice}</p>`}
      <article>
        <div class="line">
          <h2>Order</h2>
          <span class="kind ${statusKind(order)}">${statusText(order)}</span>
        </div>
        <dl>
          ${order.lines.map(
            (line) =>
              html`<dt>${line.qty} × ${line.name}</dt>
                <dd>${money(Number(line.price))}</dd>`,
          )}
          <dt>Total</dt>
          <dd><strong>${money(order.amount)}</strong></dd>
          ${
            order.refunded > 0 &&
            html`<dt>Refunded</dt>
              <dd>${money(order.refunded)}</dd>`
          }
          ${
            order.request !== undefined &&
            html`<dt>Nikau code</dt>
              <dd>${order.request.shortCode}</dd>`
          }
        </dl>
        ${order.status === 'paid' && left > 0 && refund}${order.status === 'new' && open}
        ${order.notifications.length > 0 && html`<p class="quiet">Webhooks: ${order.notifications.map((notification) => notification.type.replace('payment-request:', '')).join(', ')}</p>`}
      </article>
      <p><a href="/">Back to the shop</a></p>`,
  )
}
