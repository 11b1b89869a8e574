import type { Ledger } from '@nikau/ledger'
import type { Clock, Db, Ids, Secret, Vault } from '@nikau/runtime'
import type { QuotaLimits } from '../modules/quotas/index.ts'

export interface SeedDeps {
  db: Db
  ledger: Ledger
  ids: Ids
  /** Shared by the modules and the ledger, and set back in time to seed history. */
  clock: Clock & { set(at: Date): void }
  limits: QuotaLimits
  vault: Vault
  /** For the link in the message about a send. */
  linkSecret: Secret
  webOrigin: string
}
