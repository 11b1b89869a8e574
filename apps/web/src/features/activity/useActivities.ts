import type { QueryOf } from '@nikau/contract'
import { type TopUpEntry, type WalletActivity, walletActivities } from '../../lib/wallet-activities.ts'
import { listWalletTransactions } from '@nikau/contract/wallets'
import { useMemo } from 'react'
import { type AsyncData, toAsyncData } from '../../lib/async-data.ts'
import { useWallet } from '../../lib/account-assets.ts'
import { useTopUpEntries } from '../../lib/funds.ts'
import { useEndpointPages } from '../../lib/useEndpointPages.ts'

export interface Activities extends AsyncData<WalletActivity[]> {
  /** Older pages are available. */
  hasMore: boolean
  isLoadingMore: boolean
  loadMore: () => void
  walletId: string | undefined
}

const none: readonly TopUpEntry[] = []

/** The default wallet's activity, newest first, page by page; `withPending` merges in top-ups that are not booked yet. */
export function useActivities(query: NonNullable<QueryOf<typeof listWalletTransactions>>, { withPending }: { withPending: boolean }): Activities {
  const wallet = useWallet()
  const walletId = wallet.data?.id
  const entries = useTopUpEntries()
  // With the rest: one that came later would push everything down. If they cannot be loaded, the list is shown without.
  const topUps = withPending ? entries : none
  const result = useEndpointPages(listWalletTransactions, { params: { walletId: walletId ?? '' }, query }, { enabled: walletId !== undefined })
  const data = useMemo(
    () =>
      walletId === undefined || !result.data || !topUps
        ? undefined
        : walletActivities(
            walletId,
            result.data.pages.flatMap(({ items }) => items),
            topUps,
          ),
    [walletId, result.data, topUps],
  )
  const source = wallet.failed ? { ...wallet, data: undefined } : toAsyncData(data, result)
  return { ...source, walletId, hasMore: result.hasNextPage, isLoadingMore: result.isFetchingNextPage, loadMore: () => void result.fetchNextPage() }
}
