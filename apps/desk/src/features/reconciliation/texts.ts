import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { StatementDifference, StatementLine } from '@nikau/contract/desk/statements'

export const differenceTexts: Readonly<Record<StatementDifference['kind'], MessageDescriptor>> = {
  duplicate: msg`Shown twice`,
  missing: msg`Not shown`,
  'wrong-amount': msg`Another amount`,
  unknown: msg`Nobody expected it`,
  sum: msg`Lines do not make the balance`,
  balance: msg`Opening is not the last closing`,
}

/** Types of lines that have words; the bank's code stands beside them. */
export const typeTexts: Readonly<Record<string, MessageDescriptor>> = {
  DD: msg`Direct debits collected`,
  DC: msg`Payments out`,
  BP: msg`Customers’ own payments`,
  DH: msg`Dishonoured`,
  BC: msg`Payments out bounced`,
  RV: msg`Reversed`,
}

export const verdictTexts: Readonly<Record<StatementLine['verdict'], MessageDescriptor>> = {
  matched: msg`matched`,
  receipt: msg`from a partner`,
  duplicate: msg`shown twice`,
  'wrong-amount': msg`another amount`,
  unknown: msg`nobody expected it`,
}
