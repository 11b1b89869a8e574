import type { Card } from '../cards.ts'
import type { RequestSummary } from '../wallet-api.ts'
import { type Html, html, showMoney, showNumber } from './html.ts'
import { page } from './control.ts'

export type AppState = {
  id: string
  request: RequestSummary | undefined
  refusal: string | undefined
  cards: readonly { card: Card; availableCents: number }[]
}

/** The company's app with a payment request of the wallet. */
export const appPage = ({ id, request, refusal, cards }: AppState): Html =>
  page('Farm card app', 'The app on your phone', request ? payment(id, request, refusal, cards) : html`<h1>There is no such payment.</h1>`)

const payment = (id: string, { merchantName, status, remainingAmount }: RequestSummary, refusal: string | undefined, cards: AppState['cards']): Html => {
  const amount = showMoney(Number(remainingAmount))
  if (status !== 'new') return html`<h1>This payment is ${status}.</h1>`
  return html`<h1>Pay ${amount} to ${merchantName}</h1>
    ${refusal !== undefined && html`<p role="alert">Not paid: ${refusal}</p>`}
    ${cards.map(
      ({ card, availableCents }) =>
        html`<section>
          <p>${card.contact.name}<br />${showNumber(card.number)}<br />${showMoney(availableCents)} available</p>
          <form method="post" action="/pay/${id}">
            <button name="card" value="${card.token}">Pay ${amount}</button>
          </form>
        </section>`,
    )}`
}
