import { banks, bankIds } from '../banks.ts'
import { aucklandDay } from '../calendar.ts'
import type { Consents } from '../consents.ts'
import { faultKinds, points } from '../steering.ts'
import type { World } from '../world.ts'
import { html, showDay, showMoney, showTime, type Html } from './html.ts'

export const controlPage = (world: World, consents: Consents): Html => {
  const { clock, steering, calls, schedule } = world
  const settings = steering.settings()
  return html`<!doctype html>
    <html lang="en-NZ">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>Steer the banks</title>
        <link rel="stylesheet" href="/pnz/style.css" />
        <link rel="icon" href="/pnz/mark.svg" type="image/svg+xml" />
      </head>
      <body class="wide">
        <header class="mast">
          <div class="mast-in">
            <span class="brand"
              ><span class="mark" aria-hidden="true">⚙</span
              ><span class="brand-words"><strong>Steer the banks</strong><span>${showTime(clock.ms())}${clock.frozen() ? ', frozen' : ''}</span></span></span
            >
          </div>
        </header>
        <main id="main">
          <p>${bankIds.map((id) => html`<a class="chip" href="/${id}/accounts">${banks[id].name}</a>`)}</p>

          <section class="card">
            <h2>Clock</h2>
            <p class="soft small">
              It is ${showDay(aucklandDay(clock.ms()))} in Auckland by this bank. ${schedule.pending().length} things wait for their time.
            </p>
            <div class="line">
              ${['1h', '1d', '7d', '100d'].map((step) => html`<form method="post" action="/control/clock"><input type="hidden" name="advance" value="${step}" /><button class="plain">Advance ${step}</button></form>`)}
              <form method="post" action="/control/end-of-day"><input type="hidden" name="run" value="1" /><button class="plain">Run end of day</button></form>
            </div>
            <form class="line gap" method="post" action="/control/clock">
              <label class="field"><span>Set to</span><input type="text" name="now" placeholder="2026-12-24T15:00:00+13:00" /></label><button>Set</button>
            </form>
          </section>

          <section class="card">
            <h2>Faults</h2>
            <form class="line" method="post" action="/control/faults">
              <label class="field"
                ><span>Bank</span
                ><select name="bank">
                  <option value="*">all banks</option>
                  ${bankIds.map((id) => html`<option value="${id}">${banks[id].name}</option>`)}
                </select></label
              >
              <label class="field"
                ><span>At</span
                ><select name="at">
                  <option value="*">everywhere</option>
                  ${points.map((point) => html`<option>${point}</option>`)}
                </select></label
              >
              <label class="field"
                ><span>Kind</span
                ><select name="kind">
                  ${faultKinds.map((kind) => html`<option>${kind}</option>`)}
                </select></label
              >
              <label class="field"><span>Times</span><input type="number" name="times" min="1" placeholder="until cleared" /></label>
              <button>Set fault</button>
            </form>
            ${
              steering.faults().length === 0
                ? html`<p class="soft small">None set. Amounts ending in 61 to 78 cents steer single payments, see the README.</p>`
                : html`<ul class="rows">
                    ${steering.faults().map(
                      (fault) =>
                        html`<li>
                          <div class="row">
                            <span
                              ><strong>${fault.kind}</strong
                              ><small
                                >${fault.bank === '*' ? 'all banks' : banks[fault.bank].name}, ${fault.at === '*' ? 'everywhere' : fault.at},
                                ${fault.left === null ? 'until cleared' : `${fault.left} more`}</small
                              ></span
                            >
                            <form method="post" action="/control/faults/${fault.id}/remove">
                              <input type="hidden" name="id" value="${fault.id}" /><button class="plain">Remove</button>
                            </form>
                          </div>
                        </li>`,
                    )}
                  </ul>`
            }
            <form method="post" action="/control/clear"><input type="hidden" name="all" value="1" /><button class="plain">Clear all</button></form>
          </section>

          <section class="card">
            <h2>Times</h2>
            <form class="line" method="post" action="/control/settings">
              ${(['slowMs', 'settleMs', 'lateRejectMs', 'pendingMs'] as const).map((name) => html`<label class="field"><span>${name}</span><input type="number" name="${name}" min="0" value="${settings[name]}" /></label>`)}
              <button>Keep</button>
            </form>
          </section>

          <section class="card">
            <h2>Payments</h2>
            <div class="scroll">
              <table>
                <thead>
                  <tr>
                    <th>Bank</th>
                    <th>Amount</th>
                    <th>Status</th>
                    <th>When</th>
                    <th>Id</th>
                  </tr>
                </thead>
                <tbody>
                  ${consents
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
                    )}
                </tbody>
              </table>
            </div>
          </section>

          <section class="card">
            <h2>Last calls</h2>
            <div class="scroll">
              <table>
                <thead>
                  <tr>
                    <th>Call</th>
                    <th>Status</th>
                    <th>ms</th>
                  </tr>
                </thead>
                <tbody>
                  ${calls
                    .list()
                    .slice(-20)
                    .toReversed()
                    .map(
                      (call) =>
                        html`<tr>
                          <td><code>${call.method} ${call.path}</code></td>
                          <td>${call.status === 0 ? 'cut' : call.status}</td>
                          <td>${call.ms}</td>
                        </tr>`,
                    )}
                </tbody>
              </table>
            </div>
            <p class="soft small">
              All of it as JSON: <a href="/control/calls">calls</a>, <a href="/control/payments">payments</a>, <a href="/control/consents">consents</a>,
              <a href="/control/files">files</a>.
            </p>
          </section>
        </main>
      </body>
    </html>`
}
