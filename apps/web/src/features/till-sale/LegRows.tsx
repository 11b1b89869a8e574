import { Trans, useLingui } from '@lingui/react/macro'
import type { PaymentRequest } from '@nikau/contract/payment-requests'
import { cents, format } from '@nikau/money'
import { ReceiptRow } from '@nikau/ui'
import { type Leg, legsOf } from './sale.ts'

/** Wallets, cash and EFTPOS are called by our names; a token, a bank and a card by their own. */
export function useLegName(): (leg: Pick<Leg, 'type' | 'description' | 'tender'>) => string {
  const { t } = useLingui()
  return ({ type, description, tender }) => {
    if (tender) return tender === 'cash' ? t`Cash` : t`EFTPOS`
    return type.startsWith('nikau.nzd.') ? t`Nikau wallet` : description
  }
}

/** Each leg, and what cash was rounded by: with what is still to take they are the sale. Then what of it has gone back. */
export function LegRows({ request, legs = request && legsOf(request) }: { request?: PaymentRequest | undefined; legs?: readonly Leg[] | undefined }) {
  const nameOf = useLegName()
  const { rounding, refundedAmount } = request ?? {}
  return (
    <>
      {legs?.map((leg, place) => (
        // oxlint-disable-next-line react/no-array-index-key -- legs are only ever added
        <ReceiptRow key={place} name={nameOf(leg)}>
          {format(leg.amount)}
        </ReceiptRow>
      ))}
      {rounding !== undefined && <ReceiptRow name={<Trans>Rounding</Trans>}>{format(rounding)}</ReceiptRow>}
      {request?.status === 'paid' && refundedAmount !== undefined && <ReceiptRow name={<Trans>Given back</Trans>}>{format(cents(-refundedAmount))}</ReceiptRow>}
    </>
  )
}
