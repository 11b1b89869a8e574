import { Trans } from '@lingui/react/macro'
import { type Cents, format, zero } from '@nikau/money'
import { timeOfDay } from '@nikau/nz/nz-time'
import { Icon, Live, Money, TillMiddle, TillScreen, TillSign } from '@nikau/ui'
import type { ReactNode } from 'react'
import { useWakeLock } from '../till-device/index.ts'
import { useSale } from './engine-instance.ts'
import { SaleTop } from './SaleTop.tsx'

/** Nobody knows yet whether it was paid. Nothing about this sale can be pressed: the till asks until it knows. */
export function CheckingScreen({ children }: { children?: ReactNode }) {
  const { sale } = useSale()
  const at = sale.charge ? timeOfDay(new Date(sale.charge.at)) : ''
  useWakeLock(true)
  return (
    <TillScreen>
      <SaleTop />
      <TillMiddle>
        <CheckingTop amount={sale.charge?.amount ?? zero}>
          <Trans>Asked for at {at}. Don’t ask the customer to pay again; we’ll tell you as soon as we know.</Trans>
        </CheckingTop>
        <AskingAgain />
        {children}
      </TillMiddle>
    </TillScreen>
  )
}

/** Nobody knows yet how it ended: the amount, and what to do meanwhile. */
export function CheckingTop({ amount, children }: { amount: Cents; children: ReactNode }) {
  return (
    <>
      <TillSign tone="neutral" icon={<Icon name="clock" />} />
      <div role="status">
        <h1 className="n-till-title mt-6">
          <Trans>We’re checking</Trans>
        </h1>
      </div>
      <div className="mt-1">
        <Money text={format(amount)} size="xl" />
      </div>
      <p className="n-till-say">{children}</p>
    </>
  )
}

export function AskingAgain() {
  return (
    <p className="mt-6 font-semibold">
      <Live>
        <Trans>Asking again and again</Trans>
      </Live>
    </p>
  )
}
