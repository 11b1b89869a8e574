import { getTillSettings, type TillSettings, updateTillSettings } from '@nikau/contract/patron-codes'
import type { Cents } from '@nikau/money'
import { useAccountId } from './account.ts'
import { type AsyncData, dependsOn, toAsyncData } from './async-data.ts'
import { deployed } from './config.ts'
import { queryClient, useEndpointMutation, useEndpointQuery } from './endpoint-hooks.ts'

/** What a till may take with a scanned code without approval. Nothing is asked where the deployment has no such settings. */
export function useTillSettings(): AsyncData<TillSettings> {
  const account = useAccountId()
  const input = { params: { accountId: account.data ?? '' } }
  const query = useEndpointQuery(getTillSettings, input, { enabled: deployed.people.guard && account.data !== undefined })
  return dependsOn(account, toAsyncData(query.data, query))
}

const queryKey = [getTillSettings.method, getTillSettings.path]

/** After a change of the own limit that they contain. */
export const reloadTillSettings = (): void => void queryClient.invalidateQueries({ queryKey })

/** Changes what is named and shows what the server answers. True if it did. */
export function useUpdateTillSettings() {
  const account = useAccountId()
  const update = useEndpointMutation(updateTillSettings)
  const set = async (body: { noSignal?: boolean; withoutApproval?: Cents | null }): Promise<boolean> => {
    const saved = await update.mutateAsync({ params: { accountId: account.data! }, body }).catch(() => undefined) // the caller shows the error
    if (saved) queryClient.setQueriesData<TillSettings>({ queryKey }, saved)
    return saved !== undefined
  }
  return { ...update, set }
}
