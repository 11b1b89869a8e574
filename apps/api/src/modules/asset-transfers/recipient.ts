import type { Tx } from '@nikau/runtime'
import { Refusal } from '../../http/refusal.ts'
import { selectSpendableWallet } from '../assets/index.ts'
import { type OpenDeps, openWalletInTransaction } from '../wallets/index.ts'

/** Where the recipient gets it: the token itself, or their wallet for the same money, which is opened if they have none. */
export async function creditedAssetOf(
  tx: Tx,
  deps: Omit<OpenDeps, 'db'>,
  { personId, accountId }: { personId: string; accountId: string },
  sent: { category: 'money' | 'token'; assetId: string; assetType: string },
): Promise<string> {
  if (sent.category === 'token') return sent.assetId
  const existing = await selectSpendableWallet(tx, accountId, sent.assetType)
  if (existing !== undefined) return existing
  const ledgerId = sent.assetType as 'nikau.nzd.main' | 'nikau.nzd.test'
  const opened = await openWalletInTransaction(tx, deps, { accountId, ledgerId }, `crn::user:${personId}`)
  if (opened instanceof Refusal) throw new Error(`a wallet could not be opened: ${opened.code}`)
  return opened.id
}
