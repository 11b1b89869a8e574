import { Trans, useLingui } from '@lingui/react/macro'
import { TestBanner } from '@nikau/ui'

/** Shown above every test request. */
export function TestModeBanner() {
  const { t } = useLingui()
  return (
    <aside aria-label={t`Test mode`}>
      <TestBanner word={t`TEST`}>
        <Trans>No real money moves</Trans>
      </TestBanner>
    </aside>
  )
}
