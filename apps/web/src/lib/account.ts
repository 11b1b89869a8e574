import { activeAccountId, createAccount, listAccountMemberships } from '@nikau/contract/accounts'
import { useQuery } from '@tanstack/react-query'
import { type AsyncData, toAsyncData } from './async-data.ts'
import type { CallError } from './call-error.ts'
import { call } from './call.ts'
import { useResolveClaimableAssets } from './claimable-assets.ts'
import { useEndpointQuery } from './endpoint-hooks.ts'
import { useProfile } from './profile.ts'
import { useSession } from './session.tsx'

/** Runs in one tab at a time, so that two tabs which both find something missing do not both create it. */
export async function withTabLock<T>(name: string, work: () => Promise<T>): Promise<T> {
  return 'locks' in navigator ? await navigator.locks.request(`nikau.${name}`, work) : await work()
}

/**
 * The user's own account. A user who has just signed up has none, so it is created; the server returns the existing account
 * when it is asked to create a second one.
 */
export function useAccountId(): AsyncData<string> {
  const { profile } = useSession().user
  const { fullName, phone, email } = useProfile()
  const memberships = useEndpointQuery(listAccountMemberships, {})
  const existing = memberships.data && activeAccountId(memberships.data)
  const created = useQuery<string, CallError>({
    queryKey: [createAccount.method, createAccount.path, profile.sub],
    enabled: memberships.data !== undefined && existing === undefined,
    staleTime: Infinity,
    retryOnMount: false, // a part of the screen that appears after a failure must not start another four attempts
    queryFn: () =>
      withTabLock('account', async () => {
        const current = activeAccountId(await call(listAccountMemberships, {}))
        if (current !== undefined) return current
        const name = fullName ?? phone ?? email ?? profile.sub
        return (await call(createAccount, { body: { name, type: 'individual', owner: profile.sub } })).id
      }),
  })
  const accountId = existing ?? created.data
  useResolveClaimableAssets(profile.sub, { enabled: accountId !== undefined })
  return toAsyncData(accountId, memberships, created)
}
