import type { OneOffBank } from '@nikau/contract/one-off-payments'
import { useEffect, useRef, useState } from 'react'
import { ways } from './leave.ts'
import { ask, CallFailed, calls } from './wire.ts'

export interface Bank {
  /** The bank that is being opened. */
  opening: OneOffBank | undefined
  /** The bank that could not be opened, and why. */
  problem: { bank: OneOffBank; code: string } | undefined
  open: (bank: OneOffBank) => void
}

/** Begins a payment from a bank and opens the address that is answered. A second press while that is under way does nothing. */
export function useBank(paymentRequestId: string): Bank {
  const [opening, setOpening] = useState<OneOffBank>()
  const [problem, setProblem] = useState<Bank['problem']>()
  const busy = useRef(false)
  const rest = () => {
    busy.current = false
    setOpening(undefined)
  }
  useEffect(() => {
    // Back from the bank by the browser's own button: the page is as it was left, and must be usable again.
    const shown = (event: PageTransitionEvent) => event.persisted && rest()
    addEventListener('pageshow', shown)
    return () => removeEventListener('pageshow', shown)
  }, [])
  const open = async (bank: OneOffBank) => {
    setOpening(bank)
    setProblem(undefined)
    try {
      ways.assign(webAddress(await begin(paymentRequestId, bank)))
    } catch (error) {
      rest()
      setProblem({ bank, code: error instanceof CallFailed ? error.code : 'UNKNOWN' })
    }
  }
  return {
    opening,
    problem,
    open: (bank) => {
      if (busy.current) return
      busy.current = true
      void open(bank)
    },
  }
}

/** An answer that was lost is asked for again, under the same key: the bank is asked once. */
async function begin(paymentRequestId: string, bank: OneOffBank): Promise<string> {
  const body = { paymentRequestId, bank, idempotencyKey: crypto.randomUUID() }
  for (let attempt = 1; ; attempt++) {
    try {
      return (await ask(calls.begin, { body })).authorizationUrl
    } catch (error) {
      const again = error instanceof CallFailed && (error.status === 0 || error.status === 502 || error.status === 504)
      if (!again || attempt === 3) throw error
      await new Promise((resolve) => setTimeout(resolve, 400 * 2 ** attempt))
    }
  }
}

function webAddress(address: string): string {
  if (!/^https?:$/.test(new URL(address).protocol)) throw new Error('no address of a bank')
  return address
}
