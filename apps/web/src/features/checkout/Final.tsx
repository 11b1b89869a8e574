import { Trans } from '@lingui/react/macro'
import { format } from '@nikau/money'
import { Header, Icon, type IconName, LinkButton, Money, Outcome, Page, PageFooter, TextLink } from '@nikau/ui'
import { type ReactNode, useEffect } from 'react'
import { deployed } from '../../lib/config.ts'
import { tellOpener, ways } from './leave.ts'
import type { PublicRequest } from './request.ts'

/** Long enough to read, short enough not to wait for. */
const readingMs = 2000

type FinalStatus = Exclude<PublicRequest['status'], 'new'>

const looks: Record<FinalStatus, { icon: IconName; tone: 'positive' | 'warning' | 'neutral' }> = {
  paid: { icon: 'check', tone: 'positive' },
  expired: { icon: 'clock', tone: 'warning' },
  cancelled: { icon: 'close', tone: 'neutral' },
}

const titles: Record<FinalStatus, ReactNode> = {
  paid: <Trans>Payment successful</Trans>,
  expired: <Trans>Payment has expired</Trans>,
  cancelled: <Trans>Payment has been cancelled</Trans>,
}

/** The end: what became of the request, whether the money is safe, and the way back to the shop. `wait` while something else is to be read first. */
export function Final({ request, wait }: { request: PublicRequest; wait: boolean }) {
  const { back, merchantName } = request
  const status = request.status as FinalStatus
  useEffect(() => tellOpener(request), [request])
  useEffect(() => {
    if (back === undefined || wait) return undefined
    const timer = setTimeout(() => ways.replace(back), readingMs)
    return () => clearTimeout(timer)
  }, [back, wait])
  const part = status === 'paid' && request.due > 0n
  return (
    <Page>
      <Header title={merchantName} />
      <main className="checkout-final-body">
        {part ? (
          <PartPaid request={request} />
        ) : (
          <Outcome tone={looks[status].tone} icon={<Icon name={looks[status].icon} />}>
            <h1 className="n-title" tabIndex={-1}>
              {titles[status]}
            </h1>
            <p className="n-lede">
              <Meaning request={request} />
            </p>
            {status === 'paid' && <Money text={format(request.paid)} spoken={format(request.paid)} />}
          </Outcome>
        )}
      </main>
      <PageFooter>
        {back !== undefined && (
          <>
            <p className="checkout-caption" role="status">
              <Trans>Taking you back to {merchantName}…</Trans>
            </p>
            <LinkButton full href={back}>
              {status === 'paid' ? <Trans>Go to {merchantName} now</Trans> : <Trans>Back to {merchantName}</Trans>}
            </LinkButton>
          </>
        )}
        {back === undefined && (
          <p className="checkout-caption">
            <Trans>You can close this window.</Trans>
          </p>
        )}
        <p className="checkout-caption">
          <Trans>Reference {request.id}</Trans> ·{' '}
          <TextLink href={`mailto:${deployed.supportEmail}`}>
            <Trans>Get help</Trans>
          </TextLink>
        </p>
      </PageFooter>
    </Page>
  )
}

/** Whether money has moved. What was paid in part before a request ended goes back by itself. */
function Meaning({ request: { status, merchantName, paid } }: { request: PublicRequest }) {
  const amount = format(paid)
  if (status === 'paid') return <Trans>{merchantName} has been paid.</Trans>
  if (paid > 0n) return <Trans>The {amount} that was paid goes back to where it came from.</Trans>
  if (status === 'expired') return <Trans>You have not been charged. Ask {merchantName} for a new request.</Trans>
  return <Trans>You have not been charged.</Trans>
}

/** Paid as far as it is paid here; the shop collects the rest in its own way. */
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
        <Trans>Ask {merchantName} to take the rest. Nothing is lost while you decide.</Trans>
      </p>
    </div>
  )
}
