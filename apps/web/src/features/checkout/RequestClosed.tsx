import { Trans } from '@lingui/react/macro'
import { format } from '@nikau/money'
import { Header, Icon, type IconName, LinkButton, Money, Outcome, Page, PageFooter, TextLink } from '@nikau/ui'
import { longDate, timeOfDay } from '@nikau/nz/nz-time'
import { type ReactNode, useEffect, useState } from 'react'
import { deployed } from '../../lib/config.ts'
import { isJustPaid } from '../../lib/just-paid.ts'
import { browser, notifyOpener } from './browser.ts'
import type { PublicRequest } from './request.ts'

/** Long enough to read the result before the redirect. */
const redirectDelayMs = 2000

type ClosedStatus = Exclude<PublicRequest['status'], 'new'>

const icons: Record<ClosedStatus, { icon: IconName; tone: 'positive' | 'warning' | 'neutral' }> = {
  paid: { icon: 'check', tone: 'positive' },
  expired: { icon: 'clock', tone: 'warning' },
  cancelled: { icon: 'close', tone: 'neutral' },
}

const titles: Record<ClosedStatus, ReactNode> = {
  paid: <Trans>Payment successful</Trans>,
  expired: <Trans>Payment has expired</Trans>,
  cancelled: <Trans>Payment has been cancelled</Trans>,
}

/** The result of a closed request, and the redirect to the merchant. `holdRedirect` while a dialog is open. */
export function RequestClosed({ request, clockOffset, holdRedirect }: { request: PublicRequest; clockOffset: number; holdRedirect: boolean }) {
  const [openedAt] = useState(() => new Date(Date.now() + clockOffset))
  const { returnUrl, merchantName, reference } = request
  const status = request.status as ClosedStatus
  useEffect(() => notifyOpener(request), [request])
  useEffect(() => {
    if (returnUrl === undefined || holdRedirect) return undefined
    const timer = setTimeout(() => browser.replace(returnUrl), redirectDelayMs)
    return () => clearTimeout(timer)
  }, [returnUrl, holdRedirect])
  const partPaid = status === 'paid' && request.due > 0n
  // What was paid before can be seen again, but does not look like a payment of this moment.
  const paidBefore = status === 'paid' && !isJustPaid(request.paidAt, openedAt)
  const { icon, tone } = paidBefore ? ({ icon: 'document', tone: 'neutral' } as const) : icons[status]
  return (
    <Page>
      <Header title={merchantName} />
      <main className="checkout-final-body">
        {partPaid ? (
          <PartPaid request={request} />
        ) : (
          <Outcome tone={tone} icon={<Icon name={icon} />}>
            <h1 className="n-title" tabIndex={-1}>
              {titles[status]}
            </h1>
            <p className="n-lede">
              <ClosedReason request={request} />
            </p>
            {status === 'paid' && <Money text={format(request.paid)} spoken={format(request.paid)} />}
          </Outcome>
        )}
        {status === 'paid' && request.paidAt && <PaidAt paidAt={request.paidAt} />}
      </main>
      <PageFooter>
        {returnUrl !== undefined && (
          <>
            <p className="checkout-caption" role="status">
              <Trans>Taking you back to {merchantName}…</Trans>
            </p>
            <LinkButton full href={returnUrl}>
              {status === 'paid' ? <Trans>Go to {merchantName} now</Trans> : <Trans>Back to {merchantName}</Trans>}
            </LinkButton>
          </>
        )}
        {returnUrl === undefined && (
          <p className="checkout-caption">
            <Trans>You can close this window.</Trans>
          </p>
        )}
        <p className="checkout-caption">
          <Trans>Reference {reference}</Trans> ·{' '}
          <TextLink href={`mailto:${deployed.supportEmail}`}>
            <Trans>Get help</Trans>
          </TextLink>
        </p>
      </PageFooter>
    </Page>
  )
}

/** With the year: the page of a request may be opened long after. */
function PaidAt({ paidAt }: { paidAt: Date }) {
  const [day, time] = [longDate(paidAt), timeOfDay(paidAt)]
  return (
    <p className="checkout-caption">
      <Trans>
        Paid on {day}, {time}
      </Trans>
    </p>
  )
}

/** Whether the customer was charged. A part payment of a closed request is refunded automatically. */
function ClosedReason({ request: { status, merchantName, paid } }: { request: PublicRequest }) {
  const amount = format(paid)
  if (status === 'paid') return <Trans>{merchantName} has been paid.</Trans>
  if (paid > 0n) return <Trans>The {amount} that was paid will be refunded.</Trans>
  if (status === 'expired') return <Trans>You have not been charged. Ask {merchantName} for a new request.</Trans>
  return <Trans>You have not been charged.</Trans>
}

/** Part paid: the merchant collects the rest in another way. */
function PartPaid({ request }: { request: PublicRequest }) {
  const { merchantName } = request
  const [paid, due] = [format(request.paid), format(request.due)]
  const share = request.amount === 0n ? 0 : Number((request.paid * 283n) / request.amount)
  return (
    <div className="n-outcome">
      <svg className="checkout-ring" viewBox="0 0 100 100" aria-hidden>
        <circle cx="50" cy="50" r="45" />
        <circle cx="50" cy="50" r="45" transform="rotate(-90 50 50)" strokeDasharray={`${share} 283`} />
      </svg>
      <h1 className="n-title" tabIndex={-1}>
        {titles.paid}
      </h1>
      <p className="n-title">
        <Trans>{paid} paid</Trans>
      </p>
      <p className="checkout-left">
        <Trans>{due} still to pay</Trans>
      </p>
      <p className="n-lede">
        <Trans>Ask {merchantName} how to pay the rest. Your payment so far is safe.</Trans>
      </p>
    </div>
  )
}
