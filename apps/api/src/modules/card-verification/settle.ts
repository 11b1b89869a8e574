import type { Tx } from '@nikau/runtime'
import { closeException, listException } from '../exceptions/index.ts'
import { act, type ActMeans, byCard, cardRefundsOf, refundToCard, releaseFromBank, type RequestRow, settleFromBank } from '../payment-requests/index.ts'
import { assetTypeOf, clearingOf, type Failure, unitOf } from './rules.ts'
import { type CardPaymentRow, endCardPayment, lockCardPayment } from './store-payments.ts'

const undecided = 'card-undecided'
const refsOf = (row: CardPaymentRow) => ({ cardPaymentId: row.id, paymentRequestId: row.paymentRequestId })
const moneyOf = (row: CardPaymentRow) => ({ unit: unitOf(row.test), amount: row.amount })

/** Decides about a payment together with its request, alone and in one commit; nothing when someone has gone on already. */
async function deciding(means: ActMeans, row: CardPaymentRow, work: (tx: Tx, request: RequestRow) => Promise<void>): Promise<void> {
  await act(means, row.paymentRequestId, async (tx, request) => {
    const now = await lockCardPayment(tx, row.id)
    if (now?.step !== 'charge') return
    await closeException(tx, { kind: undecided, ref: row.id, at: means.clock.now() })
    await work(tx, request)
  })
}

/** The card was charged. The request takes it if it was held for it; else the charge goes back to the card at once. */
export async function settle(means: ActMeans, row: CardPaymentRow): Promise<void> {
  await deciding(means, row, async (tx, request) => {
    const unit = unitOf(row.test)
    const clearing = clearingOf(unit)
    await means.ledger.openAccount(tx, clearing)
    const at = means.clock.now()
    const paid = {
      id: row.id,
      amount: row.amount,
      assetType: assetTypeOf(row.test),
      description: `Farmlands Card ending ${row.lastFour}`,
      clearing: clearing.id,
      by: byCard,
    }
    const posting = request.heldBy === row.id ? await settleFromBank(tx, means, request, paid) : undefined
    if (posting !== undefined) {
      await endCardPayment(tx, row.id, { step: 'paid', posting, at })
      return
    }
    if (request.heldBy === row.id) await releaseFromBank(tx, means, request, row)
    const aside = cardRefundsOf(unit)
    await means.ledger.openAccount(tx, aside)
    const [outcome] = await means.ledger.postIn(tx, [
      {
        reference: `card:${row.id}`,
        kind: 'payment.card-returned',
        subject: `card-payment:${row.id}`,
        operations: [{ op: 'transfer', from: clearing.id, to: aside.id, amount: row.amount }],
      },
    ])
    if (outcome?.outcome !== 'accepted') throw new Error(`a charge could not be set aside: ${JSON.stringify(outcome)}`)
    await endCardPayment(tx, row.id, { step: 'failed', failure: 'returned', posting: outcome.posting, at })
    await refundToCard(tx, { id: `returned:${row.id}`, cardPaymentId: row.id, amount: row.amount, at })
  })
}

/** The card was not charged and will not be: the request is free again. */
export async function fail(means: ActMeans, row: CardPaymentRow, failure: Failure, why: string): Promise<void> {
  await deciding(means, row, async (tx, request) => {
    await releaseFromBank(tx, means, request, row)
    await endCardPayment(tx, row.id, { step: 'failed', failure, why, at: means.clock.now() })
  })
}

/** The company has another charge under our key. The request stays held until an operator has asked. */
export async function giveToOperator(means: ActMeans, row: CardPaymentRow, why: string): Promise<void> {
  await deciding(means, row, async (tx) => {
    const at = means.clock.now()
    await listException(tx, { kind: 'card-lost', ref: row.id, money: moneyOf(row), refs: refsOf(row), at })
    await endCardPayment(tx, row.id, { step: 'lost', why, at })
  })
}

/** Nothing is decided; but someone should know. */
export async function tellUndecided(means: ActMeans, row: CardPaymentRow): Promise<void> {
  await listException(means.db, { kind: undecided, ref: row.id, money: moneyOf(row), refs: refsOf(row), at: means.clock.now() })
}
