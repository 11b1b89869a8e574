import { useLingui } from '@lingui/react/macro'
import type { MerchantPayment, PaymentLegMethod } from '@nikau/contract/merchant-payments'
import type { TillTender } from '@nikau/contract/payment-requests'

/** How the legs of a payment are called. */
export function useMethodNames(): Readonly<Record<PaymentLegMethod, string>> {
  const { t } = useLingui()
  return {
    wallet: t`Wallet`,
    token: t`Token`,
    'own-token': t`Your own token`,
    'pay-by-bank': t`Bank`,
    'farm-card': t`Farm card`,
    external: t`Taken at the till`,
  }
}

/** What the till took itself, where it said what. */
export function useTenderNames(): Readonly<Record<TillTender, string>> {
  const { t } = useLingui()
  return { cash: t`Cash at the till`, eftpos: t`EFTPOS at the till` }
}

/** `NK 7F3C 91B2` */
export const spacedCode = (shortCode: string) => shortCode.replaceAll('-', ' ')

/** What a payment was for, in a few words. */
export function usePaymentName(): (payment: Pick<MerchantPayment, 'items' | 'itemCount' | 'externalRef'>) => string {
  const { t } = useLingui()
  return ({ items, itemCount, externalRef }) => {
    const [first, second] = items
    if (first === undefined) return externalRef ?? t`Payment`
    if (second === undefined) return first
    const more = itemCount - 1
    return itemCount === 2 ? `${first}, ${second}` : t`${first} and ${more} more`
  }
}

/** Where it was asked for: the till, or how. */
export function usePlaceName(): (place: MerchantPayment['place']) => string {
  const { t } = useLingui()
  return ({ kind, terminalId, tillName }) => (kind === 'till' ? (tillName ?? terminalId ?? t`Till`) : kind === 'link' ? t`Link` : t`Online`)
}

/** Who took it. A till of another make has names of its own; the id of a person at a staff till says nothing to anybody. */
export function personAt({ tillName, personName, operatorId }: MerchantPayment['place']): string | undefined {
  return personName ?? (tillName === undefined ? operatorId : undefined)
}
