import { listBankAccounts } from '@nikau/contract/bank-accounts'
import { getPayoutAccount } from '@nikau/contract/payouts'
import { queryClient } from '../../lib/endpoint-hooks.ts'

/** After a change of the payout account, and after one that failed because another owner was faster. */
export function reloadPayoutAccount(): void {
  for (const { method, path } of [getPayoutAccount, listBankAccounts]) void queryClient.invalidateQueries({ queryKey: [method, path] })
}
