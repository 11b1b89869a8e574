import { Trans } from '@lingui/react/macro'
import { Header, Icon, Notice, Outcome, Page, Spinner } from '@nikau/ui'
import { useEffect, useState } from 'react'
import { tellOutcome } from '../../lib/one-off-outcome.ts'
import { banks } from './methods.ts'
import { readReturn, settle } from './settle.ts'

/** Before this it is quick, and more words would only worry. */
const longMs = 8000

/**
 * Where a bank sends the customer back to. The outcome is told to the page of the request, which comes next; a return that
 * belongs to no payment leads nowhere.
 */
export function ReturnScreen({ bank, hash, onDone, onUnknown }: { bank: string; hash: string; onDone: (requestId: string) => void; onUnknown: () => void }) {
  const [at, setAt] = useState(bank)
  const [silent, setSilent] = useState(false)
  const [long, setLong] = useState(false)
  useEffect(() => {
    const left = new AbortController()
    const timer = setTimeout(() => setLong(true), longMs)
    const work = settle(readReturn(hash), { left: left.signal, onFound: (payment) => setAt(payment.bank), onSilence: setSilent })
    void work.then(
      (settled) => {
        if (left.signal.aborted) return
        if (!settled) return onUnknown()
        tellOutcome(settled.paymentRequestId, settled.outcome)
        onDone(settled.paymentRequestId)
      },
      (error: unknown) => {
        if (!left.signal.aborted) throw error
      },
    )
    return () => {
      left.abort()
      clearTimeout(timer)
    }
    // oxlint-disable-next-line react/exhaustive-deps -- one return is settled once; what follows it is chosen by whoever shows this
  }, [hash])
  const name = banks.find(({ id }) => id === at)?.name ?? at.toUpperCase()
  return (
    <Page>
      <Header />
      <main className="checkout-final-body">
        <Outcome tone="neutral" icon={<Icon name="bank" />}>
          <h1 className="n-title" tabIndex={-1}>
            <Trans>Checking with {name}…</Trans>
          </h1>
          <Spinner>
            <Trans>Keep this page open. Nothing is charged twice.</Trans>
          </Spinner>
          {silent ? (
            <Notice tone="info" live="polite" title={<Trans>We can’t reach Nikau</Trans>}>
              <Trans>Check your connection. We keep asking, and your payment is safe.</Trans>
            </Notice>
          ) : (
            long && (
              <Notice tone="info" live="polite" title={<Trans>This takes longer than usual</Trans>}>
                <Trans>{name} has not said the last word yet. We keep asking.</Trans>
              </Notice>
            )
          )}
        </Outcome>
      </main>
    </Page>
  )
}
