import { Trans } from '@lingui/react/macro'
import { Icon, Notice, Outcome, Spinner } from '@nikau/ui'
import { useEffect, useRef, useState } from 'react'
import { Frame, type PageProps } from './Frame.tsx'

const longAfterMs = 10_000

/** Nobody knows yet whether the payment went through. There is nothing to press: a second try could only confuse. */
export function Checking({ known, merchant, silent }: PageProps & { silent: boolean }) {
  const [long, setLong] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    heading.current?.focus()
    const timer = setTimeout(() => setLong(true), longAfterMs)
    return () => clearTimeout(timer)
  }, [])
  return (
    <Frame known={known} merchant={merchant}>
      <Outcome tone="neutral" icon={<Icon name="refresh" />}>
        <h1 className="n-title" tabIndex={-1} ref={heading}>
          <Trans>We’re checking</Trans>
        </h1>
        <p className="n-lede">
          <Trans>Your payment was sent, and we have not heard back yet.</Trans>
        </p>
        <p className="farm-assurance">
          <Icon name="lock" size="s" />
          <Trans>You will not be charged twice.</Trans>
        </p>
        <Spinner>
          <Trans>Asking again</Trans>
        </Spinner>
        {silent ? (
          <Notice tone="info" live="polite" title={<Trans>We can’t reach Nikau</Trans>}>
            <Trans>Check your connection. We keep asking, and your payment is safe.</Trans>
          </Notice>
        ) : (
          long && (
            <Notice tone="info" live="polite" title={<Trans>This takes longer than usual</Trans>}>
              <Trans>Farmlands has not said the last word yet. We keep asking.</Trans>
            </Notice>
          )
        )}
      </Outcome>
    </Frame>
  )
}
