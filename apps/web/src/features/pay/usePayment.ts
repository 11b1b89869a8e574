import { listAssets, listTokenActivities } from '@nikau/contract/assets'
import { payPaymentRequest } from '@nikau/contract/payment-request-acts'
import { listQuotas } from '@nikau/contract/quotas'
import type { PaymentMethod } from '@nikau/contract/suggestion'
import { listWalletTransactions } from '@nikau/contract/wallets'
import { subtract } from '@nikau/money'
import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { CallError } from '../../lib/call.ts'
import { queryClient, useCall } from '../../lib/hooks.ts'
import { paths } from '../../lib/paths.ts'
import { useSession } from '../../lib/session.tsx'
import { outcomeKnown, type PayBody, paymentOf, pendingPayment } from './attempt.ts'
import type { LoadedRequest, ShownRequest } from './useRequest.ts'

/**
 * idle: nothing is under way. paying: a call is. approved: all is paid, and the merchant has yet to agree.
 * refused: the last call was, with this error.
 */
export type Phase = { kind: 'idle' | 'paying' | 'approved' } | { kind: 'refused'; error: CallError }

export interface Payment {
  phase: Phase
  /** No answer came: the same is asked again, with the same key, until one does. */
  checking: boolean
  pay: (methods: readonly PaymentMethod[]) => void
  /** The person has read the refusal. */
  acknowledge: () => void
}

const idle: Phase = { kind: 'idle' }

/** Pays the methods of a suggestion in turn, and always ends with knowing what became of each. */
export function usePayment(request: ShownRequest, { refresh, markPaid }: Pick<LoadedRequest, 'refresh' | 'markPaid'>): Payment {
  const { id, status } = request
  const person = useSession().user.profile.sub
  const navigate = useNavigate()
  const call = useCall(payPaymentRequest)
  const [unknown, setUnknown] = useState(false)
  const [told, setPhase] = useState<Phase>(idle)
  /** The request is paid, and a payment of this tab has no known outcome, because the page was left or loaded anew: was it that one? */
  const unsettled = told.kind === 'idle' && status === 'paid' && pendingPayment(id, person) !== undefined
  const phase: Phase = unsettled ? { kind: 'paying' } : told
  const busy = useRef(false)
  const gone = useRef(false)
  useEffect(() => {
    gone.current = false
    return () => void (gone.current = true)
  }, [])

  /** Sends one payment, again and again if need be, until its outcome is known. */
  const settle = async (body: PayBody): Promise<void> => {
    for (let attempt = 0; ; attempt++) {
      try {
        await call.mutateAsync({ params: { id }, body })
        return
      } catch (error) {
        if (!(error instanceof CallError)) throw error
        if (isRefusal(error)) outcomeKnown(id, person)
        if (isRefusal(error) || error.status === 401 || gone.current) throw error
        setUnknown(true)
        await new Promise((resolve) => setTimeout(resolve, Math.max(error.retryAfterMs, Math.min(8000, 1000 * 2 ** attempt))))
      }
    }
  }

  const run = async (work: () => Promise<void>): Promise<void> => {
    if (busy.current) return
    busy.current = true
    setPhase({ kind: 'paying' })
    try {
      await work()
      forgetBalances()
      markPaid()
      const now = await refresh()
      if (gone.current) return
      // Paid, but a condition of the merchant is open: the request stays new until it is met.
      if (now?.status === 'new') setPhase({ kind: 'approved' })
      else await navigate(paths.paymentSummary(id), { replace: true })
    } catch (error) {
      forgetBalances()
      await refresh()
      // An answer that cannot be read is no refusal: the payment stays written down, and loading the page anew asks again.
      setPhase({ kind: 'refused', error: error instanceof CallError ? error : new CallError(0, 'UNKNOWN') })
    } finally {
      busy.current = false
      setUnknown(false)
    }
  }

  const pay = (methods: readonly PaymentMethod[]) =>
    void run(async () => {
      let remaining = request.remainingAmount
      for (const method of methods) {
        await settle(paymentOf(id, person, method, remaining))
        remaining = subtract(remaining, method.payableAmount)
      }
    })

  useEffect(() => {
    if (status === 'new' || phase.kind === 'refused') return
    if (phase.kind === 'approved' && status === 'paid') void navigate(paths.paymentSummary(id), { replace: true })
    if (busy.current) return
    const pending = pendingPayment(id, person)
    if (pending && status === 'paid') void run(() => settle(pending))
    else outcomeKnown(id, person)
    // oxlint-disable-next-line react/exhaustive-deps -- only a change of the status asks the question
  }, [status])

  return {
    phase,
    checking: phase.kind === 'paying' && (unknown || call.failureCount > 0),
    pay,
    acknowledge: () => setPhase(idle),
  }
}

/** The server has said no, and that is that. Everything else may or may not have happened. */
function isRefusal({ status }: CallError): boolean {
  return status >= 400 && status < 500 && ![401, 408, 429].includes(status)
}

function forgetBalances(): void {
  for (const { method, path } of [listAssets, listWalletTransactions, listQuotas, listTokenActivities])
    void queryClient.invalidateQueries({ queryKey: [method, path] })
}
