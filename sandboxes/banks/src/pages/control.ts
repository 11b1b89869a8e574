import { banks, bankIds } from '../banks.ts'
import { aucklandDay } from '../calendar.ts'
import type { Consents } from '../consents.ts'
import type { Batches } from '../files/batches.ts'
import { faultKinds, faultPoints, type Fault } from '../fault-injection.ts'
import type { BanksDeps } from '../deps.ts'
import { html, showDay, showMoney, showTime, type Html } from './html.ts'

export const controlPage = (deps: BanksDeps, consents: Consents, batches: Batches): Html => {
  const { clock } = deps
  return html`<!doctype html>
    <html lang="en-NZ">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>Control the banks</title>
        <link rel="stylesheet" href="/pnz/style.css" />
        <link rel="icon" href="/pnz/mark.svg" type="image/svg+xml" />
      </head>
      <body class="wide">
        <header class="mast">
          <div class="mast-in">
            <span class="brand">
              <span class="mark" aria-hidden="true">N</span>
              <span class="brand-words"><strong>Control the banks</strong><span>${showTime(clock.ms())}${clock.frozen() ? ', frozen' : ''}</span></span>
            </span>
          </div>
        </header>
        <main id="main">
          <h1>Practice banks</h1>
          <p>${bankIds.map((id) => html`<a class="chip" href="/${id}/accounts">${banks[id].name}</a>`)}</p>
          ${clockCard(deps)} ${faultsCard(deps)} ${timesCard(deps)} ${paymentsCard(consents)} ${filesCard(batches)} ${callsCard(deps)}
        </main>
        <footer>
          <p>
            As JSON: <a href="/control/calls">calls</a>, <a href="/control/payments">payments</a>, <a href="/control/consents">consents</a>,
            <a href="/control/files">files</a>, <a href="/control/faults">faults</a>, <a href="/control/statement-faults">statement faults</a>
          </p>
        </footer>
      </body>
    </html>`
}

/** A button with nothing to fill in. The hidden field gives the form a body. */
const act = (action: string, label: string, name = 'go', value = '1'): Html =>
  html`<form method="post" action="${action}"><input type="hidden" name="${name}" value="${value}" /><button class="plain">${label}</button></form>`

const clockCard = ({ clock, schedule }: BanksDeps): Html =>
  html`<section class="card">
    <h2>Clock</h2>
    <p class="soft small">By this clock it is ${showDay(aucklandDay(clock.ms()))} in Auckland. Waiting for their time: ${schedule.pending().length} events.</p>
    <div class="line">
      ${['1h', '1d', '7d', '100d'].map((step) => act('/control/clock', `Advance ${step}`, 'advance', step))} ${act('/control/end-of-day', 'Run end of day')}
    </div>
    <form class="line gap" method="post" action="/control/clock">
      <label class="field"><span>Set to</span><input type="text" name="now" placeholder="2026-12-24T15:00:00+13:00" /></label><button>Set</button>
    </form>
  </section>`

const faultsCard = ({ faultInjection }: BanksDeps): Html =>
  html`<section class="card">
    <h2>Faults</h2>
    <form class="line" method="post" action="/control/faults">
      ${choose('Bank', 'bank', [['*', 'all banks'], ...bankIds.map((id): [string, string] => [id, banks[id].name])])}
      ${choose('At', 'at', [['*', 'everywhere'], ...faultPoints.map((point): [string, string] => [point, point])])}
      ${choose(
        'Kind',
        'kind',
        faultKinds.map((kind): [string, string] => [kind, kind]),
      )}
      <label class="field"><span>Times</span><input type="number" name="times" min="1" placeholder="no end" /></label>
      <button>Set fault</button>
    </form>
    ${
      faultInjection.faults().length === 0
        ? html`<p class="soft small gap">None set. Amounts ending in 61 to 78 cents select a fault; the README lists them.</p>`
        : html`<ul class="rows gap">
              ${faultInjection.faults().map(faultRow)}
            </ul>
            ${act('/control/clear', 'Clear all')}`
    }
  </section>`

const choose = (label: string, name: string, options: [value: string, text: string][]): Html =>
  html`<label class="field"
    ><span>${label}</span
    ><select name="${name}">
      ${options.map(([value, text]) => html`<option value="${value}">${text}</option>`)}
    </select></label
  >`

const faultRow = (fault: Fault): Html => {
  const where = `${fault.bank === '*' ? 'all banks' : banks[fault.bank].name}, ${fault.at === '*' ? 'everywhere' : fault.at}`
  return html`<li>
    <div class="row">
      <span><strong>${fault.kind}</strong><small>${where}, ${fault.left === null ? 'until cleared' : `${fault.left} more`}</small></span>
      ${act(`/control/faults/${fault.id}/remove`, 'Remove')}
    </div>
  </li>`
}

const timesCard = ({ faultInjection }: BanksDeps): Html => {
  const settings = faultInjection.settings()
  const named = { slowMs: 'Slow answer', settleMs: 'Until settled', lateRejectMs: 'Until late rejection', pendingMs: 'In Pending' } as const
  return html`<section class="card">
    <h2>Times, in milliseconds</h2>
    <form class="line" method="post" action="/control/settings">
      ${(Object.keys(named) as (keyof typeof named)[]).map(
        (name) => html`<label class="field"><span>${named[name]}</span><input type="number" name="${name}" min="0" value="${settings[name]}" /></label>`,
      )}
      <button>Keep</button>
    </form>
  </section>`
}

const table = (title: string, headings: string[], rows: Html[], empty: string): Html =>
  html`<section class="card">
    <h2>${title}</h2>
    ${
      rows.length === 0
        ? html`<p class="soft small">${empty}</p>`
        : html`<div class="scroll">
            <table>
              <thead>
                <tr>
                  ${headings.map((heading) => html`<th scope="col">${heading}</th>`)}
                </tr>
              </thead>
              <tbody>
                ${rows}
              </tbody>
            </table>
          </div>`
    }
  </section>`

const paymentsCard = (consents: Consents): Html =>
  table(
    'Payments',
    ['Bank', 'Amount', 'Status', 'When', 'Id'],
    consents
      .allPayments()
      .slice(-15)
      .toReversed()
      .map(
        (payment) =>
          html`<tr>
            <td>${banks[payment.bank].name}</td>
            <td class="num">${showMoney(payment.cents)}</td>
            <td>${payment.status}</td>
            <td>${showTime(payment.createdAt)}</td>
            <td><code>${payment.id.slice(0, 8)}</code></td>
          </tr>`,
      ),
    'None yet.',
  )

const filesCard = (batches: Batches): Html =>
  table(
    'Upload files',
    ['Bank', 'Reference', 'Kind', 'Details', 'Total', 'Status', 'Processed on'],
    batches
      .all()
      .slice(-15)
      .toReversed()
      .map(
        (batch) =>
          html`<tr>
            <td>${banks[batch.bank].name}</td>
            <td><code>${batch.reference}</code></td>
            <td>${batch.kind}</td>
            <td>${batch.count}</td>
            <td class="num">${showMoney(batch.totalCents)}</td>
            <td>${batch.status}</td>
            <td>${showDay(batch.processingDay)}</td>
          </tr>`,
      ),
    'None yet.',
  )

const callsCard = ({ calls }: BanksDeps): Html =>
  table(
    'Last calls',
    ['Call', 'Status', 'ms'],
    calls
      .list()
      .filter(({ path }) => path !== '/control' && !path.endsWith('.css') && !path.endsWith('.svg'))
      .slice(-20)
      .toReversed()
      .map(
        (call) =>
          html`<tr>
            <td><code>${call.method} ${call.path}</code></td>
            <td>${call.status === 0 ? 'cut' : (call.status ?? 'now')}</td>
            <td>${call.ms}</td>
          </tr>`,
      ),
    'None yet.',
  )
