import { showAccountNumber } from '../account-number.ts'
import type { Bank, Customer } from '../banks.ts'
import type { Account, Entry } from '../ledger.ts'
import { html, showDay, showMoney, type Html } from './html.ts'
import { page } from './layout.ts'

type SignedIn = { customer: Customer; csrf: string }

const typeNames: Record<Entry['type'], string> = {
  BP: 'Online payment',
  DD: 'Direct debit',
  DC: 'Direct credit',
  DH: 'Dishonour',
  RV: 'Reversal',
  BC: 'Returned credit',
}

export const accountsPage = (bank: Bank, { customer, csrf }: SignedIn, accounts: (Account & { balance: number })[]): Html =>
  page(
    bank,
    'Your accounts',
    html`<h1>Kia ora, ${customer.name}</h1>
      <section class="card">
        <h2>Your accounts</h2>
        <ul class="rows">
          ${accounts.map(
            (account) =>
              html`<li>
                <a class="row" href="/${bank.id}/accounts/${showAccountNumber(account.number)}"
                  ><span><strong>${account.name}</strong><small>${showAccountNumber(account.number)}</small></span
                  ><span class="num">${showMoney(account.balance)}</span></a
                >
              </li>`,
          )}
        </ul>
      </section>`,
    { name: customer.name, csrf },
  )

export const statementPage = (bank: Bank, { customer, csrf }: SignedIn, account: Account, balance: number, entries: readonly Entry[]): Html =>
  page(
    bank,
    `${account.name} statement`,
    html`<p><a href="/${bank.id}/accounts">All accounts</a></p>
      <h1>${account.name}</h1>
      <section class="card">
        <p class="soft small">${showAccountNumber(account.number)}</p>
        <p class="figure">${showMoney(balance)}</p>
        <p class="soft small">Balance</p>
      </section>
      <section class="card">
        <h2>Statement</h2>
        ${entries.length === 0 ? html`<p class="soft">Nothing yet. Debits and credits show here with their particulars, code and reference.</p>` : days(entries)}
      </section>`,
    { name: customer.name, csrf },
  )

const days = (entries: readonly Entry[]): Html[] => {
  const byDay = Map.groupBy(entries.toReversed(), ({ day }) => day)
  return [...byDay].map(
    ([day, list]) =>
      html`<h3 class="day">${showDay(day)}</h3>
        <ul class="rows">
          ${list.map(line)}
        </ul>`,
  )
}

const line = (entry: Entry): Html =>
  html`<li>
    <div class="row">
      <span
        ><strong>${entry.otherName}</strong><small>${typeNames[entry.type]}</small>
        <span class="words">${word('Particulars', entry.particulars)}${word('Code', entry.code)}${word('Reference', entry.reference)}</span></span
      >
      <span class="num${entry.amount > 0 ? ' in' : ''}">${entry.amount > 0 ? '+' : ''}${showMoney(entry.amount)}</span>
    </div>
  </li>`

const word = (name: string, text: string): Html | false => text !== '' && html`<span><b>${name}</b>${text}</span>`
