import { useQuery } from '@tanstack/react-query'
import { areAssetsResolved, setAssetsResolved } from './assets-resolved.ts'
import { call } from './call.ts'
import { queryClient } from './endpoint-hooks.ts'

/** One page has one user: signing in or out loads it again. */
const queryKey = ['POST', '/api/me/resolve-claimable-assets']

/** Claims what waited for the user's number and email address: once per user and browser. Without an answer, the next page load asks again. */
export function useResolveClaimableAssets(userId: string, { enabled }: { enabled: boolean }): void {
  useQuery({
    queryKey,
    enabled,
    staleTime: Infinity,
    ...(areAssetsResolved(userId) && { initialData: true }),
    queryFn: async () => {
      if (areAssetsResolved(userId)) return true
      const succeeded = await resolve().catch(() => false)
      if (succeeded) setAssetsResolved(userId)
      return succeeded
    },
  })
}

/** The endpoint's schema is fetched when it is needed, so that home's code does not carry it. */
async function resolve(): Promise<true> {
  const { resolveClaimableAssets } = await import('@nikau/contract/asset-transfers')
  await call(resolveClaimableAssets, {})
  return true
}

/** Whether assets can load: what waited has been claimed, or could not be. */
export const useIsClaimAttempted = (): boolean => useQuery({ queryKey, queryFn: lastResult, enabled: false }).data !== undefined
const lastResult = () => queryClient.getQueryData<boolean>(queryKey) ?? false
