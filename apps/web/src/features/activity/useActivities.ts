import type { QueryOf } from '@nikau/contract'
import { type WalletActivity, walletActivities } from '@nikau/contract/wallet-activity'
import { listWalletTransactions } from '@nikau/contract/wallets'
import { useMemo } from 'react'
import { type Part, partOf } from '../../lib/account.ts'
import { useWallet } from '../../lib/account-assets.ts'
import { useTopUpEntries } from '../../lib/funds.ts'
import { usePages } from '../../lib/pages.ts'

export interface Activities extends Part<WalletActivity[]> {
  /** There are older ones that have not been asked for. */
  hasMore: boolean
  loadingMore: boolean
  more: () => void
  /** The wallet they are of. */
  walletId: string | undefined
}

/** The newest movements of the default wallet, as many pages as were asked for; with top-ups on their way among them, unless a search says otherwise. */
export function useActivities(query: NonNullable<QueryOf<typeof listWalletTransactions>>, { withWaiting }: { withWaiting: boolean }): Activities {
  const wallet = useWallet()
  const walletId = wallet.data?.id
  const topUps = useTopUpEntries()
  const answer = usePages(listWalletTransactions, { params: { walletId: walletId ?? '' }, query }, { enabled: walletId !== undefined })
  const data = useMemo(
    () =>
      walletId === undefined || !answer.data
        ? undefined
        : walletActivities(
            walletId,
            answer.data.pages.flatMap(({ items }) => items),
            withWaiting ? topUps : [],
          ),
    [walletId, answer.data, withWaiting, topUps],
  )
  const part = wallet.failed ? { ...wallet, data: undefined } : partOf(data, answer)
  return { ...part, walletId, hasMore: answer.hasNextPage, loadingMore: answer.isFetchingNextPage, more: () => void answer.fetchNextPage() }
}
