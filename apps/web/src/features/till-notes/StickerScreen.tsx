import { Trans, useLingui } from '@lingui/react/macro'
import { Bullets, Header, TillMiddle, TillScreen } from '@nikau/ui'
import { useCounter } from '../till-sale/index.ts'

/** The way to be paid with Nikau that does not need this till. */
export function StickerScreen() {
  const { t } = useLingui()
  const { go } = useCounter()
  return (
    <TillScreen>
      <Header onBack={() => go({ at: 'sale' })} backLabel={t`Back to the sale`} />
      <TillMiddle>
        <h1 className="n-till-title">
          <Trans>Use the printed sticker</Trans>
        </h1>
        <p className="n-till-say">
          <Trans>A sticker on which customers type the amount works while this till is offline. Their own phone has to be online.</Trans>
        </p>
        <div className="mt-4">
          <Bullets
            items={[
              { key: 'scan', text: <Trans>They scan the sticker and type the amount of the sale.</Trans> },
              { key: 'look', text: <Trans>Look at their screen: it shows Paid and the amount.</Trans> },
              {
                key: 'note',
                text: <Trans>This till can’t see that payment, so don’t note it as cash or EFTPOS. It is in Nikau for business already.</Trans>,
              },
            ]}
          />
        </div>
        <p className="n-till-say">
          <Trans>A sticker of this till leads to what the till asks for, and that needs a connection.</Trans>
        </p>
      </TillMiddle>
    </TillScreen>
  )
}
