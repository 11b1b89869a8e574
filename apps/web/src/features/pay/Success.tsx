import { Trans } from '@lingui/react/macro'
import { shortDate } from '@nikau/nz/nz-time'
import { format, subtract } from '@nikau/money'
import { Button, FieldScreen, LinkButton, Live, Money, SuccessLeaf } from '@nikau/ui'
import { useEffect } from 'react'
import { useSpokenAmount } from '../../lib/localized-text.ts'
import { paths } from '../../lib/paths.ts'
import { useMerchantLocation } from './MerchantHeader.tsx'
import { useServerNow } from './useServerNow.ts'
import type { RequestView } from './useRequest.ts'

const clock = new Intl.DateTimeFormat('en-NZ', { hour: 'numeric', minute: '2-digit', second: '2-digit', hour12: true, timeZone: 'Pacific/Auckland' })

/**
 * Full screen and readable across a counter. The clock and the drawing move, so that a cashier can tell it from a screenshot.
 */
export function Success({ request, onClose }: { request: RequestView; onClose: () => void }) {
  const spoken = useSpokenAmount()
  const now = useServerNow()
  const location = useMerchantLocation(request.merchantId)
  useEffect(() => {
    const device: Partial<Pick<Navigator, 'vibrate'>> = navigator
    device.vibrate?.([20, 60, 20])
  }, [])
  const paid = subtract(request.value.amount, request.remainingAmount)
  const [amount, rest, merchantName] = [format(paid), format(request.remainingAmount), request.merchantName]
  return (
    <FieldScreen frond="below" alive>
      <main className="mx-auto flex w-full max-w-120 flex-1 flex-col px-5 pt-12 pb-6">
        <div role="dialog" aria-labelledby="payment-successful" className="flex flex-1 flex-col">
          <SuccessLeaf />
          <h1 id="payment-successful" className="pt-8 text-head" tabIndex={-1}>
            <Trans>Payment Successful</Trans>
          </h1>
          <p className="pt-2">
            <Money size="xl" text={amount} spoken={spoken(paid)} />
          </p>
          <p className="max-w-76 pt-3 text-lead">
            <Trans>
              Your payment of {amount} to {merchantName} has been completed.
            </Trans>
          </p>
          {request.remainingAmount > 0n && (
            <p className="pt-2 font-semibold">
              <Trans>{rest} left to pay</Trans>
            </p>
          )}
          <p className="pt-6 font-semibold tabular-nums">
            <Live>
              {shortDate(now)}, {clock.format(now)}
            </Live>
          </p>
          <p className="text-label text-on-field-2">{[location, request.shortCode].filter(Boolean).join(' · ')}</p>
          <div className="mt-auto grid gap-2 pt-8">
            <LinkButton full variant="accent" href={request.redirectUrl ?? paths.home} onClick={onClose}>
              <Trans>Back to dashboard</Trans>
            </LinkButton>
            <Button full variant="on-field" onPress={onClose}>
              <Trans>View receipt</Trans>
            </Button>
          </div>
        </div>
      </main>
    </FieldScreen>
  )
}
