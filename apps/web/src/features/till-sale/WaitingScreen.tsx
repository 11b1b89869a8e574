import { Trans, useLingui } from '@lingui/react/macro'
import type { PaymentRequest } from '@nikau/contract/payment-requests'
import { format } from '@nikau/money'
import { Button, Money, QrCode, SpinnerText, TillFooter, TillMiddle, TillScreen } from '@nikau/ui'
import { useStoredValue } from '../../lib/stored-value.ts'
import { pairing, useWakeLock } from '../till-device/index.ts'
import { saleEngine, useSale } from './engine-instance.ts'
import { receivedOf } from './sale.ts'
import { SaleProblem } from './SaleProblem.tsx'
import { SaleTop } from './SaleTop.tsx'
import { TimeInWords, TimeRing } from './TimeLeft.tsx'

/** The customer has the request on their phone, or scans it from here. */
export function WaitingScreen({ request }: { request: PaymentRequest }) {
  const { sale, isBusy, problem } = useSale()
  const { t } = useLingui()
  const shop = useStoredValue(pairing)?.till.merchantName ?? request.merchantName
  const amount = format(request.value.amount)
  const received = receivedOf(request)
  const soFar = format(received)
  const showsQr = sale.charge?.by === 'qr'
  useWakeLock(true)
  return (
    <TillScreen>
      <SaleTop />
      <TillMiddle centred>
        <h1 className="n-hidden">
          <Trans>Waiting for the customer</Trans>
        </h1>
        <Money text={amount} size="xl" />
        <div className="mt-6">{showsQr ? <QrCode text={request.url} label={t`QR code to pay ${shop} ${amount}`} /> : <TimeRing request={request} />}</div>
        <p className="n-till-title mt-5 text-head" role="status">
          {showsQr ? <Trans>Let the customer scan this</Trans> : <Trans>Waiting for their approval</Trans>}
        </p>
        <p className="n-till-say max-w-72 text-body">
          {showsQr ? (
            <Trans>
              Any phone camera works. <TimeInWords request={request} />.
            </Trans>
          ) : (
            <Trans>
              The customer sees {shop} and {amount} on their phone. <TimeInWords request={request} />.
            </Trans>
          )}
        </p>
        {received > 0n && (
          <p className="mt-3 font-semibold">
            <Trans>{soFar} of it is paid.</Trans>
          </p>
        )}
        {problem && (
          <p role="alert" className="mt-3 font-semibold text-negative">
            <SaleProblem problem={problem} />
          </p>
        )}
      </TillMiddle>
      <TillFooter>
        <Button variant="outlined" full busy={isBusy} busyLabel={t`Cancelling`} onPress={() => void saleEngine.cancel()}>
          <Trans>Cancel this payment</Trans>
        </Button>
      </TillFooter>
    </TillScreen>
  )
}

/** Charge was pressed and has not been answered yet. */
export function StartingScreen() {
  const { sale } = useSale()
  return (
    <TillScreen>
      <SaleTop />
      <TillMiddle centred>
        <Money text={format(sale.charge?.amount ?? (0n as never))} size="xl" />
        <h1 className="n-till-title mt-8 text-head">
          <SpinnerText>
            <Trans>Asking the customer</Trans>
          </SpinnerText>
        </h1>
      </TillMiddle>
    </TillScreen>
  )
}
