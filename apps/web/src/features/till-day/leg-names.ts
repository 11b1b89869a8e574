import { useLingui } from '@lingui/react/macro'
import type { PaymentLeg } from '@nikau/contract/merchant-payments'
import type { TillMethod } from '@nikau/contract/till-payments'

/** How money came in, in the words of the counter. */
export function useTillMethodNames(): Readonly<Record<TillMethod, string>> {
  const { t } = useLingui()
  return {
    wallet: t`Nikau wallet`,
    token: t`Tokens`,
    'own-token': t`Your own tokens`,
    'pay-by-bank': t`Bank`,
    'farm-card': t`Farm card`,
    eftpos: t`EFTPOS`,
    cash: t`Cash`,
    external: t`Taken at the till`,
  }
}

/** A token, a bank and a card have a name of their own. */
export function useLegName(): (leg: Pick<PaymentLeg, 'method' | 'tender' | 'description'>) => string {
  const names = useTillMethodNames()
  return ({ method, tender, description }) => {
    if (tender !== undefined) return names[tender]
    return method === 'wallet' || method === 'external' ? names[method] : (description ?? names[method])
  }
}
