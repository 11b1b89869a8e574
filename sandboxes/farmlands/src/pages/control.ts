import type { Calls } from '../calls.ts'
import { type Account, type Card, statusAt } from '../cards.ts'
import type { Charge, Company, Refund } from '../company.ts'
import { type Fault, faultKinds, faultPoints } from '../faults.ts'
import type { FaultInjection } from '../fault-injection.ts'
import { type Html, html, showMoney, showNumber, showTime } from './html.ts'

export const page = (title: string, line: string, body: Html): Html =>
  html`<!doctype html>
    <html lang="en-NZ">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title}</title>
        <link rel="stylesheet" href="/style.css" />
        <link rel="icon" href="/mark.svg" type="image/svg+xml" />
      </head>
      <body>
        <header>
          <div>
            <a href="/control"
              ><img src="/mark.svg" alt="" width="44" height="44" /><span><strong>Farm card company</strong>${line}</span></a
            >
          </div>
        </header>
        <main>${body}</main>
        <footer>
          <p>Practice company. No real cards, no real money, not connected with anyone who gives out cards.</p>
          <p>
            As JSON: <a href="/control/cards">cards</a>, <a href="/control/charges">charges</a>, <a href="/control/refunds">refunds</a>,
            <a href="/control/settlements">settlements</a>, <a href="/control/faults">faults</a>, <a href="/control/calls">calls</a>
          </p>
        </footer>
      </body>
    </html>`

export const controlPage = ({ company, faultInjection, calls }: { company: Company; faultInjection: FaultInjection; calls: Calls }): Html =>
  page(
    'Control the farm card company',
    'Cards, statements and faults',
    html`${cardsCard(company)} ${faultsCard(company, faultInjection)} ${movementsCard('Last charges and refunds', movements(company).slice(0, 15))}
    ${callsCard(calls)}`,
  )

export const statementPage = (company: Company, account: Account): Html =>
  page(
    `${account.name}, statement`,
    `Account ${account.id}`,
    html`<h1>${account.name}</h1>
      <section class="figures">
        <p><b>${showMoney(account.owedCents)}</b>owed</p>
        <p><b>${showMoney(company.available(account.id))}</b>available</p>
        <p><b>${showMoney(account.limitCents)}</b>credit limit</p>
      </section>
      ${movementsCard('Statement', movements(company, account.id))}
      <p><a href="/control">All cards</a></p>`,
  )

/** A button with nothing to fill in. The hidden field gives the form a body. */
const act = (action: string, label: string, name = 'go', value = '1'): Html =>
  html`<form method="post" action="${action}"><input type="hidden" name="${name}" value="${value}" /><button class="plain">${label}</button></form>`

const cardsCard = (company: Company): Html =>
  table(
    'Cards',
    ['Card', 'Expiry, CVC', 'Account', 'Available', 'Code goes to', 'Status', ''],
    company.cards().map((card) => cardRow(company, card)),
    'None.',
  )

const cardRow = (company: Company, card: Card): Html => {
  const status = statusAt(card, new Date())
  const targets = [card.contact.mobile, card.contact.email].filter((one) => one !== null)
  return html`<tr>
    <td><code class="card">${showNumber(card.number)}</code></td>
    <td><code>${card.expiry}</code> <code>${card.cvc}</code></td>
    <td><a href="/control/accounts/${card.account}">${company.account(card.account).name}</a></td>
    <td class="num">${showMoney(company.available(card.account))}</td>
    <td>${card.trusted ? 'no code needed' : targets.length === 0 ? 'nobody: no contact' : targets.join(', ')}</td>
    <td><span class="chip ${status}">${status}</span></td>
    <td>${act(`/control/cards/${card.token}/status`, status === 'active' ? 'Block' : 'Make active', 'status', status === 'active' ? 'inactive' : 'active')}</td>
  </tr>`
}

const choose = (label: string, name: string, options: [value: string, text: string][]): Html =>
  html`<label
    ><span>${label}</span
    ><select name="${name}">
      ${options.map(([value, text]) => html`<option value="${value}">${text}</option>`)}
    </select></label
  >`

const faultsCard = (company: Company, faultInjection: FaultInjection): Html =>
  html`<section>
    <h2>Faults</h2>
    <form class="line" method="post" action="/control/faults">
      ${choose('At', 'at', [['*', 'everywhere'], ...faultPoints.map((point): [string, string] => [point, point])])}
      ${choose(
        'Kind',
        'kind',
        faultKinds.map((kind): [string, string] => [kind, kind]),
      )}
      <label><span>Times</span><input type="number" name="times" min="1" placeholder="no end" /></label>
      <button>Set fault</button>
    </form>
    ${
      company.faults().length === 0
        ? html`<p class="soft">None set. Amounts ending in 61, 62, 64, 67 or 76 cents select a fault; the README lists them.</p>`
        : html`<ul>
              ${company.faults().map(faultRow)}
            </ul>
            ${act('/control/clear', 'Clear all')}`
    }
    <form class="line" method="post" action="/control/settings">
      <label><span>A slow answer takes, in ms</span><input type="number" name="slowMs" min="0" value="${faultInjection.slowMs()}" /></label
      ><button class="plain">Keep</button>
    </form>
  </section>`

const faultRow = (fault: Fault): Html =>
  html`<li>
    <span
      ><strong>${fault.kind}</strong> ${fault.at === '*' ? 'everywhere' : `at ${fault.at}`},
      ${fault.left === null ? 'until cleared' : `${fault.left} more`}</span
    >
    ${act(`/control/faults/${fault.id}/remove`, 'Remove')}
  </li>`

type Movement = { at: string; account: string; what: string; detail: string; cents: number | null }

const movements = (company: Company, account?: string): Movement[] => {
  const chargeResponse = (charge: Charge): Movement => ({
    at: charge.at,
    account: company.account(charge.account).name,
    what: charge.status === 'approved' ? 'Charge' : `Declined, ${charge.decline!.toLowerCase().replaceAll('_', ' ')}`,
    detail: `${charge.reference}, GST ${charge.merchantGst}`,
    cents: charge.status === 'approved' ? charge.cents : null,
  })
  const refundResponse = (refund: Refund): Movement => ({
    at: refund.at,
    account: company.account(refund.account).name,
    what: 'Refund',
    detail: refund.reference,
    cents: -refund.cents,
  })
  const mine = <T extends { account: string }>(list: T[]): T[] => list.filter((one) => account === undefined || one.account === account)
  return [...mine(company.charges()).map(chargeResponse), ...mine(company.refunds()).map(refundResponse)].toSorted((a, b) => b.at.localeCompare(a.at))
}

const movementsCard = (title: string, list: Movement[]): Html =>
  table(
    title,
    ['When', 'Account', 'What', 'Reference', 'Amount'],
    list.map(
      (one) =>
        html`<tr>
          <td>${showTime(one.at)}</td>
          <td>${one.account}</td>
          <td>${one.what}</td>
          <td><code>${one.detail}</code></td>
          <td class="num">${one.cents === null ? '–' : showMoney(one.cents)}</td>
        </tr>`,
    ),
    'Nothing yet.',
  )

const callsCard = (calls: Calls): Html =>
  table(
    'Last calls',
    ['Call', 'Status', 'ms'],
    calls
      .list()
      .slice(-15)
      .toReversed()
      .map(
        (call) =>
          html`<tr>
            <td><code>${call.method} ${call.path}</code></td>
            <td>${call.status === 0 ? 'cut' : call.status}</td>
            <td>${call.ms}</td>
          </tr>`,
      ),
    'None yet.',
  )

const table = (title: string, headings: string[], rows: Html[], empty: string): Html =>
  html`<section>
    <h2>${title}</h2>
    ${
      rows.length === 0
        ? html`<p class="soft">${empty}</p>`
        : html`<div class="scroll">
            <table>
              <thead>
                <tr>
                  ${headings.map((heading) => (heading === '' ? html`<td></td>` : html`<th scope="col" class="${['Available', 'Amount'].includes(heading) ? 'num' : ''}">${heading}</th>`))}
                </tr>
              </thead>
              <tbody>
                ${rows}
              </tbody>
            </table>
          </div>`
    }
  </section>`
