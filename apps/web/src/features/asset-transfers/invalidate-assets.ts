import type { Endpoint } from '@nikau/contract'
import { listAssets, listTokenActivities } from '@nikau/contract/assets'
import { listQuotas } from '@nikau/contract/quotas'
import { listWalletTransactions } from '@nikau/contract/wallets'
import { queryClient } from '../../lib/endpoint-hooks.ts'

/** After money or a token moved. */
export function invalidateAssets(...also: Endpoint[]): void {
  for (const { method, path } of [listAssets, listWalletTransactions, listTokenActivities, listQuotas, ...also])
    void queryClient.invalidateQueries({ queryKey: [method, path] })
}
