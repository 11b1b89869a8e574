import type { SupportedWallet } from '@nikau/contract'
import type { Db } from '@nikau/runtime'
import { type Refusal, refuse } from '../../http/refusal.ts'
import { selectMerchant, selectSupportedWallets } from './store.ts'

export async function listWallets(db: Db, merchantId: string): Promise<SupportedWallet[] | Refusal<'FORBIDDEN'>> {
  if (!(await selectMerchant(db, merchantId))) return refuse('FORBIDDEN')
  const rows = await selectSupportedWallets(db, merchantId)
  return rows.map((row) => ({ ...row, logoMediaUploadId: row.logoMediaUploadId ?? undefined, logoImg: row.logoImg ?? undefined }))
}
