import type { Customer, CustomerLook, CustomerMovement, FoundCustomer, revealReasons } from '@nikau/contract/desk/customers'
import { cents } from '@nikau/money'
import type { FoundRow, LookRow, MovementRow } from './store.ts'

/** What a customer is called by: the beginning of their id. */
export const customerNumber = (personId: string): string => personId.slice(0, 8).toUpperCase()

export const stateOf = ({ closed, frozen }: { closed: boolean; frozen: boolean }): Customer['state'] => (closed ? 'closed' : frozen ? 'frozen' : 'active')

export function presentFound({ accountId, personId, maskedName, maskedPhone, joinedAt, ...state }: FoundRow): FoundCustomer {
  return { id: accountId, number: customerNumber(personId), ...(maskedName !== null && { maskedName }), maskedPhone, joinedAt, state: stateOf(state) }
}

export function presentMovement(row: MovementRow): CustomerMovement {
  const { posting, amount, at, party, walletId } = row
  return { posting: String(posting), kind: kindOf(row), amount: cents(amount), at, ...(party !== null && { party }), walletId }
}

function kindOf(row: MovementRow): string {
  if (row.adjustmentId !== null) return 'adjustment'
  if (row.topupId !== null) return 'top-up'
  if (row.withdrawalId !== null) return 'withdrawal'
  if (row.outgoingPaymentId !== null) return 'payout'
  if (row.paymentRequestId !== null) return row.amount < 0n ? 'payment' : 'refund'
  if (row.assetTransferId !== null) return row.returned ? 'returned' : row.amount < 0n ? 'sent' : 'received'
  return 'other'
}

type Reason = (typeof revealReasons)[number]

export function presentLook({ at, operator, name, endpoint, kind, detail, reason }: LookRow): CustomerLook {
  return {
    at,
    by: { id: operator, name: name ?? operator },
    endpoint,
    kind,
    ...(detail.group === 'contact' && { group: 'contact', ...(reason !== null && { reason: reason as Reason }) }),
    ...(detail.reference !== undefined && { reference: detail.reference }),
  }
}
