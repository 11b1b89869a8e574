import { Trans } from '@lingui/react/macro'
import { listWalletTransactions } from '@nikau/contract/wallets'
import { Button, ListSkeleton, Section, useSkeleton } from '@nikau/ui'
import { toAsyncData } from '../../lib/async-data.ts'
import { LoadFailed } from '../../lib/LoadFailed.tsx'
import { paths } from '../../lib/paths.ts'
import { useEndpointPages } from '../../lib/useEndpointPages.ts'
import { walletActivities } from '../../lib/wallet-activities.ts'
import { ActivityList } from '../activity/index.ts'

/** Payments on credit and what came back, newest first. */
export function CreditLineActivity({ lineId }: { lineId: string }) {
  const pages = useEndpointPages(listWalletTransactions, { params: { walletId: lineId }, query: {} })
  const source = toAsyncData(pages.data?.pages, pages)
  const skeleton = useSkeleton(source.data === undefined && !source.failed)
  const transactions = source.data?.flatMap(({ items }) => items)
  return (
    <Section title={<Trans>Activity</Trans>} flush>
      {source.failed ? (
        <div className="pt-3">
          <LoadFailed source={source}>
            <Trans>We couldn’t load your activity</Trans>
          </LoadFailed>
        </div>
      ) : transactions === undefined ? (
        <div aria-busy="true">{skeleton && <ListSkeleton rows={4} />}</div>
      ) : transactions.length === 0 ? (
        <p className="pt-3 text-ink-2">
          <Trans>Your first payment shows up here.</Trans>
        </p>
      ) : (
        <>
          <ActivityList
            activities={walletActivities(lineId, transactions, [])}
            level={3}
            hrefOf={({ key }) => `${paths.receipt(key)}?asset=${encodeURIComponent(lineId)}`}
          />
          {pages.hasNextPage && (
            <div className="pt-3">
              <Button variant="tonal" full busy={pages.isFetchingNextPage} onPress={() => void pages.fetchNextPage()}>
                <Trans>Show more</Trans>
              </Button>
            </div>
          )}
        </>
      )}
    </Section>
  )
}
