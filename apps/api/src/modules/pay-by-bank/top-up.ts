import type { AnswerOf, BodyOf } from '@nikau/contract'
import type { BankTopUp, completeBankTopUp, createBankTopUp } from '@nikau/contract/bank-topups'
import type { BankAnswer } from '@nikau/contract/one-off-payments'
import { topUpStatePrefix } from '@nikau/contract/return-banks'
import { cents } from '@nikau/money'
import type { Db } from '@nikau/runtime'
import type { Person } from '../../http/bind.ts'
import { inTransaction, Refusal, refuse } from '../../http/refusal.ts'
import { mayActFor } from '../accounts/index.ts'
import { livenessOf } from '../assets/index.ts'
import { walletForTopUp } from '../funds-transfers/index.ts'
import { cancelUnapproved } from './cancel.ts'
import { startAtBank } from './create.ts'
import { type PayDeps, submitAnswer, waitForOutcome } from './pay.ts'
import { openPayer } from './payer.ts'
import { present } from './present.ts'
import { topUpTtlMs } from './rules.ts'
import { type BankPaymentRow, selectBankPayment } from './store.ts'

// Top-ups by bank approval: payments by bank that pay into the wallet of the person who started them. Only their owner sees them.

/** On the customer's statement, as the payee and the code. */
const payee = 'Nikau'
const statementCode = 'TOPUP'

type Created = AnswerOf<typeof createBankTopUp> | Refusal<keyof typeof createBankTopUp.refusals>

/** Starts a top-up. Nothing is counted and nothing is shown among the transfers until it is approved. */
export async function createTopUp(deps: PayDeps, person: Person, body: BodyOf<typeof createBankTopUp>): Promise<Created> {
  const wallet = await inTransaction(deps.db, (tx) => walletForTopUp(tx, deps, person, body))
  if (wallet instanceof Refusal) return wallet
  const liveness = livenessOf(wallet.type)
  const bank = deps.bankOf(body.bank, liveness)
  if (!bank) return refuse('BANK_UNAVAILABLE')
  return await startAtBank(deps, bank.rail, {
    id: deps.ids.public(topUpStatePrefix),
    paymentRequestId: null,
    accountId: wallet.accountId,
    walletId: wallet.id,
    personId: person.personId,
    bank: body.bank,
    test: liveness === 'test',
    amount: body.amount,
    payee,
    statementCode,
    expiresAt: new Date(deps.clock.now().getTime() + topUpTtlMs),
    idempotencyKey: body.idempotencyKey,
  })
}

/** Unknown ids return FORBIDDEN, as for another person's top-up. */
export async function showTopUp(deps: PayDeps, person: Person, id: string): Promise<BankTopUp | Refusal<'FORBIDDEN'>> {
  const row = await topUpFor(deps.db, person, id)
  return row ? toBankTopUp(deps, row) : refuse('FORBIDDEN')
}

/** Completes a top-up with the answer of the bank. Repeated and concurrent calls wait for the same outcome. */
export async function completeTopUp(
  deps: PayDeps,
  person: Person,
  id: string,
  { body, sameBrowser }: { body: BankAnswer; sameBrowser: boolean },
): Promise<BankTopUp | Refusal<keyof typeof completeBankTopUp.refusals>> {
  const row = await topUpFor(deps.db, person, id)
  if (!row) return refuse('FORBIDDEN')
  const refusal = await submitAnswer(deps, row, body, sameBrowser)
  // The other refusals are of payment requests.
  if (refusal) return refusal as Refusal<'PAYMENT_DECLINED' | 'QUOTA_EXCEEDED'>
  await waitForOutcome(deps, id)
  return toBankTopUp(deps, (await selectBankPayment(deps.db, id)) as TopUpRow)
}

/** Cancels a top-up that is not approved. One that is with the bank already continues and is returned as it is. */
export async function cancelTopUp(deps: PayDeps, person: Person, id: string): Promise<BankTopUp | Refusal<'FORBIDDEN'>> {
  const row = await topUpFor(deps.db, person, id)
  if (!row) return refuse('FORBIDDEN')
  await cancelUnapproved(deps, row)
  return await showTopUp(deps, person, id)
}

type TopUpRow = BankPaymentRow & { accountId: string; walletId: string }

async function topUpFor(db: Db, person: Person, id: string): Promise<TopUpRow | undefined> {
  const row = await selectBankPayment(db, id)
  return row && row.accountId !== null && (await mayActFor(db, person, row.accountId)) ? (row as TopUpRow) : undefined
}

function toBankTopUp(deps: PayDeps, row: TopUpRow): BankTopUp {
  const payer = openPayer(deps.vault, row)
  return { ...present(row, deps.clock.now()), walletId: row.walletId, amount: cents(row.amount), ...(payer && { payer }) }
}
