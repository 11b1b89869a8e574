import { listPayees, type Payee } from '@nikau/contract/payees'
import { useAccountId } from '../../lib/account.ts'
import { type AsyncData, dependsOn, toAsyncData } from '../../lib/async-data.ts'
import { deployed } from '../../lib/config.ts'
import { queryClient, useEndpointQuery } from '../../lib/endpoint-hooks.ts'
import { formatAlias } from '../../lib/recipient.ts'

/** The people this account has sent to. Not loaded in a deployment without the claim screens. */
export function usePayees(): AsyncData<Payee[]> {
  const account = useAccountId()
  const query = useEndpointQuery(listPayees, { params: { accountId: account.data ?? '' } }, { enabled: deployed.people.claim && account.data !== undefined })
  return dependsOn(account, toAsyncData(query.data?.items, query))
}

export const invalidatePayees = (): Promise<void> => queryClient.invalidateQueries({ queryKey: [listPayees.method, listPayees.path] })

/** The sender's name for them, their shown name, or else the number. */
export const payeeName = ({ name, alias }: Payee): string => name ?? formatAlias(alias)
