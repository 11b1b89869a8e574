import { Trans, useLingui } from '@lingui/react/macro'
import { signOff } from '@nikau/contract/tills'
import { Button, Header, OptionButton, TillFooter, TillMiddle, TillScreen } from '@nikau/ui'
import type { ReactNode } from 'react'
import { showInstallPrompt, useHasInstallPrompt } from '../../lib/install-prompt.ts'
import { useStoredValue } from '../../lib/stored-value.ts'
import { currentTurn, pairing, tillCall, tillSettings } from '../till-device/index.ts'
import { useCounter } from './counter.ts'

/** What belongs to the person and the device rather than to a sale. */
export function PersonScreen() {
  const { t } = useLingui()
  const { go } = useCounter()
  const till = useStoredValue(pairing)?.till
  const turn = useStoredValue(currentTurn)
  const { isSilent = false, isStill = false } = useStoredValue(tillSettings) ?? {}
  const canInstall = useHasInstallPrompt()
  if (!till || !turn) return undefined
  const change = () => {
    // The turn ends on the server too; without a connection it ends by itself.
    void tillCall(signOff, { params: { id: till.id } }).catch(() => {})
    currentTurn.set(undefined)
  }
  const { name } = turn
  return (
    <TillScreen>
      <Header onBack={() => go({ at: 'sale' })} backLabel={t`Back to the sale`} />
      <TillMiddle>
        <h1 className="n-till-title">{name}</h1>
        <p className="n-till-say">
          {till.name}, {till.merchantName}
        </p>
        <fieldset className="mt-6 grid gap-2">
          <legend className="n-heading mb-2">{t`When it is paid`}</legend>
          <Setting on={!isSilent} onChange={(on) => tillSettings.set({ isSilent: !on, isStill })}>
            <Trans>Sound</Trans>
          </Setting>
          <Setting on={!isStill} onChange={(on) => tillSettings.set({ isSilent, isStill: !on })}>
            <Trans>Vibration</Trans>
          </Setting>
        </fieldset>
        <div className="mt-6 grid gap-2">
          <OptionButton onPress={() => go({ at: 'items' })}>
            <Trans>Item buttons</Trans>
          </OptionButton>
          {canInstall && (
            <OptionButton onPress={() => void showInstallPrompt()}>
              <Trans>Install the till on this device</Trans>
            </OptionButton>
          )}
        </div>
      </TillMiddle>
      <TillFooter>
        <Button size="l" full onPress={change}>
          <Trans>Change person</Trans>
        </Button>
      </TillFooter>
    </TillScreen>
  )
}

function Setting({ on, onChange, children }: { on: boolean; onChange: (on: boolean) => void; children: ReactNode }) {
  return (
    <label className="n-till-setting">
      <span>{children}</span>
      <input type="checkbox" role="switch" aria-checked={on} checked={on} onChange={({ target }) => onChange(target.checked)} />
    </label>
  )
}
