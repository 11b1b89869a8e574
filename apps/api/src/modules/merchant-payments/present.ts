import type { MerchantPayment } from '@nikau/contract/merchant-payments'
import { cents } from '@nikau/money'
import type { PlaceNames } from './names.ts'
import type { PaymentRow } from './store.ts'

export function presentPayment(row: PaymentRow, names: PlaceNames): MerchantPayment {
  const { id, shortCode, status, createdAt, items, itemCount, methods } = row
  return {
    id,
    shortCode,
    status,
    createdAt,
    amount: cents(row.amount),
    received: cents(row.received),
    ...(row.rounding !== 0n && { rounding: cents(row.rounding) }),
    refunded: cents(row.refunded),
    items,
    itemCount,
    methods,
    place: { ...placeOf(row), ...names.of(row) },
    ...(row.notedAt !== null && { notedAt: new Date(row.notedAt) }),
    ...(row.paidAt && { paidAt: row.paidAt }),
    ...(row.externalRef !== null && { externalRef: row.externalRef }),
    ...(row.note !== null && { note: row.note }),
  }
}

function placeOf({ terminalId, operatorId, paymentLinkId }: PaymentRow): MerchantPayment['place'] {
  return {
    kind: terminalId !== null ? 'till' : paymentLinkId !== null ? 'link' : 'online',
    ...(terminalId !== null && { terminalId }),
    ...(operatorId !== null && { operatorId }),
  }
}
