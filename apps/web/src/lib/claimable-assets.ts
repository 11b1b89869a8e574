import { resolveClaimableAssets } from '@nikau/contract/asset-transfers'
import { listAssets } from '@nikau/contract/assets'
import { notifyManager, useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { areAssetsResolved, setAssetsResolved } from './assets-resolved.ts'
import { call } from './call.ts'
import { queryClient } from './endpoint-hooks.ts'

/** One page has one user: signing in or out loads it again. */
const queryKey = ['POST', '/api/me/resolve-claimable-assets']

/**
 * Claims what waited for the user's number and email address: once per user and browser. Assets wait for the first attempt only;
 * a later one that succeeds loads them again. Without an answer, the next page load asks again.
 */
export function useResolveClaimableAssets(userId: string, { enabled }: { enabled: boolean }): void {
  useQuery({
    queryKey,
    enabled,
    staleTime: Infinity,
    retryOnMount: false,
    refetchOnWindowFocus: false,
    ...(areAssetsResolved(userId) && { initialData: true }),
    queryFn: async () => {
      if (areAssetsResolved(userId)) return true
      await call(resolveClaimableAssets, {})
      setAssetsResolved(userId)
      if (queryClient.getQueryState(queryKey)?.fetchFailureCount) void queryClient.invalidateQueries({ queryKey: [listAssets.method, listAssets.path] })
      return true
    },
  })
}

/**
 * Whether assets can load: what waited has been claimed, or could not be at once. Reads the query without becoming one of its observers.
 * The listener is called later, because a screen that renders may just have added the query.
 */
export const useIsClaimAttempted = (): boolean => useSyncExternalStore(subscribe, isClaimAttempted)

const subscribe = (onChange: () => void) => queryClient.getQueryCache().subscribe(notifyManager.batchCalls(onChange))
function isClaimAttempted(): boolean {
  const state = queryClient.getQueryState(queryKey)
  return state !== undefined && (state.data !== undefined || state.fetchFailureCount > 0 || state.status === 'error')
}
