import { farmCardFamily } from '@nikau/contract/card-verification'
import type { Clock, Db } from '@nikau/runtime'
import type { ExternalPaymentMethod } from '../payment-requests/index.ts'
import { payByCard } from './pay.ts'
import { quickPayOf, type QuickPayDeps } from './quick-pay.ts'
import { returnsAccount, tokenHashOf } from './rules.ts'
import { insertCardRefund } from './store-payments.ts'
import { selectBearer } from './store-sessions.ts'

/** Payments charged to a farm-supplies card. The card company returns money by its refund call. */
export const cardMethod: ExternalPaymentMethod = {
  name: 'farm-card',
  reference: 'card',
  subject: 'card-payment',
  createdBy: 'crn::service:farm-card',
  payerLabel: 'Farmlands Card customer',
  preAuthFamilies: [farmCardFamily],
  returnsAccount,
  async startReturn(tx, due) {
    await insertCardRefund(tx, { id: due.id, cardPaymentId: due.paymentId, amount: due.amount, at: due.at })
  },
}

const tokenPattern = /^ct_[\w-]{43}$/i

/** The method with the payment tokens that card verification issues and with scanned cards, for the process that serves the API. */
export function cardMethodWithTokens(deps: QuickPayDeps): ExternalPaymentMethod {
  return {
    ...cardMethod,
    paymentTokens: {
      bearerOf: (token) => bearerOf(deps, token),
      pay: (bearer, requestId, body) => payByCard(deps, bearer, requestId, body),
    },
    quickPay: quickPayOf(deps),
  }
}

/** Tokens are few and short-lived, so each call looks its token up. */
async function bearerOf({ db, wallClock }: { db: Db; wallClock: Clock }, token: string) {
  if (!tokenPattern.test(token)) return undefined
  const session = await selectBearer(db, tokenHashOf(token), wallClock.now())
  return session && { method: cardMethod.name, ...session }
}
