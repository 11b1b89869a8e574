import { listAssets, listTokenActivities } from '@nikau/contract/assets'
import { payPaymentRequest } from '@nikau/contract/payment-request-actions'
import { getOwnLimits } from '@nikau/contract/own-limits'
import { listQuotas } from '@nikau/contract/quotas'
import { listWalletTransactions } from '@nikau/contract/wallets'
import { add, subtract } from '@nikau/money'
import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { CallError } from '../../lib/call-error.ts'
import { queryClient, useEndpointMutation } from '../../lib/endpoint-hooks.ts'
import { paths } from '../../lib/paths.ts'
import { invalidateSafety } from '../../lib/safety.ts'
import { useSession } from '../../lib/session.tsx'
import { isStepUpCancelled } from '../../lib/step-up.ts'
import { clearPendingPayment, type PayBody, preparePayment, readPendingPayment } from './pending-payment.ts'
import type { PaymentMethod } from './suggestion.ts'
import type { LoadedRequest, RequestView } from './useRequest.ts'

/** `approved`: everything is paid, and a condition of the merchant is still open. `refused`: the last call was refused. */
export type Phase = { kind: 'idle' | 'paying' | 'approved' } | { kind: 'refused'; error: CallError }

export interface Payment {
  phase: Phase
  /** No response yet: the call is repeated with the same idempotency key. */
  checking: boolean
  /** `note`: for the shop, or empty. */
  pay: (methods: readonly PaymentMethod[], note: string) => void
  dismissRefusal: () => void
}

const idle: Phase = { kind: 'idle' }

/** After a top-up, or once the bank has answered, the same attempt goes on. */
const undecided = ['INSUFFICIENT_ASSET_VALUE', 'PAYMENT_UNCONFIRMED']

/** Pays the methods of a suggestion one after the other, until the outcome of each is known. */
export function usePayment(request: RequestView, { refresh, markPaid }: Pick<LoadedRequest, 'refresh' | 'markPaid'>): Payment {
  const { id, status } = request
  const userId = useSession().user.profile.sub
  const navigate = useNavigate()
  const call = useEndpointMutation(payPaymentRequest)
  const [outcomeUnknown, setOutcomeUnknown] = useState(false)
  const [currentPhase, setPhase] = useState<Phase>(idle)
  /** After a reload: the request is paid, and a payment of this tab that may have paid it has no known outcome. */
  const unsettled = currentPhase.kind === 'idle' && status === 'paid' && readPendingPayment(id, userId) !== undefined
  const phase: Phase = unsettled ? { kind: 'paying' } : currentPhase
  const busy = useRef(false)
  const unmounted = useRef(false)
  useEffect(() => {
    unmounted.current = false
    return () => void (unmounted.current = true)
  }, [])

  /** Sends a payment until its outcome is known. */
  const sendUntilKnown = async (body: PayBody): Promise<void> => {
    for (let attempt = 0; ; attempt++) {
      try {
        await call.mutateAsync({ params: { id }, body })
        return
      } catch (error) {
        if (!(error instanceof CallError)) throw error
        // A 401 is about the session; the payment itself was not decided.
        if (error.isRefusal && error.status !== 401 && !undecided.includes(error.code)) clearPendingPayment(id, userId)
        if (error.isRefusal || unmounted.current) throw error
        setOutcomeUnknown(true)
        await new Promise((resolve) => setTimeout(resolve, Math.max(error.retryAfterMs, Math.min(8000, 1000 * 2 ** attempt))))
      }
    }
  }

  const run = async (work: () => Promise<void>, { isInstalment, isPart }: { isInstalment?: boolean; isPart?: boolean } = {}): Promise<void> => {
    if (busy.current) return
    busy.current = true
    setPhase({ kind: 'paying' })
    try {
      await work()
      invalidateBalances()
      if (!isInstalment) markPaid()
      const latest = await refresh()
      // Until the screen knows what is left, a second tap must repeat the same payment.
      if (isInstalment && latest) clearPendingPayment(id, userId)
      if (unmounted.current) return
      // A staff till keeps the rest for others to pay; this payment is complete.
      if (isPart && latest?.restUntil !== undefined) {
        clearPendingPayment(id, userId)
        return await navigate(paths.paymentSummary(id), { replace: true })
      }
      // Paid, but the request stays new until the rest is paid or a condition of the merchant is met.
      if (latest?.status === 'new') setPhase(latest.remainingAmount > 0n ? idle : { kind: 'approved' })
      else if (isInstalment && latest === undefined) setPhase(idle)
      else await navigate(paths.paymentSummary(id), { replace: true })
    } catch (error) {
      invalidateBalances()
      await refresh()
      if (isStepUpCancelled(error)) return setPhase(idle)
      if (error instanceof CallError && error.code === 'ACCOUNT_FROZEN') invalidateSafety()
      // An unreadable response is not a refusal: the payment stays pending, and a reload sends it again.
      setPhase({ kind: 'refused', error: error instanceof CallError ? error : new CallError(0, 'UNKNOWN') })
    } finally {
      busy.current = false
      setOutcomeUnknown(false)
    }
  }

  const pay = (methods: readonly PaymentMethod[], note: string) => {
    const left = subtract(request.remainingAmount, add(...methods.map(({ payableAmount }) => payableAmount)))
    const isInstalment = left > 0n && methods.at(-1)?.mode === 'multi-asset-payment'
    void run(
      async () => {
        let remaining = request.remainingAmount
        for (const method of methods) {
          await sendUntilKnown(preparePayment(id, userId, method, remaining, note))
          remaining = subtract(remaining, method.payableAmount)
        }
      },
      { isInstalment, isPart: methods.at(-1)?.mode === 'partial-payment' },
    )
  }

  useEffect(() => {
    if (status === 'new' || phase.kind === 'refused') return
    if (phase.kind === 'approved' && status === 'paid') void navigate(paths.paymentSummary(id), { replace: true })
    if (busy.current) return
    const pending = readPendingPayment(id, userId)
    if (pending && status === 'paid') void run(() => sendUntilKnown(pending))
    else clearPendingPayment(id, userId)
    // oxlint-disable-next-line react/exhaustive-deps -- runs on changes of the status only
  }, [status])

  return {
    phase,
    checking: phase.kind === 'paying' && (outcomeUnknown || call.failureCount > 0),
    pay,
    dismissRefusal: () => setPhase(idle),
  }
}

function invalidateBalances(): void {
  for (const { method, path } of [listAssets, listWalletTransactions, listQuotas, getOwnLimits, listTokenActivities])
    void queryClient.invalidateQueries({ queryKey: [method, path] })
}
