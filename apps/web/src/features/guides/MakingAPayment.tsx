import { Trans } from '@lingui/react/macro'
import { Icon, type IconName } from '@nikau/ui'
import type { ReactNode } from 'react'
import { useFlags } from '../../lib/flags.ts'

/** Mentions the barcode only where the app shows one. */
export function MakingAPayment() {
  const { showBarcode } = useFlags()
  return (
    <>
      <ol className="flex flex-col gap-5 pt-5">
        {showBarcode ? (
          <Step icon="pay" title={<Trans>Show your barcode, or scan</Trans>}>
            <Trans>Tap Pay. Hold your barcode up to the shop’s scanner, or scan the shop’s QR code.</Trans>
          </Step>
        ) : (
          <Step icon="pay" title={<Trans>Scan the QR code</Trans>}>
            <Trans>Tap Pay, then scan the shop’s QR code.</Trans>
          </Step>
        )}
        <Step icon="document" title={<Trans>Check the order</Trans>}>
          <Trans>You’ll see the shop, the total and your payment method. You can change how you pay.</Trans>
        </Step>
        <Step icon="check" title={<Trans>Tap Pay</Trans>}>
          {showBarcode ? (
            <Trans>The button shows the amount. You’re charged when you tap it, and never twice. Tills take nothing without asking unless you allow it.</Trans>
          ) : (
            <Trans>The button shows the amount. You’re only charged when you tap it, and never twice.</Trans>
          )}
        </Step>
      </ol>
      <p className="text-ink-2 pt-6">
        <Trans>You’ll find the receipt in your activity. Show it to the shop if they ask.</Trans>
      </p>
    </>
  )
}

function Step({ icon, title, children }: { icon: IconName; title: ReactNode; children: ReactNode }) {
  return (
    <li className="flex gap-4">
      <span className="rounded-leaf-s bg-brand-tint text-on-brand-tint grid size-11 flex-none place-items-center">
        <Icon name={icon} />
      </span>
      <div>
        <h3 className="font-semibold">{title}</h3>
        <p className="text-ink-2">{children}</p>
      </div>
    </li>
  )
}
