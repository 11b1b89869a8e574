import type { ReactNode } from 'react'
import { useCounter } from './counter.ts'
import { CheckingScreen } from './CheckingScreen.tsx'
import { ConditionScreen } from './ConditionScreen.tsx'
import { DeclinedScreen } from './DeclinedScreen.tsx'
import { saleEngine, useSale } from './engine-instance.ts'
import { GivenBackScreen } from './GiveBackScreen.tsx'
import { KeypadScreen } from './KeypadScreen.tsx'
import { PaidScreen } from './PaidScreen.tsx'
import { PartPaidScreen } from './PartPaidScreen.tsx'
import { RecordingScreen, RestByCodeScreen, RestByLinkScreen } from './RestScreens.tsx'
import { hasRest } from './sale.ts'
import { ScanScreen } from './ScanScreen.tsx'
import { StartingScreen, WaitingScreen } from './WaitingScreen.tsx'

/** The screen of the state that the sale is in. `meanwhile`: what can be done while nobody knows how a charge ended. */
export function SaleScreens({ meanwhile }: { meanwhile?: ReactNode }) {
  const { view, go } = useCounter()
  const { sale, stage, request } = useSale()
  if (stage === 'entry') return view.at === 'scan' ? <ScanScreen /> : <KeypadScreen />
  if (stage === 'checking') return <CheckingScreen>{meanwhile}</CheckingScreen>
  if (stage === 'recording' && sale.charge?.taking) return <RecordingScreen taking={sale.charge.taking} />
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
    case 'given-back':
      return (
        <GivenBackScreen
          request={request}
          onNewSale={() => {
            saleEngine.startNewSale()
            go({ at: 'sale' })
          }}
        />
      )
    case 'declined':
      return <DeclinedScreen request={request} />
    case 'recording':
    case 'starting':
      return <StartingScreen />
  }
}
