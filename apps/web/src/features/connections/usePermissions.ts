import {
  endPermission,
  getPermission,
  listPermissions,
  pausePermission,
  type PermissionDetail,
  type PermissionList,
  resumePermission,
  updatePermission,
} from '@nikau/contract/permissions'
import { longDate } from '@nikau/nz/nz-time'
import { useMode } from '../../lib/mode.ts'
import { useAccountId } from '../../lib/account.ts'
import { type AsyncData, dependsOn, toAsyncData } from '../../lib/async-data.ts'
import { queryClient, useEndpointMutation, useEndpointQuery } from '../../lib/endpoint-hooks.ts'
import type { Limits } from './limits.ts'

export function usePermissions(): AsyncData<PermissionList> {
  const account = useAccountId()
  const liveness = useMode()
  const query = useEndpointQuery(listPermissions, { params: { accountId: account.data ?? '' }, query: { liveness } }, { enabled: account.data !== undefined })
  return dependsOn(account, toAsyncData(query.data, query))
}

/** `missing`: ended, or of another account. */
export function usePermission(id: string): AsyncData<PermissionDetail> & { missing: boolean } {
  const query = useEndpointQuery(getPermission, { params: { id } })
  return { ...toAsyncData(query.data, query), missing: query.error?.code === 'FORBIDDEN' }
}

export function invalidatePermissions(): void {
  for (const { method, path } of [listPermissions, getPermission]) void queryClient.invalidateQueries({ queryKey: [method, path] })
}

/** The changes of a connected shop. Each resolves to whether it was made. */
export function useManagePermission(id: string) {
  const [update, pause, resume, end] = [
    useEndpointMutation(updatePermission),
    useEndpointMutation(pausePermission),
    useEndpointMutation(resumePermission),
    useEndpointMutation(endPermission),
  ]
  const all = [update, pause, resume, end]
  const made = async (change: Promise<unknown>): Promise<boolean> => {
    const done = await change.then(
      () => true,
      () => false, // shown on the screen
    )
    if (done) invalidatePermissions()
    return done
  }
  const params = { id }
  return {
    allow: (limits: Limits | null) => made(update.mutateAsync({ params, body: { limits } })),
    spendTokensFirst: (tokensFirst: boolean) => made(update.mutateAsync({ params, body: { tokensFirst } })),
    pause: () => made(pause.mutateAsync({ params })),
    resume: () => made(resume.mutateAsync({ params })),
    end: () => made(end.mutateAsync({ params })),
    isPending: all.some((mutation) => mutation.isPending),
    error: all.find((mutation) => mutation.isError)?.error,
  }
}

/** `November`; month names stay English. */
export function monthName(month: string): string {
  return longDate(`${month}-01`).split(' ')[1]!
}
