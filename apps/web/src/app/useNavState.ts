import { activeAccountId, listAccountMemberships } from '@nikau/contract/accounts'
import { listAssets } from '@nikau/contract/assets'
import { listBankAccounts } from '@nikau/contract/bank-accounts'
import { useMode } from '../lib/mode.ts'
import { useIsClaimAttempted } from '../lib/claimable-assets.ts'
import { useScreenPath } from '../lib/current-screen.ts'
import { useFlags } from '../lib/flags.ts'
import { canWithdraw } from '../lib/funds.ts'
import { useEndpointQuery } from '../lib/endpoint-hooks.ts'
import type { NavState } from './navigation.ts'

/**
 * The navigation is outside RequireSession and also shown on public screens, so it never loads the account itself. It uses
 * the account once a signed-in screen has loaded it.
 */
export function useNavState(): NavState {
  const mode = useMode()
  const memberships = useEndpointQuery(listAccountMemberships, {}, { enabled: false })
  const accountId = memberships.data && activeAccountId(memberships.data)
  const input = { params: { accountId: accountId ?? '' } }
  const isClaimAttempted = useIsClaimAttempted()
  const assets = useEndpointQuery(listAssets, input, { enabled: accountId !== undefined && isClaimAttempted })
  const accounts = useEndpointQuery(listBankAccounts, input, { enabled: accountId !== undefined })
  const hasSafety = useScreenPath('safety') !== undefined
  return { flags: useFlags(), hasSafety, canWithdraw: canWithdraw(assets.data?.items ?? [], accounts.data ?? [], mode) }
}
