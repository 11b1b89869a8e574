import type { Liveness } from '@nikau/contract/amounts'
import { defaultWallet, defaultWalletType, shownAssets } from '@nikau/contract/asset-display'
import { type Asset, listAssets } from '@nikau/contract/assets'
import { createWallet } from '@nikau/contract/wallets'
import { cents } from '@nikau/money'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { alone, type Part, partOf, useAccountId } from './account.ts'
import { call, CallError, callEveryPage } from './call.ts'
import { useFlags } from './flags.ts'
import { queryClient, useAnswer } from './hooks.ts'

/** Whether real or play money is shown; the two never stand on one screen. */
export function useMode(): Liveness {
  return useFlags().testAssetsEnabled ? 'test' : 'main'
}

/** What the developers' test uplink would hold. It exists in the browser only: no server knows it, so nothing can be paid from it by mistake. */
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

/** Everything that the account holds, of either mode and in any state. */
export function useEveryAsset(): Part<Asset[]> {
  const account = useAccountId()
  const accountId = account.data ?? ''
  const answer = useAnswer(listAssets, { params: { accountId } }, { enabled: account.data !== undefined })
  return either(account, partOf(answer.data?.items, answer))
}

/** The assets of the current mode that screens show. */
export function useAssets(): Part<Asset[]> {
  const mode = useMode()
  const { testUplinkEnabled } = useFlags()
  const every = useEveryAsset()
  const data = useMemo(
    () => every.data && shownAssets([...every.data, ...(testUplinkEnabled ? [testUplink] : [])], mode),
    [every.data, testUplinkEnabled, mode],
  )
  return { ...every, data }
}

/** The wallet that a person spends from. An account that has none in this mode is given one. */
export function useWallet(): Part<Asset> {
  const mode = useMode()
  const account = useAccountId()
  const assets = useEveryAsset()
  const known = assets.data && defaultWallet(assets.data, mode)
  const opened = useQuery<Asset, CallError>({
    queryKey: [createWallet.method, createWallet.path, account.data, mode],
    enabled: account.data !== undefined && assets.data !== undefined && known === undefined,
    staleTime: Infinity,
    queryFn: () => alone('wallet', () => openWallet(account.data!, mode)),
  })
  return either(assets, partOf(known ?? opened.data, opened))
}

async function openWallet(accountId: string, mode: Liveness): Promise<Asset> {
  const look = async () => defaultWallet((await callEveryPage(listAssets, { params: { accountId } })).items, mode)
  const opened = (await look()) ?? (await call(createWallet, { body: { accountId, ledgerId: defaultWalletType(mode) } }).catch(refusedTwice))
  const wallet = opened ?? (await look())
  if (!wallet) throw new CallError(403, 'ACCOUNT_MAX_WALLETS_REACHED')
  void queryClient.invalidateQueries({ queryKey: [listAssets.method, listAssets.path] })
  return wallet
}

/** Another browser was quicker: the wallet it made is the one. */
function refusedTwice(error: unknown): undefined {
  if (!(error instanceof CallError && error.code === 'ACCOUNT_MAX_WALLETS_REACHED')) throw error
  return undefined
}

/** What rests on an earlier part fails with it. */
function either<T>(before: Part<unknown>, part: Part<T>): Part<T> {
  return before.failed ? { ...before, data: undefined } : part
}
