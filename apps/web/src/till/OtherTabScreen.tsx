import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Icon, TillFooter, TillMiddle, TillScreen, TillSign } from '@nikau/ui'
import { useState } from 'react'
import { askForTill } from '../features/till-device/index.ts'

/** Another tab of this device runs the till. */
export function OtherTabScreen() {
  const { t } = useLingui()
  const [isAsking, setAsking] = useState(false)
  const [isStillOpen, setStillOpen] = useState(false)
  const ask = async () => {
    setAsking(true)
    setStillOpen(false)
    const isOurs = await askForTill()
    setAsking(false)
    setStillOpen(!isOurs)
  }
  return (
    <TillScreen>
      <TillMiddle>
        <TillSign tone="neutral" icon={<Icon name="copy" />} />
        <h1 className="n-till-title mt-6">
          <Trans>The till is open in another tab</Trans>
        </h1>
        <p className="n-till-say">
          <Trans>One tab of this device takes payments at a time, so that no sale is taken for another. Close the other tab to go on here.</Trans>
        </p>
        <p role="alert" className="mt-3 min-h-6 font-semibold text-negative">
          {isStillOpen && <Trans>It’s still open in the other tab.</Trans>}
        </p>
      </TillMiddle>
      <TillFooter>
        <Button size="l" full busy={isAsking} busyLabel={t`Asking`} onPress={() => void ask()}>
          <Trans>Go on here</Trans>
        </Button>
      </TillFooter>
    </TillScreen>
  )
}
