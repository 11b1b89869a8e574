import type { Bank, Customer } from '../banks.ts'
import { html, type Html } from './html.ts'
import { page } from './layout.ts'

/** Any password works: the customer number selects the customer. */
export const loginPage = (bank: Bank, action: string, people: Customer[], fault?: string): Html =>
  page(
    bank,
    'Log in',
    html`<div class="narrow">
      <h1>Log in</h1>
      ${fault !== undefined && html`<div class="alert" role="alert"><strong>Not logged in.</strong> ${fault}</div>`}
      <form class="card" method="post" action="${action}">
        <label class="field"
          ><span>Customer number</span
          ><input type="text" name="customer" inputmode="numeric" autocomplete="username" required value="${people[0]?.number ?? ''}"
        /></label>
        <label class="field"><span>Password</span><input type="password" name="password" autocomplete="current-password" required value="kiwi" /></label>
        <div class="actions"><button>Log in</button></div>
      </form>
      <section class="card">
        <h2>Who you can be</h2>
        <ul class="rows">
          ${people.map(
            (person) =>
              html`<li>
                <form method="post" action="${action}">
                  <input type="hidden" name="password" value="kiwi" />
                  <button class="row pick" name="customer" value="${person.number}">
                    <span><strong>${person.name}</strong><small>${person.accounts.map(({ name }) => name).join(', ')}</small></span
                    ><code>${person.number}</code>
                  </button>
                </form>
              </li>`,
          )}
        </ul>
        <p class="soft small">Choose one to log in at once. Any password will do.</p>
      </section>
    </div>`,
  )
