import { Trans } from '@lingui/react/macro'
import type { Collection } from '@nikau/contract/collections'
import { Button, LinkButton, PortalCard } from '@nikau/ui'
import { businessPaths } from '../../lib/business-paths.ts'

/** Where tokens can be used, and for what. `onAllow`: there is a shop where they cannot be used yet. */
export function Places({ collection: { id, redemptionConditions }, onAllow }: { collection: Collection; onAllow: (() => void) | undefined }) {
  return (
    <PortalCard title={<Trans>Where it can be used</Trans>}>
      <ul className="grid gap-2">
        {redemptionConditions.map(({ merchantId, merchantName, items }) => (
          <li key={merchantId}>
            {merchantName}
            {items.length > 0 && <span className="block text-label text-ink-2">{items.map(({ name }) => name).join(', ')}</span>}
          </li>
        ))}
      </ul>
      <div className="mt-4 flex flex-wrap gap-2">
        {onAllow && (
          <Button variant="outlined" size="s" onPress={onAllow}>
            {redemptionConditions.length === 0 ? <Trans>Allow at a shop</Trans> : <Trans>Allow at another shop</Trans>}
          </Button>
        )}
        {redemptionConditions.length > 0 && (
          <LinkButton variant="outlined" size="s" href={businessPaths.tokenPoster(id)}>
            <Trans>Poster</Trans>
          </LinkButton>
        )}
      </div>
    </PortalCard>
  )
}
