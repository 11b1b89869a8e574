import type { BodyOf } from '@nikau/contract'
import type { OneOffPayment, payOneOffPayment } from '@nikau/contract/one-off-payments'
import type { Ledger } from '@nikau/ledger'
import type { BankOutcome, PayByBank } from '@nikau/rails/pay-by-bank'
import type { Vault } from '@nikau/runtime'
import { Unavailable } from '../../http/errors.ts'
import { Refusal, refuse } from '../../http/refusal.ts'
import { reserveRequest, withRequest } from '../payment-requests/index.ts'
import { type PayByBankDeps, toAuthorisationRequest } from './create.ts'
import { toOneOffPayment } from './present.ts'
import { maxRefusedReturns } from './rules.ts'
import { advanceBankPayment, countRefusedReturn, enqueue, lockBankPayment, type BankPaymentRow, selectBankPayment } from './store.ts'

export interface PayDeps extends PayByBankDeps {
  ledger: Ledger
  vault: Vault
  /** How long a call waits for a final status before it returns the pending payment. */
  waitMs: number
}

type Refused = keyof typeof payOneOffPayment.refusals

/**
 * Pays with the authorisation code from the bank's callback, in the browser that started the payment. One commit reserves the request
 * and stores the code; a job then calls the bank, and this call waits for the outcome. Repeated and concurrent calls wait for the same
 * outcome.
 */
export async function pay(deps: PayDeps, id: string, body: BodyOf<typeof payOneOffPayment>, sameBrowser: boolean): Promise<OneOffPayment | Refusal<Refused>> {
  const row = await selectBankPayment(deps.db, id)
  if (!row) return refuse('ONE_OFF_PAYMENT_NOT_FOUND')
  // The customer was never sent to the bank, so the code cannot be the bank's.
  if (row.step === 'consent') return refuse('PAYMENT_DECLINED')
  if (row.step === 'approval') {
    // A stranger's payment, sent on as a link, is not completed by the one who follows it.
    if (!sameBrowser) return refuse('PAYMENT_DECLINED', { reason: 'other-browser' })
    const refusal = await startPayment(deps, row, body)
    if (refusal) return refusal
  }
  return await waitForOutcome(deps, id)
}

async function startPayment(deps: PayDeps, row: BankPaymentRow, body: BodyOf<typeof payOneOffPayment>): Promise<Refusal<Refused> | undefined> {
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
  const refusal = await withRequest(deps, row.paymentRequestId, async (tx, request): Promise<Refusal<Refused> | undefined> => {
    const payment = await lockBankPayment(tx, row.id)
    if (payment?.step !== 'approval') return undefined
    const reserved = await reserveRequest(tx, deps, request, payment)
    if (reserved instanceof Refusal) return reserved
    const at = deps.clock.now()
    // The remaining amount is not the one the customer approved: the bank is not called.
    if (reserved === 'amount-changed')
      await advanceBankPayment(tx, payment, { step: 'failed', failure: 'expired', reason: 'amount due changed', nextAttemptAt: null, at })
    else await advanceBankPayment(tx, payment, { step: 'exchange', credential: deps.vault.seal(body.code, row.id), authorizedAt: at, nextAttemptAt: at, at })
    if (reserved === 'reserved') await enqueue(tx, row.id)
    return undefined
  })
  if (refusal?.code === 'REQUEST_NOT_FOUND') throw new Error(`payment request of bank payment ${row.id} not found`)
  return refusal
}

/** The id token is signed over code and state, so it is required of every bank whose flow sends one. */
async function verifyReturn(rail: PayByBank, row: BankPaymentRow, { code, idToken }: BodyOf<typeof payOneOffPayment>): Promise<BankOutcome<undefined>> {
  if (idToken !== undefined) return await rail.verifyCallback(toAuthorisationRequest(row), { code, idToken })
  return rail.returnsIdToken ? { outcome: 'refused', reason: 'no id token' } : { outcome: 'done', value: undefined }
}

const pollMs = 150

/** Waits until the payment is paid, failed or needs an operator, or the time is up. */
async function waitForOutcome(deps: PayDeps, id: string): Promise<OneOffPayment | Refusal<Refused>> {
  const deadline = performance.now() + deps.waitMs
  for (;;) {
    const row = (await selectBankPayment(deps.db, id))!
    const payment = toOneOffPayment(row, deps.clock.now())
    if (payment.status === 'failed') return refuse('PAYMENT_DECLINED', { reason: payment.failure })
    if (payment.status === 'paid' || row.step === 'indeterminate' || performance.now() >= deadline) return payment
    await new Promise((resolve) => setTimeout(resolve, pollMs))
  }
}
