import { Trans, useLingui } from '@lingui/react/macro'
import { format } from '@nikau/money'
import { initials, Live, Mark, Money, Party } from '@nikau/ui'
import { Countdown } from './Countdown.tsx'
import type { Merchant } from './useMerchant.ts'
import type { Known } from './useRequest.ts'

/** Who asks for the money, how much is due, and how it stands right now. */
export function Summary({ known: { request, ahead, failing }, merchant }: { known: Known & { kind: 'known' }; merchant: Merchant }) {
  const { t } = useLingui()
  const [paid, due] = [format(request.paid), format(request.due)]
  return (
    <>
      <Party
        size="l"
        media={
          <Mark shape="leaf" tone="paper" size="l">
            {merchant.logo === undefined ? initials(request.merchantName) : <img className="checkout-logo" src={merchant.logo} alt="" />}
          </Mark>
        }
        name={request.merchantName}
        detail={merchant.place}
      />
      <h1 className="checkout-amount" tabIndex={-1}>
        <span>
          <Trans>Amount due</Trans>
        </span>{' '}
        <Money size="xl" text={due} spoken={due} />
      </h1>
      {request.paid > 0n && (
        <p className="checkout-state">
          <Trans>
            {paid} paid, {due} still to pay
          </Trans>
        </p>
      )}
      <p className="checkout-state">
        <Live>
          <span role="status">{failing ? t`Connection lost, trying again` : t`Waiting for payment`}</span>
        </Live>
        <span>
          <Countdown until={request.expiresAt} ahead={ahead} />
        </span>
      </p>
    </>
  )
}
