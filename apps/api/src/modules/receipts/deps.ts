import type { Ledger } from '@nikau/ledger'
import type { FindCompany } from '@nikau/rails/farmlands'
import type { Clock, Db } from '@nikau/runtime'

export interface CardReceiptDeps {
  db: Db
  ledger: Ledger
  clock: Clock
  companyOf: FindCompany
}
