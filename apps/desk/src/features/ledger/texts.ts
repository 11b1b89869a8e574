import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

/** What each kind of account is called. One without words is shown as it is. */
export const accountKinds: Readonly<Record<string, MessageDescriptor>> = {
  wallet: msg`Wallet`,
  settlement: msg`Settlement wallet`,
  'credit line': msg`Credit line`,
  'bank clearing': msg`Bank clearing`,
  'card clearing': msg`Card clearing`,
  'card refunds': msg`Card refunds`,
  payouts: msg`Payouts on their way`,
  surplus: msg`Surplus of bank payments`,
  unclaimed: msg`Not yet claimed`,
  unverified: msg`Not yet verified`,
  fees: msg`Fees`,
  gst: msg`GST on fees`,
  own: msg`Our own money`,
  losses: msg`Losses`,
  costs: msg`Costs`,
  escrow: msg`Send on its way`,
  request: msg`Payment request`,
  refundable: msg`What can be refunded`,
  quota: msg`Limit`,
  'issuer debt': msg`Debt of an issuer`,
}

/** What each kind of posting is called. */
export const postingKinds: Readonly<Record<string, MessageDescriptor>> = {
  payment: msg`Payment`,
  'payment.refund': msg`Refund`,
  'payment.return': msg`Payment returned`,
  'payment.reverse': msg`Payment reversed`,
  'payment.release': msg`Hold released`,
  'send.direct': msg`Send`,
  'send.escrow': msg`Send`,
  'topup.requested': msg`Top-up requested`,
  'topup.settled': msg`Top-up`,
  'withdrawal.created': msg`Withdrawal`,
  'withdrawal.requested': msg`Withdrawal`,
  adjustment: msg`Adjustment`,
  'card.refund': msg`Card refund`,
  'operator-payment.created': msg`Payment by operators`,
  'account-closed': msg`Account closed`,
}

export const subjectNames: Readonly<Record<string, MessageDescriptor>> = {
  'payment-request': msg`Payment request`,
  'funds-transfer': msg`Top-up or withdrawal`,
  'asset-transfer': msg`Send`,
  'bank-payment': msg`Bank payment`,
  'bank-return': msg`Bank return`,
  'card-payment': msg`Card payment`,
  'card-refund': msg`Card refund`,
  'card-advice': msg`Advice of a card company`,
  'issuer-bill': msg`Bill`,
  receipt: msg`Receipt at our bank`,
  'pay-out': msg`Payment by operators`,
  payout: msg`Payout`,
  'account-check': msg`Check of a bank account`,
  account: msg`Account`,
  asset: msg`Wallet or token`,
  exception: msg`Exception`,
  differences: msg`Differences`,
}

/** The kind and the id of `payment-request:abc`. */
export function subjectParts(subject: string): { kind: string; id: string } {
  const at = subject.indexOf(':')
  return at < 0 ? { kind: '', id: subject } : { kind: subject.slice(0, at), id: subject.slice(at + 1) }
}

/** Money, not points or counted uses. */
export const isMoney = (unit: string): boolean => unit.startsWith('nzd.')
