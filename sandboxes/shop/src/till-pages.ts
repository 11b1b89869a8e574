import { products } from './orders.ts'
import { html, type Html, money } from './pages.ts'
import { qrCodeSvg } from './qr-code.ts'
import type { SaleView } from './till-view.ts'
import { gstIn, type Sale, totalOf } from './till-sales.ts'

const shopName = 'Tōtara Market'
const time = new Intl.DateTimeFormat('en-NZ', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'Pacific/Auckland' })

function page(title: string, script: string, content: Html): Html {
  return html`<!doctype html>
    <html lang="en-NZ">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title} · ${shopName}</title>
        <link rel="icon" href="/icon.svg" />
        <link rel="stylesheet" href="/till.css" />
        <script type="module" src="/${script}"></script>
      </head>
      <body>
        ${content}
      </body>
    </html>`
}

/** A part of the page that shows in one stage of the sale. */
const inStage = (view: SaleView, stage: SaleView['stage'], content: Html) =>
  html`<div data-stage="${stage}" ${view.stage === stage ? '' : html`hidden`}>${content}</div>`

/** The page of a sale. till.js fills it in from the sale that it carries, and keeps it up to date. */
export function tillPage(view: SaleView): Html {
  const product = (item: (typeof products)[number]) =>
    html`<button type="button" class="product" data-sku="${item.sku}"><span>${item.name}</span><strong>${money(item.price)}</strong></button>`
  const key = (text: string) => html`<button type="button" class="key" data-key="${text}">${text}</button>`
  return page(
    'Till',
    'till.js',
    html`<script type="application/json" id="sale">
        ${{ markup: JSON.stringify(view).replaceAll('<', String.raw`\u003c`) }}
      </script>
      <header class="bar">
        <span class="name">${shopName} <span>till</span></span>
        <a href="/till">New sale</a>
      </header>
      <main class="till" data-at="${view.stage}">
        <section class="basket" aria-labelledby="basket-title">
          <h2 id="basket-title">Basket</h2>
          <ul id="lines"></ul>
          <p id="empty" class="quiet">Nothing yet. Tap a product, or enter an amount.</p>
          ${inStage(
            view,
            'basket',
            html`<div class="products">${products.map(product)}</div>
              <div class="entry">
                <output id="entered" aria-label="Amount entered">$0.00</output>
                <button type="button" id="add">Add amount</button>
              </div>
              <div class="keypad" role="group" aria-label="Keypad">
                ${['1', '2', '3', '4', '5', '6', '7', '8', '9'].map(key)}${key('00')}${key('0')}
                <button type="button" class="key" data-key="⌫" aria-label="Delete">⌫</button>
              </div>`,
          )}
        </section>
        <section class="pay" aria-labelledby="headline">
          <h1 id="headline">To pay</h1>
          <p id="amount" class="amount">${money(view.left)}</p>
          <p id="notice" class="notice" role="alert" ${view.notice === '' ? html`hidden` : ''}>${view.notice}</p>
          ${inStage(view, 'basket', html`<button type="button" id="close" class="main" ${view.total === 0 ? html`disabled` : ''}>Charge</button>`)}
          ${inStage(
            view,
            'take',
            html`<form id="code-form" novalidate>
                <label for="code">Customer’s code</label>
                <div class="row">
                  <input id="code" name="code" inputmode="numeric" autocomplete="off" maxlength="24" aria-describedby="code-hint code-fault" />
                  <button class="main">Charge</button>
                </div>
                <p id="code-hint" class="quiet">Scan it with the hand scanner or the camera, or type the digits: 16, or 9 on a Farmlands card.</p>
                <p id="code-fault" class="fault" role="alert"></p>
              </form>
              <button type="button" id="camera">Scan with the camera</button>
              <div id="camera-view" class="camera" hidden>
                <video id="video" playsinline muted aria-label="Camera"></video>
                <p id="camera-state" role="status" class="quiet"></p>
              </div>
              <div class="row ways">
                <button type="button" data-kind="cash">Cash</button>
                <button type="button" data-kind="eftpos">EFTPOS</button>
                <button type="button" data-kind="slip">Code to print</button>
              </div>
              <div class="row ways">
                <button type="button" class="plain" id="reopen">Change basket</button>
                <button type="button" class="plain" id="abandon">Cancel sale</button>
              </div>`,
          )}
          ${inStage(
            view,
            'waiting',
            html`<p id="state" class="state" role="status"></p>
              <p id="time-left" class="time"></p>
              <div id="condition" class="condition" hidden>
                <p id="condition-text"></p>
                <div class="row ways">
                  <button type="button" id="accept" class="main">Done</button>
                  <button type="button" id="decline">Decline</button>
                </div>
              </div>
              <p><a id="slip-link" class="button" href="/till/${view.id}/slip" target="_blank" hidden>Print the code</a></p>
              <button type="button" id="cancel">Cancel</button>`,
          )}
          ${inStage(
            view,
            'paid',
            html`<div class="row ways">
              <a class="button main" href="/till/${view.id}/receipt">Receipt</a>
              <a class="button" href="/till">New sale</a>
            </div>`,
          )}
          <div id="paid-so-far" ${view.legs.length === 0 ? html`hidden` : ''}>
            <h2>Paid so far</h2>
            <dl id="legs" class="legs"></dl>
          </div>
        </section>
      </main>`,
  )
}

const row = (name: string, amount: string) =>
  html`<div>
    <dt>${name}</dt>
    <dd>${amount}</dd>
  </div>`
const test = (isTest: boolean) => isTest && html`<p class="test">TEST – not a real payment</p>`
const printing = html`<p class="actions"><button type="button" class="main" id="print">Print</button> <a class="button" href="/till">New sale</a></p>`

export function receiptPage(sale: Sale): Html {
  const total = totalOf(sale)
  const taken = sale.legs.reduce((sum, { amount }) => sum + amount, 0)
  return page(
    'Receipt',
    'print.js',
    html`<main class="paper">
      <h1>${shopName}</h1>
      <p>Tax invoice${sale.gstNumber !== undefined && ` · GST number ${grouped(sale.gstNumber)}`}</p>
      <p>${time.format(sale.legs.at(-1)?.at ?? sale.at)}</p>
      ${test(sale.isTest)}
      <dl class="legs">${sale.lines.map(({ qty, name, price }) => row(`${qty} × ${name}`, money(Number(price))))}</dl>
      <dl class="legs total">${row('Total', money(total))}${row('GST included', money(gstIn(total)))}</dl>
      <dl class="legs">
        ${sale.legs.map(({ by, amount, shortCode }) => row(`${by} · ${shortCode}`, money(amount)))} ${total > taken && row('Left to pay', money(total - taken))}
      </dl>
      <p>Thank you. Quote the code above for a refund.</p>
      ${printing}
    </main>`,
  )
}

/** `140-107-697`: how Inland Revenue writes it. */
const grouped = (gstNumber: string) => gstNumber.replaceAll(/\B(?=(\d{3})+$)/g, '-')

/** A slip with a code that a wallet scans to pay, now or until it expires. */
export function slipPage(sale: Sale, wallet: string): Html {
  const { request, amount } = sale.charge ?? {}
  const content = request
    ? html`<p class="amount">${money(amount ?? 0)}</p>
        <div class="qr" role="img" aria-label="Code to pay">${{ markup: qrCodeSvg(`${wallet}/c/${request.shortCode}`) }}</div>
        <p>Scan with your wallet to pay.</p>
        <p>${request.shortCode} · until ${time.format(new Date(request.expiresAt))}</p>`
    : html`<p>There is nothing to pay on this slip.</p>`
  return page(
    'Code to pay',
    'print.js',
    html`<main class="paper">
      <h1>${shopName}</h1>
      ${test(sale.isTest)}${content}${request && printing}
    </main>`,
  )
}
