import { Trans } from '@lingui/react/macro'
import { type AssetTransferSummary, getAssetTransferSummary } from '@nikau/contract/asset-transfers'
import { Button, Checkout, Notice } from '@nikau/ui'
import { Suspense, useState } from 'react'
import { deployed } from '../../lib/config.ts'
import { useEndpointQuery } from '../../lib/endpoint-hooks.ts'
import { lazyScreen } from '../../lib/lazy-screen.ts'
import { ClaimPage } from './ClaimPage.tsx'
import { DeclinedPage, FinalPage, UnknownTransferPage } from './FinalPages.tsx'
import type { ClaimAction } from './useClaimAction.ts'

/** Few transfers are wrapped. */
const GiftPage = lazyScreen(async () => (await import('./GiftPage.tsx')).GiftPage)

export interface SummaryScreenProps {
  id: string
  /** With the key of the recipient's link, the page also declines and reports. */
  linkKey: string | undefined
  /** How a signed-in person claims. Without it, Claim starts the sign-in. */
  claim?: ClaimAction | undefined
}

/** What anyone with the link sees: sender, message and asset while it waits, and what became of it afterwards. */
export function SummaryScreen({ id, linkKey, claim }: SummaryScreenProps) {
  const query = useEndpointQuery(getAssetTransferSummary, { params: { id } })
  const [declined, setDeclined] = useState<'declined' | 'reported'>()
  const { data, error, refetch } = query
  if (data === undefined)
    return error?.isRefusal ? <UnknownTransferPage /> : <Loading failed={query.isError} retrying={query.isFetching} retry={() => void refetch()} />
  const summary = deployed.people.claim ? data : publicPart(data)
  if (declined) return <DeclinedPage summary={summary} isReported={declined === 'reported'} />
  if (data.status !== 'created' && data.status !== 'sent') return <FinalPage summary={summary} />
  const onDone = (outcome: 'declined' | 'reported') => {
    setDeclined(outcome)
    void refetch()
  }
  // A link is for whoever has it: nobody is there who could turn it down for others.
  const decline = linkKey !== undefined && deployed.people.claim && !summary.byLink ? { linkKey, onDone, onRefused: () => void refetch() } : undefined
  const props = { summary, claim, decline, linkKey }
  if (summary.wrap === undefined) return <ClaimPage {...props} />
  return (
    <Suspense fallback={<Loading failed={false} retrying={false} retry={() => {}} />}>
      <GiftPage {...props} />
    </Suspense>
  )
}

/** What the summary has without the claim area. */
function publicPart({ value: _value, recipient: _recipient, wrap: _wrap, ...summary }: AssetTransferSummary): AssetTransferSummary {
  return summary
}

function Loading({ failed, retrying, retry }: { failed: boolean; retrying: boolean; retry: () => void }) {
  return (
    <Checkout
      besideRail
      summary={
        <h1 className="n-hidden" tabIndex={-1}>
          <Trans>Transfer</Trans>
        </h1>
      }
    >
      {failed ? (
        <Notice tone="negative" live="polite" title={<Trans>We couldn’t load the transfer</Trans>}>
          <Button variant="outlined" size="s" onPress={retry} busy={retrying}>
            <Trans>Try again</Trans>
          </Button>
        </Notice>
      ) : (
        <div aria-busy="true" />
      )}
    </Checkout>
  )
}
