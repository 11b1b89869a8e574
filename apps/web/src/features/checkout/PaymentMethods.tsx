import { Trans, useLingui } from '@lingui/react/macro'
import { Checkout, Icon, LinkButton, LogoMark, Notice, TextLink } from '@nikau/ui'
import type { ReactNode } from 'react'
import { deployed } from '../../lib/config.ts'
import { useFlags } from '../../lib/flags.ts'

import { urlOf, paths } from '../../lib/paths.ts'
import { useCheckoutWide, useHandheld } from '../../lib/useMediaQuery.ts'
import { methodsFor, providersFor } from './methods.ts'
import { BankError, OtherMethods } from './OtherMethods.tsx'
import { Providers } from './Providers.tsx'
import { QrPanel } from './QrPanel.tsx'
import { Summary } from './Summary.tsx'
import { type BankPayment, useBankPayment } from './useBankPayment.ts'
import { type Merchant, useMerchant } from './useMerchant.ts'
import type { LoadedRequest } from './usePolledRequest.ts'

interface RequestMethodsProps {
  state: LoadedRequest
  merchant: Merchant
  bankPayment: BankPayment
  /** Above the methods. */
  notice?: ReactNode
  /** As on a phone, in a part of another page. */
  narrow?: boolean
}

/** The payment methods of a new request, one button each. */
export function PaymentMethods({ state, cancelled, onDismiss }: { state: LoadedRequest; cancelled: boolean; onDismiss: () => void }) {
  const { t } = useLingui()
  const { request } = state
  const merchant = useMerchant(request.merchantId)
  const bankPayment = useBankPayment(request.id)
  const notice = cancelled && (
    <Notice tone="warning" live="polite" title={<Trans>Payment has been cancelled</Trans>} onDismiss={onDismiss} dismissLabel={t`Dismiss`}>
      <Trans>You have not been charged. You can still pay below.</Trans>
    </Notice>
  )
  return <RequestMethods state={state} merchant={merchant} bankPayment={bankPayment} notice={notice} />
}

/** The page without what it loads: settings of a shop show it too. */
export function RequestMethods({ state, merchant, bankPayment, notice, narrow = false }: RequestMethodsProps) {
  const { request } = state
  const wide = useCheckoutWide() && !narrow
  const handheld = useHandheld()
  const methods = methodsFor(request, { config: deployed, flags: useFlags(), handheld })
  const qr = <QrPanel url={request.url} merchantName={request.merchantName} />
  const summary = <Summary state={state} merchant={merchant} />
  return (
    <Checkout summary={summary} aside={wide ? qr : undefined} colour={request.colour} narrow={narrow} besideRail={narrow}>
      {notice}
      {bankPayment.error && <BankError {...bankPayment.error} />}
      {methods.wallet && (
        <div className={notice || bankPayment.error ? 'pt-5' : undefined}>
          <LinkButton full size="l" href={urlOf(paths.payWithWallet(request.id))} icon={<LogoMark />}>
            <Trans>Pay with Nikau wallet</Trans>
          </LinkButton>
        </div>
      )}
      <OtherMethods methods={methods} farmCardHref={urlOf(paths.farmlandsPay(request.id))} bankPayment={bankPayment} qr={qr} showQrButton={!wide} />
      <Providers providers={providersFor(request, merchant.wallets)} />
      <p className="n-secure">
        <Icon name="lock" size="xs" />
        <Trans>Secured by Nikau</Trans>
        {request.returnUrl !== undefined && (
          <span className="checkout-back">
            <TextLink href={request.returnUrl}>
              <Trans>Cancel and go back</Trans>
            </TextLink>
          </span>
        )}
      </p>
    </Checkout>
  )
}
