import { Trans } from '@lingui/react/macro'
import { format } from '@nikau/money'
import { Button, TillFooter, TillMiddle, TillScreen } from '@nikau/ui'
import { basketTotal, SaleTop, useSale } from '../till-sale/index.ts'
import { Meanwhile } from './Meanwhile.tsx'

/** Without a connection no Nikau payment is taken. The basket is kept, and so is what is noted. */
export function OfflineScreen() {
  const { sale } = useSale()
  const total = basketTotal(sale.basket)
  const amount = format(total)
  return (
    <TillScreen>
      <SaleTop />
      <TillMiddle>
        <h1 className="n-till-title">
          <Trans>This till can’t take Nikau payments right now</Trans>
        </h1>
        <p className="n-till-say">
          <Trans>It comes back by itself. Sales by cash and EFTPOS can be noted and are sent later.</Trans>
        </p>
        <Meanwhile />
      </TillMiddle>
      <TillFooter>
        <Button size="l" full needsSignal isDisabled>
          {total > 0n ? <Trans>Charge {amount}</Trans> : <Trans>Charge</Trans>}
        </Button>
      </TillFooter>
    </TillScreen>
  )
}
