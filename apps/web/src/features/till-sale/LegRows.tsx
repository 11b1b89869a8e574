import { useLingui } from '@lingui/react/macro'
import type { PaymentRequest } from '@nikau/contract/payment-requests'
import { format } from '@nikau/money'
import { ReceiptRow } from '@nikau/ui'
import { type Leg, legsOf } from './sale.ts'

/** Wallets are called by our name; a token, a bank, a card, cash and EFTPOS by their own. */
export function useLegName(): (leg: Pick<Leg, 'type' | 'description'>) => string {
  const { t } = useLingui()
  return ({ type, description }) => (type.startsWith('nikau.nzd.') ? t`Nikau wallet` : description)
}

export function LegRows({ request }: { request: PaymentRequest }) {
  const nameOf = useLegName()
  return (
    <>
      {legsOf(request).map((leg, place) => (
        // oxlint-disable-next-line react/no-array-index-key -- legs are only ever added
        <ReceiptRow key={place} name={nameOf(leg)}>
          {format(leg.amount)}
        </ReceiptRow>
      ))}
    </>
  )
}
