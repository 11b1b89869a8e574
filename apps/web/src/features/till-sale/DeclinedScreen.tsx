import { Trans } from '@lingui/react/macro'
import type { PaymentRequest } from '@nikau/contract/payment-requests'
import { format } from '@nikau/money'
import { Button, Icon, TillFooter, TillMiddle, TillScreen, TillSign } from '@nikau/ui'
import { spacedCode } from '../../lib/merchant-payment-texts.ts'
import { useCounter } from './counter.ts'
import { saleEngine } from './engine-instance.ts'
import { SaleTop } from './SaleTop.tsx'

/** It ended without money. Why is on the customer's phone, and nowhere here. */
export function DeclinedScreen({ request }: { request: PaymentRequest }) {
  const { go, charge } = useCounter()
  const amount = format(request.value.amount)
  const code = spacedCode(request.shortCode)
  const isByUs = request.cancellationReason === 'CANCELLED_BY_MERCHANT'
  const again = (view: Parameters<typeof go>[0]) => {
    saleEngine.tryAgain()
    go(view)
  }
  return (
    <TillScreen>
      <SaleTop />
      <TillMiddle>
        <TillSign tone="negative" icon={<Icon name="close" />} />
        <div role="alert">
          <h1 className="n-till-title mt-6">{isByUs ? <Trans>Cancelled</Trans> : <Trans>Not paid</Trans>}</h1>
        </div>
        <p className="n-till-say">
          {isByUs ? (
            <Trans>
              The payment of <b>{amount}</b> was cancelled here.
            </Trans>
          ) : request.status === 'expired' ? (
            <Trans>
              The time for <b>{amount}</b> ran out.
            </Trans>
          ) : (
            <Trans>
              The customer’s payment of <b>{amount}</b> was declined.
            </Trans>
          )}
        </p>
        <p className="mt-5 flex items-center gap-2 font-semibold">
          <span className="text-positive">
            <Icon name="check" />
          </span>
          <Trans>Nothing was taken from them.</Trans>
        </p>
        {!isByUs && (
          <p className="mt-3 text-ink-2">
            <Trans>The customer can see why on their own phone.</Trans>
          </p>
        )}
      </TillMiddle>
      <TillFooter>
        <Button size="l" full onPress={() => again({ at: 'scan' })}>
          <Trans>Try again, {amount}</Trans>
        </Button>
        <Button
          variant="outlined"
          full
          onPress={() => {
            again({ at: 'sale' })
            charge()
          }}
        >
          <Trans>Another way: show our QR</Trans>
        </Button>
        <Button
          variant="quiet"
          full
          onPress={() => {
            saleEngine.startNewSale()
            go({ at: 'sale' })
          }}
        >
          <Trans>Cancel the sale</Trans>
        </Button>
        <p className="text-center text-caption text-ink-2">
          <Trans>Reference {code}</Trans>
        </p>
      </TillFooter>
    </TillScreen>
  )
}
