import { Trans } from '@lingui/react/macro'
import { type Cents, format } from '@nikau/money'
import { Button, Money, TillFooter, TillMiddle, TillScreen } from '@nikau/ui'
import { useCounter } from '../till-sale/index.ts'
import { useScreenStart } from './useScreenStart.ts'

/** It was given back. What the till took itself, the person hands back. */
export function Done({ amount, hasTender }: { amount: Cents; hasTender: boolean }) {
  const { go } = useCounter()
  useScreenStart()
  return (
    <TillScreen>
      <TillMiddle>
        <div role="status">
          <h1 className="n-till-title">
            <Trans>Given back</Trans>
          </h1>
        </div>
        <Money text={format(amount)} size="xl" />
        <p className="n-till-say">
          {hasTender ? (
            <Trans>Each part goes back to where it came from. Give cash back from the drawer, and EFTPOS on its terminal.</Trans>
          ) : (
            <Trans>Each part goes back to where it came from.</Trans>
          )}
        </p>
      </TillMiddle>
      <TillFooter>
        <Button size="l" full onPress={() => go({ at: 'list' })}>
          <Trans>Back to the payments</Trans>
        </Button>
      </TillFooter>
    </TillScreen>
  )
}
