import { Trans, useLingui } from '@lingui/react/macro'
import type { PaymentRequest } from '@nikau/contract/payment-requests'
import { format, roundCash } from '@nikau/money'
import { Button, Icon, Live, Money, QrCode, SpinnerText, TillFooter, TillMiddle, TillScreen, TillSign, TillWay, TillWays } from '@nikau/ui'
import { toast } from '../../lib/toasts.ts'
import { useStoredValue } from '../../lib/stored-value.ts'
import { pairing, useWakeLock } from '../till-device/index.ts'
import { useCounter } from './counter.ts'
import { saleEngine, useSale } from './engine-instance.ts'
import type { Taking } from './sale.ts'
import { SaleTop } from './SaleTop.tsx'

/** The till was told that cash or EFTPOS was taken, and asks with the same key until that is recorded. */
export function RecordingScreen({ taking: { tender, amount } }: { taking: Taking }) {
  const { isBusy, problem } = useSale()
  const text = format(tender === 'cash' ? roundCash(amount) : amount)
  useWakeLock(true)
  return (
    <TillScreen>
      <SaleTop />
      <TillMiddle>
        <TillSign tone="neutral" icon={<Icon name="clock" />} />
        <div role="status">
          <h1 className="n-till-title mt-6">{problem || !isBusy ? <Trans>We’re checking</Trans> : <Trans>Recording</Trans>}</h1>
        </div>
        <div className="mt-1">
          <Money text={text} size="xl" />
        </div>
        <p className="n-till-say">
          {tender === 'cash' ? (
            <Trans>Cash is being recorded. Don’t take it again; we’ll tell you as soon as we know.</Trans>
          ) : (
            <Trans>EFTPOS is being recorded. Don’t take it again; we’ll tell you as soon as we know.</Trans>
          )}
        </p>
        <p className="mt-6 font-semibold">
          <Live>
            <Trans>Asking again and again</Trans>
          </Live>
        </p>
      </TillMiddle>
    </TillScreen>
  )
}

function OtherWay() {
  const { go } = useCounter()
  return (
    <TillFooter>
      <Button
        variant="outlined"
        full
        onPress={() => {
          saleEngine.chooseRestAgain()
          go({ at: 'sale' })
        }}
      >
        <Trans>Take it another way</Trans>
      </Button>
    </TillFooter>
  )
}

/** Another customer has the rest on their phone. */
export function RestByCodeScreen({ request }: { request: PaymentRequest }) {
  const shop = useStoredValue(pairing)?.till.merchantName ?? request.merchantName
  const rest = format(request.remainingAmount)
  useWakeLock(true)
  return (
    <TillScreen>
      <SaleTop />
      <TillMiddle centred>
        <h1 className="n-hidden">
          <Trans>Waiting for the other customer</Trans>
        </h1>
        <Money text={rest} size="xl" />
        <p className="n-till-title mt-8 text-head" role="status">
          <SpinnerText>
            <Trans>Waiting for their approval</Trans>
          </SpinnerText>
        </p>
        <p className="n-till-say max-w-72 text-body">
          <Trans>
            The other customer sees {shop} and {rest} on their phone.
          </Trans>
        </p>
      </TillMiddle>
      <OtherWay />
    </TillScreen>
  )
}

/** Whoever opens the link pays the rest; the till goes on by itself. */
export function RestByLinkScreen({ request }: { request: PaymentRequest }) {
  const { t } = useLingui()
  const shop = useStoredValue(pairing)?.till.merchantName ?? request.merchantName
  const rest = format(request.remainingAmount)
  const { url } = request
  const canShare = typeof (navigator as Partial<Pick<Navigator, 'share'>>).share === 'function'
  const copy = () => void navigator.clipboard.writeText(url).then(() => toast({ text: t`Link copied` }))
  const share = () => void navigator.share({ url, title: shop }).catch(() => undefined) // closed by the person
  useWakeLock(true)
  return (
    <TillScreen>
      <SaleTop />
      <TillMiddle centred>
        <h1 className="n-hidden">
          <Trans>A link for the rest</Trans>
        </h1>
        <Money text={rest} size="xl" />
        <div className="mt-6">
          <QrCode text={url} label={t`QR code to pay ${shop} ${rest}`} />
        </div>
        <p className="n-till-title mt-5 text-head" role="status">
          <Trans>Let them scan this, or send the link</Trans>
        </p>
        <p className="n-till-say max-w-72 text-body">
          <Trans>Whoever opens it pays {rest}, with Nikau or by bank.</Trans>
        </p>
        <div className="mt-4 w-full">
          {canShare ? (
            <TillWays>
              <TillWay icon={<Icon name="copy" />} onPress={copy}>
                <Trans>Copy link</Trans>
              </TillWay>
              <TillWay icon={<Icon name="share" />} onPress={share}>
                <Trans>Share</Trans>
              </TillWay>
            </TillWays>
          ) : (
            <Button variant="tonal" full icon={<Icon name="copy" size="s" />} onPress={copy}>
              <Trans>Copy link</Trans>
            </Button>
          )}
        </div>
      </TillMiddle>
      <OtherWay />
    </TillScreen>
  )
}
