import { Trans, useLingui } from '@lingui/react/macro'
import { format } from '@nikau/money'
import { Card, Header, initials, Logo, Avatar, Money, Page, PageBody, PageFooter, Party } from '@nikau/ui'
import type { ReactNode } from 'react'
import { pictureUrl } from '../../lib/shop-picture.ts'
import { Countdown, type LoadedRequest, type Merchant } from '../checkout/index.ts'
import type { CardFlow } from './useCardFlow.ts'

export interface PageProps {
  state: LoadedRequest
  merchant: Merchant
  flow: CardFlow
}

interface PageFrameProps extends Partial<Omit<PageProps, 'flow'>> {
  /** Without it, the header shows who the payment is connected with. */
  onBack?: (() => void) | undefined
  footer?: ReactNode
  children: ReactNode
}

/** The layout of all card pages: the payment above, the step below. */
export function PageFrame({ state, merchant, onBack, footer, children }: PageFrameProps) {
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
        {state && <Summary state={state} merchant={merchant ?? { wallets: [] }} />}
        {children}
      </PageBody>
      {footer !== undefined && <PageFooter>{footer}</PageFooter>}
    </Page>
  )
}

/** The merchant, the amount due and the expiry. */
function Summary({ state: { request, clockOffset, failing }, merchant }: Pick<PageProps, 'state' | 'merchant'>) {
  const { t } = useLingui()
  const due = format(request.due)
  return (
    <section aria-label={t`Payment`}>
      <Card>
        <Party
          media={
            <Avatar shape="leaf" tone={merchant.logo === undefined ? 'out' : 'plain'}>
              {merchant.logo === undefined ? initials(request.merchantName) : <img className="checkout-logo" src={pictureUrl(merchant.logo)} alt="" />}
            </Avatar>
          }
          name={request.merchantName}
          detail={
            <>
              {merchant.location !== undefined && merchant.location !== '' && <span className="farm-location">{merchant.location}</span>}
              <Countdown expiresAt={request.expiresAt} clockOffset={clockOffset} />
              <span className="farm-offline" role="status">
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
