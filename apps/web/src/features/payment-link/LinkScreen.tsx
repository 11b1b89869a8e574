import { Trans, useLingui } from '@lingui/react/macro'
import { initials, Avatar, Checkout, Icon, type IconName, Live, Logo, Notice, Outcome, Page, Party } from '@nikau/ui'
import { type ReactNode, useEffect, useRef } from 'react'
import { useModeOfRequest } from '../../lib/mode-of-request.ts'
import { paths, urlOf } from '../../lib/paths.ts'
import { browser, Loading, TestModeBanner } from '../checkout/index.ts'
import type { PublicLink } from './link-api.ts'
import { LinkForm } from './LinkForm.tsx'
import { LinkHeading } from './LinkHeading.tsx'
import { useLink } from './useLink.ts'

/** What a customer opens from a link or from the code of a sticker: the amount, and then the checkout of a request of their own. */
export function LinkScreen({ id }: { id: string }) {
  const state = useLink(id)
  useModeOfRequest(state.kind === 'open' ? state.link.liveness : undefined)
  useFocusOf(state.kind)
  if (state.kind === 'closed')
    return (
      <Ended icon="close" title={<Trans>No longer used</Trans>}>
        <Trans>This link or sticker is no longer used. Ask the shop for a new one. Nothing has been paid.</Trans>
      </Ended>
    )
  if (state.kind === 'used')
    return (
      <Ended icon="document" title={<Trans>Already paid</Trans>}>
        <Trans>This link was for one payment, and that has been made. Ask the shop if you expected to pay.</Trans>
      </Ended>
    )
  if (state.kind !== 'open') return <Loading failing={state.kind === 'lost'} />
  const { link } = state
  return (
    <div className="checkout-page">
      {link.liveness === 'test' && <TestModeBanner />}
      <Checkout summary={<LinkSummary link={link} />}>{link.kind === 'till' ? <AtTill link={link} /> : <LinkForm link={link} />}</Checkout>
    </div>
  )
}

function LinkSummary({ link }: { link: PublicLink }) {
  return (
    <>
      <Party
        size="l"
        media={
          <Avatar shape="leaf" tone="paper" size="l">
            {initials(link.merchantName)}
          </Avatar>
        }
        name={link.merchantName}
        detail={link.place}
      />
      <LinkHeading link={link} />
    </>
  )
}

/** Opens what the till waits for, as soon as there is something. */
function AtTill({ link: { paymentRequest, merchantName } }: { link: PublicLink }) {
  const { t } = useLingui()
  const requestId = paymentRequest?.id
  useEffect(() => {
    if (requestId !== undefined) browser.replace(urlOf(paths.pay(requestId)))
  }, [requestId])
  if (requestId !== undefined) return <div aria-busy="true" />
  return (
    <>
      <Notice tone="info" title={<Trans>Nothing to pay yet</Trans>}>
        <Trans>Tell the person at the till of {merchantName} that you’re paying with Nikau. The amount opens here by itself.</Trans>
      </Notice>
      <p className="link-waiting">
        <Live>
          <span role="status">{t`Waiting for the till`}</span>
        </Live>
      </p>
    </>
  )
}

function Ended({ icon, title, children }: { icon: IconName; title: ReactNode; children: ReactNode }) {
  const { t } = useLingui()
  return (
    <div className="checkout-page">
      <Page>
        <header className="link-header">
          <Logo label={t`Nikau`} />
        </header>
        <main className="checkout-final-body">
          <Outcome tone="neutral" icon={<Icon name={icon} />}>
            <h1 className="n-title" tabIndex={-1}>
              {title}
            </h1>
            <p className="n-lede">{children}</p>
          </Outcome>
        </main>
      </Page>
    </div>
  )
}

/** Moves the focus to the heading that takes the place of the empty page, so that screen readers announce it. */
function useFocusOf(kind: string): void {
  const previous = useRef(kind)
  useEffect(() => {
    if (previous.current !== kind && kind !== 'lost') document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true })
    previous.current = kind
  }, [kind])
}
