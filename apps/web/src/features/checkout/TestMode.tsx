import { Trans, useLingui } from '@lingui/react/macro'
import { TestStripe } from '@nikau/ui'

/** Above everything else of a request that is about play money. */
export function TestMode() {
  const { t } = useLingui()
  return (
    <aside aria-label={t`Test mode`}>
      <TestStripe word={t`TEST`}>
        <Trans>No real money moves</Trans>
      </TestStripe>
    </aside>
  )
}
