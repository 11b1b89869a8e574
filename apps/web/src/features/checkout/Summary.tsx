import { Trans, useLingui } from '@lingui/react/macro'
import { format } from '@nikau/money'
import { initials, Live, Avatar, Money, Party } from '@nikau/ui'
import { pictureUrl } from '../../lib/shop-picture.ts'
import { OrderSummary } from '../../lib/OrderSummary.tsx'
import { Countdown } from './Countdown.tsx'
import type { Merchant } from './useMerchant.ts'
import type { LoadedRequest } from './usePolledRequest.ts'

/** The merchant, the amount due and the live status. */
export function Summary({ state: { request, clockOffset, failing }, merchant }: { state: LoadedRequest; merchant: Merchant }) {
  const { t } = useLingui()
  const logo = request.logo ?? merchant.logo
  const [paid, due] = [format(request.paid), format(request.due)]
  return (
    <>
      <Party
        size="l"
        media={
          <Avatar shape="leaf" tone="paper" size="l">
            {logo === undefined ? initials(request.merchantName) : <img className="checkout-logo" src={pictureUrl(logo)} alt="" />}
          </Avatar>
        }
        name={request.merchantName}
        detail={merchant.location}
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
          <Countdown expiresAt={request.expiresAt} clockOffset={clockOffset} />
        </span>
      </p>
      {request.lines.length > 0 && (
        <div className="checkout-order">
          <OrderSummary lines={request.lines} amount={request.amount} gst={request.gst} />
        </div>
      )}
    </>
  )
}
