import { Trans, useLingui } from '@lingui/react/macro'
import { listAccountMemberships } from '@nikau/contract/accounts'
import { Checkbox, Icon } from '@nikau/ui'
import { useBusiness } from '../../lib/business.ts'
import { useEndpointQuery } from '../../lib/endpoint-hooks.ts'

/** The shops that a member is limited to; undefined: all. */
export type MemberShops = readonly string[] | undefined

/** The names of the shops that a member is limited to. */
export function useShopNames(): (merchantIds: MemberShops) => string {
  const { t } = useLingui()
  const { shops } = useBusiness()
  return (merchantIds) => merchantIds?.map((id) => shops.find((shop) => shop.id === id)?.name ?? t`Another shop`).join(', ') ?? t`All shops`
}

/** The shops that the caller is limited to, who cannot give all of them. */
export function useOwnShops(): MemberShops {
  const { accountId } = useBusiness()
  return useEndpointQuery(listAccountMemberships, {}).data?.find((membership) => membership.accountId === accountId)?.merchantIds
}

interface ShopChoiceProps {
  shops: MemberShops
  onChange: (shops: MemberShops) => void
  /** After an attempt to send it without any. */
  isMissing: boolean
}

/** Where somebody may work: all shops, or any of them. */
export function ShopChoice({ shops: chosen, onChange, isMissing }: ShopChoiceProps) {
  const { t } = useLingui()
  const { shops } = useBusiness()
  const own = useOwnShops()
  const change = (id: string, on: boolean) => onChange(on ? [...(chosen ?? []), id] : chosen?.filter((other) => other !== id))
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="n-label">
        <Trans>Where</Trans>
      </legend>
      {own === undefined && (
        <Checkbox checked={chosen === undefined} onChange={(all) => onChange(all ? undefined : [])}>
          <Trans>All shops</Trans>
        </Checkbox>
      )}
      {shops
        .filter(({ id }) => own === undefined || own.includes(id))
        .map(({ id, name, test }) => (
          <Checkbox key={id} checked={chosen === undefined || chosen.includes(id)} isDisabled={chosen === undefined} onChange={(on) => change(id, on)}>
            {test ? t`${name} (test)` : name}
          </Checkbox>
        ))}
      {isMissing && (
        <p className="n-error" role="alert">
          <Icon name="problem" size="s" />
          <span>
            <Trans>Choose at least one shop</Trans>
          </span>
        </p>
      )}
    </fieldset>
  )
}
