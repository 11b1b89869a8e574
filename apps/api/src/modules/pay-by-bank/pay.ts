import type { BodyOf } from '@nikau/contract'
import type { BankAnswer, OneOffPayment, payOneOffPayment } from '@nikau/contract/one-off-payments'
import type { BankOutcome, PayByBank } from '@nikau/rails/pay-by-bank'
import type { Vault } from '@nikau/runtime'
import { Unavailable } from '../../http/errors.ts'
import { Refusal, refuse } from '../../http/refusal.ts'
import type { RequestDeps } from '../payment-requests/index.ts'
import type { QuotaDeps } from '../quotas/index.ts'
import { type PayByBankDeps, toAuthorisationRequest } from './create.ts'
import { withReservation } from './destination.ts'
import { present, selectRequestPayment, toOneOffPayment } from './present.ts'
import { maxRefusedReturns } from './rules.ts'
import { advanceBankPayment, countRefusedReturn, enqueue, type BankPaymentRow, selectBankPayment } from './store.ts'

export interface PayDeps extends PayByBankDeps, QuotaDeps, Pick<RequestDeps, 'fees'> {
  vault: Vault
  /** How long a call waits for a final status before it returns the pending payment. */
  waitMs: number
}

type Refused = keyof typeof payOneOffPayment.refusals

/**
 * Pays a request with the authorisation code from the bank's callback. Repeated and concurrent calls wait for the same outcome.
 */
export async function pay(deps: PayDeps, id: string, body: BodyOf<typeof payOneOffPayment>, sameBrowser: boolean): Promise<OneOffPayment | Refusal<Refused>> {
  const row = await selectRequestPayment(deps.db, id)
  if (!row) return refuse('ONE_OFF_PAYMENT_NOT_FOUND')
  const refusal = await submitAnswer(deps, row, body, sameBrowser)
  // Only a top-up uses a quota.
  if (refusal) return refusal as Refusal<Refused>
  await waitForOutcome(deps, id)
  const payment = toOneOffPayment((await selectRequestPayment(deps.db, id))!, deps.clock.now())
  return payment.status === 'failed' ? refuse('PAYMENT_DECLINED', { reason: payment.failure }) : payment
}

export type AnswerRefused = 'PAYMENT_DECLINED' | 'REQUEST_PAID' | 'REQUEST_CANCELLED' | 'REQUEST_EXPIRED' | 'PAYMENT_UNCONFIRMED' | 'QUOTA_EXCEEDED'

/**
 * The customer's answer at the bank, in the browser that started the payment. One commit reserves what it pays and stores the code; a
 * job then calls the bank. Does nothing when an earlier call has submitted it.
 */
export async function submitAnswer(deps: PayDeps, row: BankPaymentRow, body: BankAnswer, sameBrowser: boolean): Promise<Refusal<AnswerRefused> | undefined> {
  // The customer was never sent to the bank, so the code cannot be the bank's.
  if (row.step === 'consent') return refuse('PAYMENT_DECLINED')
  if (row.step !== 'approval') return undefined
  // A stranger's payment, sent on as a link, is not completed by the one who follows it.
  return sameBrowser ? await startPayment(deps, row, body) : refuse('PAYMENT_DECLINED', { reason: 'other-browser' })
}

async function startPayment(deps: PayDeps, row: BankPaymentRow, body: BankAnswer): Promise<Refusal<AnswerRefused> | undefined> {
  const bank = deps.bankOf(row.bank, row.test ? 'test' : 'main')
  if (!bank) throw new Unavailable('bank not configured')
  // First of all: a code of another bank, customer or payment, or a made-up one, reserves nothing and never reaches the bank.
  const checked = await verifyReturn(bank.rail, row, body)
  if (checked.outcome === 'unknown') throw new Unavailable(checked.reason)
  if (checked.outcome === 'refused') {
    deps.log.warn({ oneOffPayment: row.id, bank: row.bank, reason: checked.reason }, 'bank callback refused')
    if ((await countRefusedReturn(deps.db, row.id)) >= maxRefusedReturns) {
      const change = { step: 'failed' as const, failure: 'declined' as const, reason: 'too many refused returns', nextAttemptAt: null, at: deps.clock.now() }
      await advanceBankPayment(deps.db, row, change)
    }
    return refuse('PAYMENT_DECLINED')
  }
  return await withReservation(deps, row, async (tx, payment, reserve) => {
    const reserved = await reserve()
    if (reserved instanceof Refusal) return reserved
    const at = deps.clock.now()
    // Too late, or the remaining amount is not the one the customer approved: the bank is not called.
    if (reserved !== 'reserved') await advanceBankPayment(tx, payment, { step: 'failed', failure: 'expired', reason: reserved, nextAttemptAt: null, at })
    else await advanceBankPayment(tx, payment, { step: 'exchange', credential: deps.vault.seal(body.code, row.id), authorizedAt: at, nextAttemptAt: at, at })
    if (reserved === 'reserved') await enqueue(tx, row.id)
    return undefined
  })
}

/** The id token is signed over code and state, so it is required of every bank whose flow sends one. */
async function verifyReturn(rail: PayByBank, row: BankPaymentRow, { code, idToken }: BankAnswer): Promise<BankOutcome<undefined>> {
  if (idToken !== undefined) return await rail.verifyCallback(toAuthorisationRequest(row), { code, idToken })
  return rail.returnsIdToken ? { outcome: 'refused', reason: 'no id token' } : { outcome: 'done', value: undefined }
}

const pollMs = 150

/** Waits until the payment is paid, failed or needs an operator, or the time is up. */
export async function waitForOutcome(deps: PayDeps, id: string): Promise<void> {
  const deadline = performance.now() + deps.waitMs
  for (;;) {
    const row = (await selectBankPayment(deps.db, id))!
    const { status } = present(row, deps.clock.now())
    if (status === 'failed' || status === 'paid' || row.step === 'indeterminate' || performance.now() >= deadline) return
    await new Promise((resolve) => setTimeout(resolve, pollMs))
  }
}
