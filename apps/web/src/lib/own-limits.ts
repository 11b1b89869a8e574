import { useLingui } from '@lingui/react/macro'
import { getOwnLimits, type OwnLimitName, type OwnLimits, updateOwnLimits } from '@nikau/contract/own-limits'
import type { Cents } from '@nikau/money'
import { useAccountId } from './account.ts'
import { type AsyncData, dependsOn, toAsyncData } from './async-data.ts'
import { queryClient, useEndpointMutation, useEndpointQuery } from './endpoint-hooks.ts'

export function useOwnLimits({ enabled = true }: { enabled?: boolean } = {}): AsyncData<OwnLimits> {
  const account = useAccountId()
  const input = { params: { accountId: account.data ?? '' } }
  const query = useEndpointQuery(getOwnLimits, input, { enabled: enabled && account.data !== undefined })
  return dependsOn(account, toAsyncData(query.data, query))
}

const queryKey = [getOwnLimits.method, getOwnLimits.path]

/** Sets one limit and shows what the server answers. True if it did. */
export function useSetOwnLimit() {
  const account = useAccountId()
  const update = useEndpointMutation(updateOwnLimits)
  const set = async (name: OwnLimitName, limit: Cents | null): Promise<boolean> => {
    const body = { [name]: limit }
    const saved = await update.mutateAsync({ params: { accountId: account.data! }, body }).catch(() => undefined) // the caller shows the error
    if (saved) queryClient.setQueriesData<OwnLimits>({ queryKey }, saved)
    return saved !== undefined
  }
  return { ...update, set }
}

export function useOwnLimitName(): (name: OwnLimitName) => string {
  const { t } = useLingui()
  return (name) =>
    ({
      'one-payment': t`One payment`,
      'one-day': t`One day`,
      'new-people': t`People you’ve not sent to before, one day`,
      'no-signal': t`With no signal`,
    })[name]
}
