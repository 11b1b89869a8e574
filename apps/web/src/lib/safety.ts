import { type AccountSafety, type Freeze, getAccountSafety } from '@nikau/contract/safety'
import { useLingui } from '@lingui/react/macro'
import { useAccountId } from './account.ts'
import { type AsyncData, dependsOn, toAsyncData } from './async-data.ts'
import { useScreenPath } from './current-screen.ts'
import { queryClient, useEndpointQuery } from './endpoint-hooks.ts'
import { useTimeLabel } from './localized-text.ts'

/** Whether the account is frozen. Not loaded in a deployment without the safety screens. */
export function useAccountSafety(): AsyncData<AccountSafety> {
  const isEnabled = useScreenPath('safety') !== undefined
  const account = useAccountId()
  const input = { params: { accountId: account.data ?? '' } }
  const query = useEndpointQuery(getAccountSafety, input, { enabled: isEnabled && account.data !== undefined })
  return dependsOn(account, toAsyncData(query.data, query))
}

const queryKey = [getAccountSafety.method, getAccountSafety.path]

/** Shows what the server has just answered everywhere. */
export const updateSafetyCache = (safety: AccountSafety): void => void queryClient.setQueriesData<AccountSafety>({ queryKey }, safety)

/** After a refusal that says more than this tab knew. */
export const invalidateSafety = (): void => void queryClient.invalidateQueries({ queryKey })

/** "Frozen by you, 4:12 pm" */
export function useFreezeLabel(): (freeze: Freeze) => string {
  const { t } = useLingui()
  const timeLabel = useTimeLabel()
  return ({ by, since }) => {
    const time = timeLabel(since)
    return by === 'person' ? t`Frozen by you, ${time}` : t`Frozen by Nikau, ${time}`
  }
}
