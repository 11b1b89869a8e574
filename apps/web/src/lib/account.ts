import { activeAccountId, createAccount, listAccountMemberships } from '@nikau/contract/accounts'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { call, type CallError } from './call.ts'
import { useAnswer } from './hooks.ts'
import { useProfile } from './profile.ts'
import { useSession } from './session.tsx'

/** Something that a screen shows and that may fail by itself: what is known of it, whether there is hope, and another try. */
export interface Part<T> {
  data: T | undefined
  /** Nothing is known, and it could not be loaded. What was known before stays known. */
  failed: boolean
  retrying: boolean
  retry: () => void
}

type Answered<T> = Pick<UseQueryResult<T, CallError>, 'data' | 'isError' | 'isFetching' | 'refetch'>

/** A part that rests on other answers: it fails with the first of them that did, and a retry asks for that one again. */
export function partOf<T>(data: T | undefined, ...needs: Answered<unknown>[]): Part<T> {
  const broken = needs.filter((need) => need.isError && need.data === undefined)
  return {
    data,
    failed: data === undefined && broken.length > 0,
    retrying: broken.some((need) => need.isFetching),
    retry: () => {
      for (const need of broken) void need.refetch()
    },
  }
}

/** Two tabs that find the same thing missing make it one after the other, and the second finds it made. */
export async function alone<T>(name: string, work: () => Promise<T>): Promise<T> {
  return 'locks' in navigator ? await navigator.locks.request(`nikau.${name}`, work) : await work()
}

/**
 * The person's own account, on which everything that they do acts. Someone who has none yet, because they have just signed
 * up, is given one: the server answers the one there is when it is asked for twice.
 */
export function useAccountId(): Part<string> {
  const { profile } = useSession().user
  const { fullName, phone, email } = useProfile()
  const memberships = useAnswer(listAccountMemberships, {})
  const known = memberships.data && activeAccountId(memberships.data)
  const opened = useQuery<string, CallError>({
    queryKey: [createAccount.method, createAccount.path, profile.sub],
    enabled: memberships.data !== undefined && known === undefined,
    staleTime: Infinity,
    queryFn: () =>
      alone('account', async () => {
        const there = activeAccountId(await call(listAccountMemberships, {}))
        if (there !== undefined) return there
        const name = fullName ?? phone ?? email ?? profile.sub
        return (await call(createAccount, { body: { name, type: 'individual', owner: profile.sub } })).id
      }),
  })
  return partOf(known ?? opened.data, memberships, opened)
}
