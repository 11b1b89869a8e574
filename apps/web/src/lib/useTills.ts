import { listTills, type Till } from '@nikau/contract/tills'
import { type AsyncData, toAsyncData } from './async-data.ts'
import { useBusiness } from './business.ts'
import { queryClient, useEndpointQuery } from './endpoint-hooks.ts'

/** The tills of the business in this view: test and live are never in one list. Undefined until they have arrived. */
export function useTills(): AsyncData<Till[]> {
  const { accountId, isTest, may } = useBusiness()
  const tills = useEndpointQuery(listTills, { params: { accountId } }, { enabled: may('settings:write') })
  return toAsyncData(
    tills.data?.filter(({ liveness }) => (liveness === 'test') === isTest),
    tills,
  )
}

export async function reloadTills(): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: [listTills.method, listTills.path] })
}
