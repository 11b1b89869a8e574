import type { Ledger } from '@nikau/ledger'
import type { Clock, Db, Ids, Vault } from '@nikau/runtime'
import type { QuotaLimits } from '../quotas/index.ts'

export interface DemoMeans {
  db: Db
  ledger: Ledger
  ids: Ids
  /** Both the modules and the ledger go by it: the demo world has a past. */
  clock: Clock & { set(at: Date): void }
  limits: QuotaLimits
  vault: Vault
}
