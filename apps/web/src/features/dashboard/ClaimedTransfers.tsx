import { type AssetTransfer, listClaimedTransfers } from '@nikau/contract/asset-transfers'
import { Suspense, useState } from 'react'
import { useIsClaimAttempted } from '../../lib/claimable-assets.ts'
import { useEndpointQuery } from '../../lib/endpoint-hooks.ts'
import { lazyScreen } from '../../lib/lazy-screen.ts'

/** Loaded only when there is something to show. */
const ArrivedTransfers = lazyScreen(async () => (await import('../asset-transfers/index.ts')).ArrivedTransfers)

/** Shown in this page: a list that is fetched again before the server has noted it shows nothing twice. */
const shownIds = new Set<string>()

/** Over home, once for each transfer: what was claimed is in the wallet. It lies over the page, so nothing below it moves. */
export function ClaimedTransfers() {
  const isClaimAttempted = useIsClaimAttempted()
  const { data } = useEndpointQuery(listClaimedTransfers, {}, { enabled: isClaimAttempted })
  const [listed, setListed] = useState<typeof data>()
  // Kept apart from the list: what has been shown is no longer in it when it is fetched again.
  const [shown, setShown] = useState<readonly AssetTransfer[]>([])
  if (data !== listed) {
    setListed(data)
    setShown([...shown, ...(data?.items ?? []).filter(({ id }) => !shownIds.has(id))])
  }
  if (shown.length === 0) return undefined
  return (
    <Suspense>
      <ArrivedTransfers transfers={shown} onShown={(id) => shownIds.add(id)} onClose={() => setShown([])} />
    </Suspense>
  )
}
