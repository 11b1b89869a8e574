import { showAccountNumber } from '../account-number.ts'
import type { Bank, Customer } from '../banks.ts'
import type { Account } from '../ledger.ts'
import { centsOf, type Consent } from '../consents.ts'
import { html, showMoney, showTime, type Html } from './html.ts'
import { page } from './layout.ts'

export const approvePage = (
  bank: Bank,
  { customer, csrf }: { customer: Customer; csrf: string },
  uid: string,
  consent: Consent,
  accounts: (Account & { balance: number })[],
  fault?: string,
): Html => {
  const cents = centsOf(consent.initiation.InstructedAmount.Amount)!
  const remittance = consent.initiation.RemittanceInformation.Reference
  const words = remittance?.CreditorReference
  const first = accounts.find(({ balance }) => balance >= cents)
  return page(
    bank,
    'Approve payment',
    html`<div class="narrow">
      <h1>Approve this payment?</h1>
      ${fault !== undefined && html`<div class="alert" role="alert"><strong>Not yet.</strong> ${fault}</div>`}
      <section class="card" aria-label="The payment">
        <p class="soft small">Nikau asks you to pay</p>
        <p class="figure">${showMoney(cents)}</p>
        <dl>
          <div>
            <dt>To</dt>
            <dd>${consent.initiation.CreditorAccount.Name}</dd>
          </div>
          <div>
            <dt>Account</dt>
            <dd>${consent.initiation.CreditorAccount.Identification}</dd>
          </div>
          ${entry('Particulars', words?.Particulars)}${entry('Code', words?.Code)}${entry('Reference', words?.Reference)}
          <div>
            <dt>Answer by</dt>
            <dd>${showTime(consent.expiresAt)}</dd>
          </div>
        </dl>
      </section>
      <form class="card" method="post" action="/${bank.id}/approve/${uid}">
        <input type="hidden" name="csrf" value="${csrf}" />
        <fieldset>
          <legend>Pay from</legend>
          ${accounts.map(
            (account) =>
              html`<label class="choice"
                ><input
                  type="radio"
                  name="account"
                  value="${account.number}"
                  ${account === first ? 'checked' : ''}
                  ${account.balance < cents ? 'disabled' : ''}
                /><span
                  ><strong>${account.name}</strong
                  ><small>${showAccountNumber(account.number)}</small>${account.balance < cents && html`<small>Not enough money</small>`}</span
                ><span class="num">${showMoney(account.balance)}</span></label
              >`,
          )}
        </fieldset>
        <div class="actions">
          <button name="decision" value="approve">Approve ${showMoney(cents)}</button
          ><button class="plain" name="decision" value="decline" formnovalidate>Decline</button>
        </div>
      </form>
    </div>`,
    { name: customer.name, csrf },
  )
}

const entry = (name: string, text: string | undefined): Html | false =>
  text !== undefined &&
  text !== '' &&
  html`<div>
    <dt>${name}</dt>
    <dd>${text}</dd>
  </div>`

/** The consent can no longer be approved or declined. */
export const tooLatePage = (bank: Bank, uid: string, why: string): Html =>
  page(
    bank,
    'Too late',
    html`<div class="narrow">
      <section class="card">
        <h1>This request cannot be approved</h1>
        <p>${why}</p>
        <form method="post" action="/${bank.id}/approve/${uid}">
          <div class="actions"><button name="decision" value="too-late">Back to Nikau</button></div>
        </form>
      </section>
    </div>`,
  )

export const messagePage = (bank: Bank, title: string, text: string): Html =>
  page(
    bank,
    title,
    html`<div class="narrow">
      <section class="card">
        <h1>${title}</h1>
        <p>${text}</p>
        <p><a href="/${bank.id}/accounts">To your accounts</a></p>
      </section>
    </div>`,
  )
