import type { FindCompany } from '@nikau/rails/farmlands'
import type { Log, Tx } from '@nikau/runtime'
import { Refusal, refuse } from '../../http/refusal.ts'
import { refusalIfStopped } from '../controls/index.ts'
import { type QuickPay, type RequestRow, reserveRequest, withRequest } from '../payment-requests/index.ts'
import { consumeAttempt, type LimitDeps } from './limits.ts'
import type { CardPayDeps } from './pay.ts'
import { assetTypeOf } from './rules.ts'
import { chargeScanned, insertScannedCard, lapseScan, lockScan } from './store-payments.ts'

export interface QuickPayDeps extends CardPayDeps, LimitDeps {
  companyOf: FindCompany
  log: Log
}

const barcodePattern = /^\d{9}$/

/**
 * A card whose barcode the till scans. Its holder approves nothing, so the charge waits until the merchant has polled the request: a
 * till whose call was lost charges nobody. A job then charges the card as after a verification.
 */
export function quickPayOf(deps: QuickPayDeps): QuickPay {
  return {
    isBarcode: (barcode) => barcodePattern.test(barcode),
    assetTypeOf,
    fingerprintOf: (barcode) => deps.vault.fingerprint(`card-barcode:${barcode}`).toString('base64url'),
    find: (scan) => findCard(deps, scan),
    async attach(tx, card, request) {
      const id = deps.ids.public('fcp_')
      const { remaining: amount, test, shortCode: reference } = request
      const cardToken = deps.vault.seal(card.token, id)
      const merchantGst = request.terms.gstNumber!
      await insertScannedCard(tx, {
        id,
        paymentRequestId: request.id,
        test,
        amount,
        cardToken,
        lastFour: card.lastFour,
        merchantGst,
        reference,
        at: deps.wallClock.now(),
      })
    },
    async start(requestId) {
      await withRequest(deps, requestId, (tx, request) => startCharge(deps, tx, request))
    },
  }
}

/** Each look-up counts as an unknown barcode until the company recognises it, so that a merchant's keys cannot try cards out. */
async function findCard(deps: QuickPayDeps, { barcode, accountId, test }: Parameters<QuickPay['find']>[0]): ReturnType<QuickPay['find']> {
  const stopped = await refusalIfStopped(deps.db, 'farm-card')
  if (stopped) return stopped
  const company = deps.companyOf(test ? 'test' : 'main')
  if (!company) return refuse('NO_AVAILABLE_PAYMENT_OPTIONS')
  const attempt = await consumeAttempt(deps, deps.db, 'barcode', accountId)
  if (!attempt) return refuse('RATE_LIMIT_EXCEEDED')
  const found = await company.rail.lookUp(barcode)
  if (found.outcome === 'refused') return refuse('PATRON_CODE_INVALID')
  await attempt.restore(deps.db)
  if (found.outcome === 'done') return found.value
  deps.log.warn({ reason: found.reason }, 'card look-up failed')
  return 'unavailable'
}

/** Reserves the request and queues the charge in one commit. Of simultaneous polls one finds the card waiting. */
async function startCharge(deps: QuickPayDeps, tx: Tx, request: RequestRow): Promise<void> {
  const scan = await lockScan(tx, request.id)
  if (!scan) return
  const at = deps.wallClock.now()
  const reserved = await reserveRequest(tx, deps, request, { id: scan.id, amount: request.remaining })
  if (reserved === 'reserved') await chargeScanned(tx, scan.id, { amount: request.remaining, at })
  // Another payment is pending: the next poll finds out whether anything is left to charge.
  else if (!(reserved instanceof Refusal && reserved.code === 'PAYMENT_UNCONFIRMED')) await lapseScan(tx, scan.id, at)
}
