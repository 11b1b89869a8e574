import { Trans } from '@lingui/react/macro'
import type { TillSettings } from '@nikau/contract/patron-codes'
import { format } from '@nikau/money'
import { Icon, TextLink } from '@nikau/ui'
import { paths } from '../../lib/paths.ts'
import { paysWithoutSignal } from './code-life.ts'

/** Whether the code also works without signal. Says so only when this device keeps codes for it. */
export function TillHint({ settings, hasCodes }: { settings: TillSettings | undefined; hasCodes: boolean }) {
  const limit = settings && format(settings.noSignalLimit)
  return (
    <p className="flex min-h-16 items-center gap-2 pt-5 text-label text-on-field-2">
      {settings && (
        <>
          <Icon name="offline" size="s" />
          <span>
            {!paysWithoutSignal(settings) ? (
              <TextLink tone="inherit" href={paths.ownLimits}>
                <Trans>Pay when there’s no signal</Trans>
              </TextLink>
            ) : hasCodes ? (
              <Trans>No signal in the shop? Your code still works, up to {limit}.</Trans>
            ) : (
              <Trans>Getting your codes for no signal</Trans>
            )}
          </span>
        </>
      )}
    </p>
  )
}
