import { type AccountMembership, listAccountMemberships } from '@nikau/contract/accounts'
import { getMerchant, listMerchants, type Merchant } from '@nikau/contract/merchant-configs'
import { type OrgRole, orgRole, type Permission, reachOfRole } from '@nikau/contract/roles'
import { createContext, use, useCallback, useEffect } from 'react'
import {
  UNSAFE_NavigationContext as NavigationContext,
  type UNSAFE_createBrowserHistory as createBrowserHistory,
  useLocation,
  useNavigate,
  useSearchParams,
} from 'react-router'
import { type AsyncData, dependsOn, toAsyncData } from './async-data.ts'
import { useEndpointQuery } from './endpoint-hooks.ts'

/** A business that the person is a member of. */
export interface MemberAccount {
  accountId: string
  accountName: string
  role: OrgRole
}

/** The business and the shop that the portal shows. Test and live are two views of it: a shop has one or the other. */
export interface Business extends MemberAccount {
  /** Those that the role reaches. */
  shops: readonly Merchant[]
  shop: Merchant
  isTest: boolean
  may: (permission: Permission) => boolean
}

export const BusinessContext = createContext<Business | undefined>(undefined)

/** For the screens of people who have a business with a shop. */
export function useBusiness(): Business {
  const business = use(BusinessContext)
  if (!business) throw new Error('no business')
  return business
}

/** All businesses of the person. */
export function useMemberAccounts(): AsyncData<MemberAccount[]> {
  const memberships = useEndpointQuery(listAccountMemberships, {})
  const accounts = memberships.data?.filter(isOrgMember).map(({ accountId, accountName, role }) => ({ accountId, accountName, role }))
  return toAsyncData(accounts, memberships)
}

function isOrgMember(membership: AccountMembership): membership is AccountMembership & { role: OrgRole } {
  return membership.accountType === 'org' && orgRole.safeParse(membership.role).success
}

/** What a browser keeps: the shop, and its account, so that the next start need not look it up. */
interface Choice {
  accountId: string
  merchantId?: string | undefined
}

const choiceKey = 'nikau.business.shop'

function readChoice(): Choice | undefined {
  try {
    return (JSON.parse(localStorage.getItem(choiceKey) ?? 'null') as Choice | null) ?? undefined
  } catch {
    return undefined
  }
}

/** Chooses a shop, which the address shows as `?shop=`, or another business. */
export function useChooseShop(): (choice: Choice) => void {
  const [, setSearch] = useSearchParams()
  return useCallback(
    (choice) => {
      localStorage.setItem(choiceKey, JSON.stringify(choice))
      setSearch(choice.merchantId === undefined ? {} : { shop: choice.merchantId })
    },
    [setSearch],
  )
}

/** Names the shop in the address once it is known, also on a start from the kept choice: a copied link shows the same one. */
export function useShopInAddress(business: Business | undefined): void {
  const navigate = useNavigate()
  const location = useLocation()
  const history = use(NavigationContext).navigator as ReturnType<typeof createBrowserHistory>
  const { accountId, shop } = business ?? {}
  useEffect(() => {
    // Another navigation is pending while the code of its screen loads. A replace from here would undo it; this runs again once it is shown.
    if (history.location.key !== location.key) return
    const search = new URLSearchParams(location.search)
    if (accountId === undefined || shop === undefined || search.get('shop') === shop.id) return
    // Kept as well, so that its business need not be looked up by the shop.
    localStorage.setItem(choiceKey, JSON.stringify({ accountId, merchantId: shop.id }))
    search.set('shop', shop.id)
    void navigate({ pathname: location.pathname, search: `?${search}`, hash: location.hash }, { replace: true, state: location.state as unknown })
  }, [accountId, shop, location, history, navigate])
}

/**
 * The business of the shop in the address, or the one that this browser chose last, or the first; of its shops a live one if there is
 * any, and for a developer a test one. Null if the person has none with a shop.
 */
export function useCurrentBusiness(accounts: AsyncData<MemberAccount[]>): AsyncData<Business | null> {
  const [search] = useSearchParams()
  const inAddress = search.get('shop') ?? undefined
  const kept = readChoice()
  const isKept = inAddress === undefined || inAddress === kept?.merchantId
  const named = useEndpointQuery(getMerchant, { params: { id: inAddress ?? '' } }, { enabled: !isKept })
  const wanted = isKept ? kept?.accountId : named.data?.accountId
  const isKnown = isKept || named.data !== undefined || named.isError
  const account = isKnown ? (accounts.data?.find(({ accountId }) => accountId === wanted) ?? accounts.data?.[0]) : undefined
  const accountId = account?.accountId
  const shops = useEndpointQuery(listMerchants, { query: { accountId: accountId ?? '' } }, { enabled: accountId !== undefined })
  if (accounts.data?.length === 0) return { data: null, failed: false, retrying: false, retry: () => undefined }
  const items = shops.data?.items.filter((shop) => shop.accountId === accountId)
  const business = account && items ? toBusiness(account, items, inAddress ?? kept?.merchantId) : undefined
  return dependsOn(accounts, toAsyncData(business, shops))
}

function toBusiness(account: MemberAccount, shops: readonly Merchant[], merchantId: string | undefined): Business | null {
  const shop = shops.find(({ id }) => id === merchantId) ?? shops.find(({ test }) => test === (account.role === 'developer')) ?? shops[0]
  return shop ? { ...account, shops, shop, isTest: shop.test, may: (permission) => mayUse(account.role, permission, shop.test) } : null
}

/**
 * Whether the role may do it in this view of the portal. Who sees their own till's payments only has no page of them here. A developer
 * works in the test view, although webhooks belong to the whole account.
 */
function mayUse(role: OrgRole, permission: Permission, isTest: boolean): boolean {
  const reach = reachOfRole(role, permission)
  const isForTill = permission === 'payments:read' && reach === 'own-till'
  return reach !== undefined && !isForTill && (isTest || (reach !== 'test' && role !== 'developer'))
}

/** The shop that stands for the same one in the other view. */
export function counterpartOf(business: Business): Merchant | undefined {
  const others = business.shops.filter(({ test }) => test !== business.isTest)
  return others.find(({ name }) => name === business.shop.name) ?? others[0]
}
