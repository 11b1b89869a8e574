import { useLingui } from '@lingui/react/macro'
import type { TillTender } from '@nikau/contract/payment-requests'
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

interface NamedLeg {
  method: TillMethod
  tender?: TillTender | undefined
  description?: string | undefined
}

/** A token, a bank and a card have a name of their own. */
export function useLegName(): (leg: NamedLeg) => string {
  const names = useTillMethodNames()
  return ({ method, tender, description }) => {
    if (tender !== undefined) return names[tender]
    return method === 'wallet' || method === 'external' ? names[method] : (description ?? names[method])
  }
}

/** How a leg of a request was paid: a request has asset types where a payment of the list has methods. */
export function methodOfType(type: string): TillMethod {
  if (type.startsWith('nikau.nzd.')) return 'wallet'
  return type.startsWith('external.') ? 'external' : 'token'
}
