import { Trans } from '@lingui/react/macro'
import { EmptyState, ListSkeleton, PortalCard } from '@nikau/ui'
import { LoadFailed } from '../../lib/LoadFailed.tsx'
import { LinkCard } from './LinkCard.tsx'
import { LinkTable } from './LinkTable.tsx'
import { NewLinkForm } from './NewLinkForm.tsx'
import { TakePage } from './TakePage.tsx'
import { useChosenLink, useLinks } from './useLinks.ts'

/** Makes payment links, shows one of them to share, and lists them with what they have brought. */
export function TakeScreen() {
  const links = useLinks()
  const [chosen, choose] = useChosenLink(links.data ?? [])
  return (
    <TakePage current="link" linkId={chosen?.id}>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 panes:grid-cols-2 panes:gap-5">
        <NewLinkForm onMade={choose} />
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          {chosen && <LinkCard key={chosen.id} link={chosen} />}
          <PortalCard title={<Trans>Your links</Trans>} flush>
            {links.failed ? (
              <LoadFailed source={links}>
                <Trans>We couldn’t load your links</Trans>
              </LoadFailed>
            ) : !links.data ? (
              <div aria-busy="true">
                <ListSkeleton rows={3} />
              </div>
            ) : links.data.length === 0 ? (
              <EmptyState drawing="receipt" title={<Trans>No links yet</Trans>}>
                <Trans>Make one, and send it or print its code.</Trans>
              </EmptyState>
            ) : (
              <LinkTable links={links.data} />
            )}
          </PortalCard>
        </div>
      </div>
    </TakePage>
  )
}
