import { listPaymentLinks, type PaymentLink } from '@nikau/contract/payment-links'
import { useSearchParams } from 'react-router'
import { type AsyncData, toAsyncData } from '../../lib/async-data.ts'
import { useBusiness } from '../../lib/business.ts'
import { queryClient, useEndpointQuery } from '../../lib/endpoint-hooks.ts'

/** The links of the shop, open ones first. */
export function useLinks(): AsyncData<PaymentLink[]> {
  const { shop } = useBusiness()
  const query = useEndpointQuery(listPaymentLinks, { query: { merchantId: shop.id } })
  return toAsyncData(query.data?.items, query)
}

/** The link in the address, or the newest open one. */
export function useChosenLink(links: readonly PaymentLink[]): [PaymentLink | undefined, (id: string) => void] {
  const [search, setSearch] = useSearchParams()
  const chosen = links.find(({ id }) => id === search.get('link')) ?? links.find(({ status }) => status === 'open')
  const choose = (id: string) =>
    setSearch(
      (before) => {
        before.set('link', id)
        return before
      },
      { replace: true },
    )
  return [chosen, choose]
}

export async function reloadLinks(): Promise<void> {
  const { method, path } = listPaymentLinks
  await queryClient.invalidateQueries({ queryKey: [method, path] })
}
