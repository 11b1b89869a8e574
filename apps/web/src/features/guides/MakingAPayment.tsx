import { Trans } from '@lingui/react/macro'
import { Icon, type IconName } from '@nikau/ui'
import type { ReactNode } from 'react'

export function MakingAPayment() {
  return (
    <>
      <ol className="flex flex-col gap-5 pt-5">
        <Step icon="pay" title={<Trans>Show your barcode, or scan</Trans>}>
          <Trans>Press Pay. Hold your barcode to the shop’s scanner, or scan the QR code that the shop shows you.</Trans>
        </Step>
        <Step icon="document" title={<Trans>Check the order</Trans>}>
          <Trans>You see the shop, the total and what you pay with. Change how you pay if you like.</Trans>
        </Step>
        <Step icon="check" title={<Trans>Press Pay</Trans>}>
          <Trans>The button says the amount. Nothing is taken until you press it, and pressing twice pays once.</Trans>
        </Step>
      </ol>
      <p className="text-ink-2 pt-6">
        <Trans>The receipt stays in your activity. Show it at the shop if they ask.</Trans>
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
