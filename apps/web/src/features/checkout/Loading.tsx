import { Trans } from '@lingui/react/macro'
import { Checkout, Notice } from '@nikau/ui'

/** Until the first response, the page shows its layout without content. */
export function Loading({ failing }: { failing: boolean }) {
  return (
    <Checkout
      summary={
        <h1 className="n-hidden" tabIndex={-1}>
          <Trans>Pay</Trans>
        </h1>
      }
    >
      {failing ? (
        <Notice tone="info" live="polite" title={<Trans>We can’t reach Nikau</Trans>}>
          <Trans>Check your connection. We’ll keep trying.</Trans>
        </Notice>
      ) : (
        <div aria-busy="true" />
      )}
    </Checkout>
  )
}
