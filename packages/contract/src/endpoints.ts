import type { Endpoint } from './endpoint.ts'
import { getMerchantSummary, listSupportedWallets, searchMerchants } from './merchants.ts'

/** Every endpoint there is, for the OpenAPI document and for the tests that sweep them all. */
export const endpoints: Record<string, Endpoint> = {
  searchMerchants,
  getMerchantSummary,
  listSupportedWallets,
}
