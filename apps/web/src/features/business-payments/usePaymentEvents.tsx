import { Trans, useLingui } from '@lingui/react/macro'
import type { MerchantPaymentDetail, PaymentLeg } from '@nikau/contract/merchant-payments'
import type { PaymentActivity } from '@nikau/contract/payment-activities'
import { type Cents, format, subtract } from '@nikau/money'
import { shortDate, timeOfDay } from '@nikau/nz/nz-time'
import { type TimelineEvent, UndoIcon } from '@nikau/ui'
import { usePlaceName, useTenderNames } from '../../lib/merchant-payment-texts.ts'

/** What happened to a payment, oldest first, and what comes next. */
export function usePaymentEvents(payment: MerchantPaymentDetail, activities: readonly PaymentActivity[]): TimelineEvent[] {
  const textOf = useActivityText(payment)
  const past = activities.toReversed().map(({ id, type, value, createdAt }): TimelineEvent => {
    const isReturn = type === 'refund'
    const isEnd = type === 'cancellation' || type === 'expiry' || type === 'decline-condition'
    return {
      key: id,
      state: isReturn ? 'returned' : isEnd ? 'failed' : 'done',
      text: textOf(type, value.amount, id),
      time: timeOfDay(createdAt),
      ...(isReturn && { icon: <UndoIcon size="xs" /> }),
    }
  })
  const next = useNext(payment)
  return next ? [...past, next] : past
}

function useNext({ status, payout, amount, received }: MerchantPaymentDetail): TimelineEvent | undefined {
  const rest = format(subtract(amount, received))
  const key = 'next'
  if (status === 'waiting') return { key, state: 'now', text: <Trans>Waiting for the customer</Trans> }
  if (status === 'bank-finishing') return { key, state: 'now', text: <Trans>The bank is finishing</Trans> }
  if (!payout) return status === 'part-paid' ? { key, state: 'now', text: <Trans>{rest} to take</Trans> } : undefined
  const time = shortDate(payout.day)
  if (payout.status === 'paid') return { key, state: 'done', text: <Trans>Paid to your bank</Trans>, time }
  return { key, state: 'now', text: payout.id === undefined ? <Trans>In the next payout</Trans> : <Trans>In a payout</Trans>, time }
}

function useActivityText(payment: MerchantPaymentDetail) {
  const { t } = useLingui()
  const placeOf = usePlaceName()
  const tenderNames = useTenderNames()
  const legs = new Map(payment.legs.map((leg) => [leg.id, leg]))
  const paid = (value: Cents, { method, tender }: Pick<PaymentLeg, 'method' | 'tender'>): string => {
    const amount = format(value)
    if (tender) return `${tenderNames[tender]}, ${amount}`
    if (method === 'token' || method === 'own-token') return t`Token redeemed, ${amount}`
    if (method === 'external') return t`Taken at the till, ${amount}`
    if (method === 'pay-by-bank') return t`Bank paid, ${amount}`
    return method === 'farm-card' ? t`Farm card paid, ${amount}` : t`Wallet paid, ${amount}`
  }
  return (type: PaymentActivity['type'], value: Cents, id: string): string => {
    const [amount, place, leg] = [format(value), placeOf(payment.place), legs.get(id)]
    const texts: Record<PaymentActivity['type'], string> = {
      request: payment.place.kind === 'till' ? t`Asked for at ${place}` : t`Asked for`,
      preAuthRequest: t`Authorisation asked for`,
      paid: t`Paid`,
      payment: leg ? paid(value, leg) : t`Paid, ${amount}`,
      refund: t`Refunded, ${amount}`,
      cancellation: t`Cancelled`,
      expiry: t`Expired`,
      'accept-condition': t`Condition accepted`,
      'decline-condition': t`Condition declined`,
      authorization: t`Authorised, ${amount}`,
      confirmation: t`Captured, ${amount}`,
      release: t`Released, ${amount}`,
    }
    return texts[type]
  }
}
