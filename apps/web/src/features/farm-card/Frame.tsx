import { Trans, useLingui } from '@lingui/react/macro'
import { format } from '@nikau/money'
import { Card, Header, initials, Logo, Mark, Money, Page, PageBody, PageFooter, Party } from '@nikau/ui'
import type { ReactNode } from 'react'
import { Countdown, type Known, type Merchant } from '../checkout/index.ts'
import type { Flow } from './flow.ts'

/** What every page of this flow is given. */
export interface PageProps {
  known: Known & { kind: 'known' }
  merchant: Merchant
  flow: Flow
}

interface FrameProps extends Partial<Omit<PageProps, 'flow'>> {
  /** Without it the header says who the payment is connected with. */
  onBack?: (() => void) | undefined
  footer?: ReactNode
  children: ReactNode
}

/** Both pages have the same shape: what is paid above, what to do about it below. */
export function Frame({ known, merchant, onBack, footer, children }: FrameProps) {
  const { t } = useLingui()
  return (
    <Page>
      {onBack ? (
        <Header onBack={onBack} backLabel={t`Back`} />
      ) : (
        <header className="farm-header">
          <span>
            <Trans>Connected with</Trans>
          </span>
          <Logo size="s" label={t`Nikau`} />
        </header>
      )}
      <PageBody>
        {known && <Summary known={known} merchant={merchant ?? { wallets: [] }} />}
        {children}
      </PageBody>
      {footer !== undefined && <PageFooter>{footer}</PageFooter>}
    </Page>
  )
}

/** The payment request: who asks, how much is due, until when. */
function Summary({ known: { request, ahead, failing }, merchant }: Pick<PageProps, 'known' | 'merchant'>) {
  const { t } = useLingui()
  const due = format(request.due)
  return (
    <section aria-label={t`Payment`}>
      <Card>
        <Party
          media={
            <Mark shape="leaf" tone={merchant.logo === undefined ? 'out' : 'plain'}>
              {merchant.logo === undefined ? initials(request.merchantName) : <img className="checkout-logo" src={merchant.logo} alt="" />}
            </Mark>
          }
          name={request.merchantName}
          detail={
            <>
              {merchant.place !== undefined && merchant.place !== '' && <span className="farm-place">{merchant.place}</span>}
              <Countdown until={request.expiresAt} ahead={ahead} />
              <span className="farm-lost" role="status">
                {failing ? t`Connection lost, trying again` : ''}
              </span>
            </>
          }
          end={<Money size="m" text={due} spoken={due} />}
        />
      </Card>
    </section>
  )
}
