import { useLingui } from '@lingui/react/macro'
import { listAccountMemberships } from '@nikau/contract/accounts'
import { useBusiness } from '../../lib/business.ts'
import { useEndpointQuery } from '../../lib/endpoint-hooks.ts'

/** The names of the shops that a member is limited to. */
export function useShopNames(): (merchantIds: readonly string[] | undefined) => string {
  const { t } = useLingui()
  const { shops } = useBusiness()
  return (merchantIds) => merchantIds?.map((id) => shops.find((shop) => shop.id === id)?.name ?? t`Another shop`).join(', ') ?? t`All shops`
}

export const allShops = 'all'
/** Leaves the shops of a member who has several as they are. */
const sameShops = 'same'

/** Where somebody may work, as choices: a caller who is limited to shops cannot give all of them. */
export function useShopChoices(current?: readonly string[]): { value: string; text: string }[] {
  const { t } = useLingui()
  const { accountId, shops } = useBusiness()
  const names = useShopNames()
  const own = useEndpointQuery(listAccountMemberships, {}).data?.find((membership) => membership.accountId === accountId)?.merchantIds
  const all = own ? [] : [{ value: allShops, text: t`All shops` }]
  const same = current && current.length > 1 ? [{ value: sameShops, text: names(current) }] : []
  return [
    ...same,
    ...all,
    ...shops.filter(({ id }) => own === undefined || own.includes(id)).map(({ id, name, test }) => ({ value: id, text: test ? t`${name} (test)` : name })),
  ]
}

export function choiceOf(merchantIds: readonly string[] | undefined): string {
  if (merchantIds === undefined) return allShops
  return merchantIds.length === 1 ? merchantIds[0]! : sameShops
}

/** The shops of a choice; undefined: all. */
export function shopsOf(choice: string, current?: readonly string[]): string[] | undefined {
  if (choice === allShops) return undefined
  return choice === sameShops ? [...(current ?? [])] : [choice]
}
