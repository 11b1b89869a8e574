import { activeAccountId, listAccountMemberships } from '@nikau/contract/accounts'
import { listAssets } from '@nikau/contract/assets'
import { listBankAccounts } from '@nikau/contract/bank-accounts'
import { useMode } from '../lib/account-assets.ts'
import { useFlags } from '../lib/flags.ts'
import { canWithdraw } from '../lib/funds.ts'
import { useAnswer } from '../lib/hooks.ts'
import type { Facts } from './navigation.ts'

/**
 * The bars stand outside the guard, also beside public screens: they never ask who someone is. Once a screen behind the guard
 * knows the account, what it holds is known here too.
 */
export function useFacts(): Facts {
  const mode = useMode()
  const memberships = useAnswer(listAccountMemberships, {}, { enabled: false })
  const accountId = memberships.data && activeAccountId(memberships.data)
  const input = { params: { accountId: accountId ?? '' } }
  const assets = useAnswer(listAssets, input, { enabled: accountId !== undefined })
  const accounts = useAnswer(listBankAccounts, input, { enabled: accountId !== undefined })
  return { flags: useFlags(), canWithdraw: canWithdraw(assets.data?.items ?? [], accounts.data ?? [], mode) }
}
