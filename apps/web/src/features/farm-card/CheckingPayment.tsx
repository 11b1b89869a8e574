import { Trans } from '@lingui/react/macro'
import { Icon, Notice, Outcome, Spinner } from '@nikau/ui'
import { useEffect, useRef, useState } from 'react'
import { PageFrame, type PageProps } from './PageFrame.tsx'

const showSlowAfterMs = 10_000

/** The outcome of the payment is still unknown. There is no button, because the payment must not be sent twice. */
export function CheckingPayment({ state, merchant, unreachable }: PageProps & { unreachable: boolean }) {
  const [slow, setSlow] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    heading.current?.focus()
    const timer = setTimeout(() => setSlow(true), showSlowAfterMs)
    return () => clearTimeout(timer)
  }, [])
  return (
    <PageFrame state={state} merchant={merchant}>
      <Outcome tone="neutral" icon={<Icon name="refresh" />}>
        <h1 className="n-title" tabIndex={-1} ref={heading}>
          <Trans>We’re checking</Trans>
        </h1>
        <p className="n-lede">
          <Trans>We’ve sent your payment and are waiting for a response.</Trans>
        </p>
        <p className="farm-assurance">
          <Icon name="lock" size="s" />
          <Trans>You will not be charged twice.</Trans>
        </p>
        <Spinner>
          <Trans>Checking again</Trans>
        </Spinner>
        {unreachable ? (
          <Notice tone="info" live="polite" title={<Trans>We can’t reach Nikau</Trans>}>
            <Trans>Check your connection. Your payment is safe, and we’ll keep checking.</Trans>
          </Notice>
        ) : (
          slow && (
            <Notice tone="info" live="polite" title={<Trans>This is taking longer than usual</Trans>}>
              <Trans>Farmlands hasn’t confirmed your payment yet. We’ll keep checking.</Trans>
            </Notice>
          )
        )}
      </Outcome>
    </PageFrame>
  )
}
