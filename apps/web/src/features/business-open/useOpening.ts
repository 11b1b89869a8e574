import { type Business, type Checklist, getBusiness } from '@nikau/contract/businesses'
import { reachOfRole } from '@nikau/contract/roles'
import { use } from 'react'
import { type AsyncData, dependsOn, toAsyncData } from '../../lib/async-data.ts'
import { BusinessContext, useMemberAccounts } from '../../lib/business.ts'
import { useEndpointQuery } from '../../lib/endpoint-hooks.ts'
import { useChecklist } from '../../lib/opening.ts'

export interface Opening {
  /** Undefined for a person without a business. */
  accountId: string | undefined
  /** Only owners open a business. */
  isOwner: boolean
  checklist: AsyncData<Checklist>
  business: AsyncData<Business>
}

/** The business that is being opened: the one that the portal shows, or one without a shop. */
export function useOpening(): Opening {
  const shown = use(BusinessContext)
  const accounts = useMemberAccounts()
  const account = shown ?? accounts.data?.find(({ role }) => role === 'account-owner')
  const accountId = account?.accountId
  const business = useEndpointQuery(getBusiness, { params: { accountId: accountId ?? '' } }, { enabled: accountId !== undefined })
  return {
    accountId,
    isOwner: account === undefined || reachOfRole(account.role, 'business:write') !== undefined,
    checklist: dependsOn(accounts, useChecklist(accountId)),
    business: dependsOn(accounts, toAsyncData(accountId === undefined ? undefined : business.data, business)),
  }
}

/** What operators have looked at stays as it is. */
export function isLocked({ status }: Pick<Checklist, 'status'>): boolean {
  return status !== 'unverified' && status !== 'refused'
}
