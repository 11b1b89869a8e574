import { type ReactNode, useEffect } from 'react'
import { useVisible } from '../../lib/useVisible.ts'
import { useCounter } from './counter.ts'
import { CheckingScreen } from './CheckingScreen.tsx'
import { ConditionScreen } from './ConditionScreen.tsx'
import { DeclinedScreen } from './DeclinedScreen.tsx'
import { saleEngine, useSale } from './engine-instance.ts'
import { GivenBackScreen } from './GiveBackScreen.tsx'
import { GivingBackScreen } from './GivingBackScreen.tsx'
import { KeypadScreen } from './KeypadScreen.tsx'
import { PaidScreen } from './PaidScreen.tsx'
import { PartPaidScreen } from './PartPaidScreen.tsx'
import { RecordingScreen, RestByCodeScreen, RestByLinkScreen } from './RestScreens.tsx'
import { hasRest } from './sale.ts'
import { ScanScreen } from './ScanScreen.tsx'
import { StartingScreen, WaitingScreen } from './WaitingScreen.tsx'

/** The screen of the state that the sale is in. `meanwhile`: what can be done while nobody knows how a charge ended. */
export function SaleScreens({ meanwhile }: { meanwhile?: ReactNode }) {
  useLookAgain()
  const { view, go } = useCounter()
  const { sale, stage, request } = useSale()
  if (stage === 'entry') return view.at === 'scan' ? <ScanScreen /> : <KeypadScreen />
  if (stage === 'checking') return <CheckingScreen>{meanwhile}</CheckingScreen>
  if (stage === 'recording' && sale.charge?.taking) return <RecordingScreen taking={sale.charge.taking} />
  if (stage === 'giving-back' && sale.charge?.returning) return <GivingBackScreen returning={sale.charge.returning}>{meanwhile}</GivingBackScreen>
  const startNewSale = () => {
    saleEngine.startNewSale()
    go({ at: 'sale' })
  }
  if (stage === 'given-back') return <GivenBackScreen request={request} onNewSale={startNewSale} />
  if (!request) return <StartingScreen />
  switch (stage) {
    case 'waiting':
      return <WaitingScreen request={request} />
    case 'condition':
      return <ConditionScreen request={request} />
    case 'rest-by-code':
      return <RestByCodeScreen request={request} />
    case 'rest-by-link':
      return <RestByLinkScreen request={request} />
    case 'part-paid':
      if (view.at === 'scan' && hasRest(request)) return <ScanScreen />
      return <PartPaidScreen key={request.id} request={request} />
    case 'paid':
      return <PaidScreen key={request.id} request={request} />
    case 'declined':
      return <DeclinedScreen request={request} />
    case 'giving-back':
    case 'recording':
    case 'starting':
      return <StartingScreen />
  }
}

/** On coming back to the sale, and to the page. */
function useLookAgain(): void {
  const isVisible = useVisible()
  useEffect(() => {
    if (isVisible) void saleEngine.lookAgain()
  }, [isVisible])
}
