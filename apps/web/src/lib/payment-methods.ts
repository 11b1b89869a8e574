import { useLingui } from '@lingui/react/macro'
import { familyOf } from '@nikau/contract/asset-display'
import type { MerchantConfig } from '@nikau/contract/merchant-configs'

/** The methods that a shop can accept here, in their order. */
export const methodFamilies = ['nikau.nzd', 'nikau.token', 'quartz-one-off.nzd', 'asb-payap-one-off.nzd', 'westpac-payap-one-off.nzd', 'farmlands.nzd'] as const
export type MethodFamily = (typeof methodFamilies)[number]

export function useMethodNames(): Readonly<Record<MethodFamily, string>> {
  const { t } = useLingui()
  return {
    'nikau.nzd': t`Nikau wallet`,
    'nikau.token': t`Tokens`,
    'quartz-one-off.nzd': 'BNZ',
    'asb-payap-one-off.nzd': 'ASB',
    'westpac-payap-one-off.nzd': 'Westpac',
    'farmlands.nzd': t`Farm card`,
  }
}

export const acceptsFamily = (config: Pick<MerchantConfig, 'paymentOptions'>, family: MethodFamily) =>
  config.paymentOptions.some(({ type }) => familyOf(type) === family)
