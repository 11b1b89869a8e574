import { getPatronCodePaymentRequest, watchPatronCodePaymentRequest } from '@nikau/contract/patron-codes'
import { getPaymentRequest } from '@nikau/contract/payment-requests'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { CallError } from '../../lib/call-error.ts'
import { call } from '../../lib/call.ts'
import { queryClient } from '../../lib/endpoint-hooks.ts'
import { watchEvents } from '../../lib/event-stream.ts'
import { forgetPatronCode } from '../../lib/kept-patron-code.ts'
import { paths } from '../../lib/paths.ts'
import { storeOutcome } from '../../lib/payment-outcome.ts'
import { reloadTillSettings } from '../../lib/till-settings.ts'
import { wasShown } from './usePatronCode.ts'

/** Requests that have been opened. A person who comes back from one is not sent there again, but finds a link to it. */
const opened = new Set<string>()

export interface TillRequests {
  /** A request that was opened before and still waits. */
  waitingId: string | undefined
  /** Asks once. True if the server answered, whatever it said. */
  check: () => Promise<boolean>
}

/** Opens a till's request as soon as it appears: told at once over an open connection, and found by asking where that is not possible. */
export function useTillRequests(isConnected: boolean): TillRequests {
  const navigate = useNavigate()
  const [waitingId, setWaitingId] = useState<string>()
  const isChecking = useRef(false)
  const open = async (id: string) => {
    if (opened.has(id)) return
    opened.add(id)
    const input = { params: { id } }
    const request = await queryClient
      .fetchQuery({ queryKey: [getPaymentRequest.method, getPaymentRequest.path, input], queryFn: () => call(getPaymentRequest, input), retry: false })
      .catch(() => undefined) // the page of the request says what is wrong
    const isPaid = request?.status === 'paid'
    // Paid before this page began: its person has seen it.
    if (isPaid && !wasShown(request.patronCodeId ?? '')) return
    forgetPatronCode()
    // Paid without approval: its page would otherwise take it for a payment that was made before.
    if (isPaid) storeOutcome(id, { kind: 'paid' })
    if (isPaid) reloadTillSettings() // less is left of the day
    await navigate(paths.pay(id))
  }
  const handleEvent = useEffectEvent((id: string) => void open(id))
  useEffect(() => {
    if (!isConnected) return undefined
    const end = new AbortController()
    void watchEvents(watchPatronCodePaymentRequest, {}, ({ paymentRequestId }) => handleEvent(paymentRequestId), { signal: end.signal })
    return () => end.abort()
  }, [isConnected])

  const check = async () => {
    if (isChecking.current) return false
    isChecking.current = true
    try {
      const { id } = await call(getPatronCodePaymentRequest, {})
      if (opened.has(id)) setWaitingId(id)
      await open(id)
      return true
    } catch (error) {
      setWaitingId(undefined)
      return error instanceof CallError && error.status > 0
    } finally {
      isChecking.current = false
    }
  }
  return { waitingId, check }
}
