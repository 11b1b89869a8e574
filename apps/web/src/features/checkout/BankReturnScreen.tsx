import { Trans } from '@lingui/react/macro'
import { topUpStatePrefix } from '@nikau/contract/return-banks'
import { format } from '@nikau/money'
import { Header, Icon, Notice, Outcome, Page, Spinner } from '@nikau/ui'
import { useEffect, useState } from 'react'
import { keepBankAnswer } from '../../lib/bank-answer.ts'
import { paths, urlOf } from '../../lib/paths.ts'
import { storeOutcome } from '../../lib/payment-outcome.ts'
import { browser } from './browser.ts'
import { callEndpoint, endpoints } from './checkout-api.ts'
import { banks } from './methods.ts'
import { parseSummary, type PublicRequest } from './request.ts'
import { parseBankReturn, settleBankReturn } from './settle-bank-return.ts'

const showSlowAfterMs = 8000

/**
 * The page that a bank returns the customer to. It settles the payment, stores the outcome for the request's page and opens
 * that page. A return that matches no payment is Not Found.
 */
export function BankReturnScreen({
  bank,
  hash,
  onDone,
  onUnknown,
}: {
  bank: string
  hash: string
  onDone: (requestId: string) => void
  onUnknown: () => void
}) {
  const [bankId, setBankId] = useState(bank)
  const [request, setRequest] = useState<PublicRequest>()
  const [unreachable, setUnreachable] = useState(false)
  const [slow, setSlow] = useState(false)
  useEffect(() => {
    const answer = parseBankReturn(hash)
    if (answer.state?.startsWith(topUpStatePrefix)) {
      // The wallet continues, which needs its owner signed in.
      keepBankAnswer(answer.state, answer)
      browser.replace(urlOf(paths.bankTopupReturn(answer.state)))
      return undefined
    }
    const unmount = new AbortController()
    const timer = setTimeout(() => setSlow(true), showSlowAfterMs)
    const work = settleBankReturn(answer, {
      signal: unmount.signal,
      onFound: (payment) => {
        setBankId(payment.bank)
        // Who is paid, and how much. The page works without.
        void callEndpoint(endpoints.getSummary, { id: payment.paymentRequestId, signal: unmount.signal }).then(
          (summary) => setRequest(parseSummary(summary)),
          () => undefined,
        )
      },
      onUnreachable: setUnreachable,
    })
    void work.then(
      (settled) => {
        if (unmount.signal.aborted) return
        if (!settled) return onUnknown()
        storeOutcome(settled.paymentRequestId, settled.outcome)
        onDone(settled.paymentRequestId)
      },
      (error: unknown) => {
        if (!unmount.signal.aborted) throw error
      },
    )
    return () => {
      unmount.abort()
      clearTimeout(timer)
    }
    // oxlint-disable-next-line react/exhaustive-deps -- a return is settled once, whatever the callbacks are
  }, [hash])
  const name = banks.find(({ id }) => id === bankId)?.name ?? bankId.toUpperCase()
  return (
    <Page>
      <Header />
      <main className="checkout-final-body">
        <Outcome tone="neutral" icon={<Icon name="bank" />}>
          <h1 className="n-title" tabIndex={-1}>
            <Trans>Checking with {name}…</Trans>
          </h1>
          <p className="n-lede checkout-paying" aria-live="polite">
            {request && <Paying request={request} />}
          </p>
          <Spinner>
            <Trans>Keep this page open. You will not be charged twice.</Trans>
          </Spinner>
          {unreachable ? (
            <Notice tone="info" live="polite" title={<Trans>We can’t reach Nikau</Trans>}>
              <Trans>Check your connection. Your payment is safe, and we’ll keep checking.</Trans>
            </Notice>
          ) : (
            slow && (
              <Notice tone="info" live="polite" title={<Trans>This is taking longer than usual</Trans>}>
                <Trans>{name} hasn’t confirmed your payment yet. We’ll keep checking.</Trans>
              </Notice>
            )
          )}
        </Outcome>
      </main>
    </Page>
  )
}

function Paying({ request: { due, paid, merchantName } }: { request: PublicRequest }) {
  const amount = format(due > 0n ? due : paid)
  return (
    <Trans>
      {amount} to {merchantName}
    </Trans>
  )
}
