import type { AnswerOf } from '@nikau/contract'
import type { Liveness } from '@nikau/contract/amounts'
import { defaultWallet, defaultWalletType, shownAssets } from '@nikau/contract/asset-display'
import { type Asset, listAssets } from '@nikau/contract/assets'
import { createWallet } from '@nikau/contract/wallets'
import { cents } from '@nikau/money'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useAccountId, withTabLock } from './account.ts'
import { type AsyncData, dependsOn, toAsyncData } from './async-data.ts'
import { CallError } from './call-error.ts'
import { call, callAllPages } from './call.ts'
import { useIsClaimAttempted } from './claimable-assets.ts'
import { queryClient, useEndpointQuery } from './endpoint-hooks.ts'
import { useFlags } from './flags.ts'
import { useMode } from './mode.ts'

/** A test asset for developers. It exists in the browser only, so no payment can use it. */
const testUplink: Asset = {
  id: 'test-uplink',
  accountId: 'test-uplink',
  category: 'money',
  type: 'uplinkapi.test',
  liveness: 'test',
  status: 'active',
  createdAt: new Date(0),
  currency: 'NZD',
  balance: cents(10_000_000n),
  availableBalance: cents(10_000_000n),
}

/** All assets of the account, in both modes and in any status. */
export function useAllAssets(): AsyncData<Asset[]> {
  const account = useAccountId()
  const accountId = account.data ?? ''
  const isClaimAttempted = useIsClaimAttempted()
  const query = useEndpointQuery(listAssets, { params: { accountId } }, { enabled: account.data !== undefined && isClaimAttempted })
  return dependsOn(account, toAsyncData(query.data?.items, query))
}

/** The assets of the current mode that screens show. */
export function useAssets(): AsyncData<Asset[]> {
  const mode = useMode()
  const { testUplinkEnabled } = useFlags()
  const all = useAllAssets()
  const data = useMemo(() => all.data && shownAssets([...all.data, ...(testUplinkEnabled ? [testUplink] : [])], mode), [all.data, testUplinkEnabled, mode])
  return { ...all, data }
}

/** The default wallet of the current mode, created when the account has none. */
export function useWallet({ enabled = true }: { enabled?: boolean } = {}): AsyncData<Asset> {
  const mode = useMode()
  const account = useAccountId()
  const assets = useAllAssets()
  const existing = assets.data && defaultWallet(assets.data, mode)
  const created = useQuery<Asset, CallError>({
    queryKey: [createWallet.method, createWallet.path, account.data, mode],
    enabled: enabled && account.data !== undefined && assets.data !== undefined && existing === undefined,
    staleTime: Infinity,
    queryFn: () => withTabLock('wallet', () => createDefaultWallet(account.data!, mode)),
  })
  return dependsOn(assets, toAsyncData(existing ?? created.data, created))
}

async function createDefaultWallet(accountId: string, mode: Liveness): Promise<Asset> {
  const find = async () => defaultWallet((await callAllPages(listAssets, { params: { accountId } })).items, mode)
  const created = (await find()) ?? (await call(createWallet, { body: { accountId, ledgerId: defaultWalletType(mode) } }).catch(ignoreMaxWallets))
  const wallet = created ?? (await find())
  if (!wallet) throw new CallError(403, 'ACCOUNT_MAX_WALLETS_REACHED')
  queryClient.setQueriesData<AnswerOf<typeof listAssets>>(
    { queryKey: [listAssets.method, listAssets.path] },
    (list) => list && { ...list, items: [...list.items.filter(({ id }) => id !== wallet.id), wallet] },
  )
  return wallet
}

/** Another browser created the wallet first; that one is used. */
function ignoreMaxWallets(error: unknown): undefined {
  if (!(error instanceof CallError && error.code === 'ACCOUNT_MAX_WALLETS_REACHED')) throw error
  return undefined
}
