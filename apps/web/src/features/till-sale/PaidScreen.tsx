import { Trans } from '@lingui/react/macro'
import type { PaymentRequest } from '@nikau/contract/payment-requests'
import { format } from '@nikau/money'
import { Button, Live, Money, Receipt, SuccessLeaf, TillFooter, TillMiddle, TillScreen, UndoIcon } from '@nikau/ui'
import { useEffect, useState } from 'react'
import { spacedCode } from '../../lib/merchant-payment-texts.ts'
import { announcePaid } from '../till-device/index.ts'
import { useCounter } from './counter.ts'
import { saleEngine, useSale } from './engine-instance.ts'
import { GiveBackScreen } from './GiveBackScreen.tsx'
import { LegRows } from './LegRows.tsx'
import { RestProblem } from './RestProblem.tsx'
import { SaleTop } from './SaleTop.tsx'
import { useNow } from './useNow.ts'

const clock = new Intl.DateTimeFormat('en-NZ', { hour: 'numeric', minute: '2-digit', second: '2-digit', hour12: true, timeZone: 'Pacific/Auckland' })

function RunningClock() {
  return <Live>{clock.format(useNow())}</Live>
}

/** Sales that this page has told of already: not again after a look at the list. */
const announced = new Set<string>()

/** The only green screen, so that it can be told from across the counter. The clock runs, so a picture of it can be told apart. */
export function PaidScreen({ request }: { request: PaymentRequest }) {
  const { go } = useCounter()
  const [isUndoing, setUndoing] = useState(false)
  const { sale, problem } = useSale()
  const { id } = sale
  useEffect(() => {
    if (announced.has(id)) return
    announced.add(id)
    announcePaid()
  }, [id])
  const keep = () => {
    saleEngine.clearProblem()
    setUndoing(false)
  }
  if (isUndoing) return <GiveBackScreen request={request} what="undo" onBack={keep} />
  return (
    <TillScreen look="paid">
      <SaleTop />
      <TillMiddle>
        <SuccessLeaf />
        <div role="status">
          <h1 className="n-till-title mt-6">
            <Trans>Paid in full</Trans>
          </h1>
        </div>
        <div className="mt-1">
          <Money text={format(request.value.amount)} size="xl" />
        </div>
        <div className="mt-3 max-w-80">
          <Receipt>
            <LegRows request={request} />
          </Receipt>
        </div>
        {problem?.isRefusal && (
          <p role="alert" className="mt-4 max-w-80 font-semibold">
            <RestProblem problem={problem} />
          </p>
        )}
        <p className="mt-5 font-semibold">
          <RunningClock />
        </p>
        <p className="n-quiet mt-1 text-label">{spacedCode(request.shortCode)}</p>
      </TillMiddle>
      <TillFooter>
        <Button
          variant="accent"
          size="l"
          full
          onPress={() => {
            saleEngine.startNewSale()
            go({ at: 'sale' })
          }}
        >
          <Trans>New sale</Trans>
        </Button>
        <Button variant="on-field" size="s" full icon={<UndoIcon size="s" />} onPress={() => setUndoing(true)}>
          <Trans>Undo</Trans>
        </Button>
      </TillFooter>
    </TillScreen>
  )
}
