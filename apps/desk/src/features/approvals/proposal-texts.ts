import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Proposal } from '@nikau/contract/desk/proposals'
import { cents, format } from '@nikau/money'

const labels: Readonly<Record<string, MessageDescriptor>> = {
  amount: msg`Amount`,
  unit: msg`Unit`,
  account: msg`Account`,
  accountId: msg`Account`,
  accountNumber: msg`Account number`,
  payee: msg`Payee`,
  name: msg`Name`,
  from: msg`From`,
  to: msg`To`,
  debit: msg`Debit`,
  credit: msg`Credit`,
  words: msg`Statement text`,
  reference: msg`Reference`,
  reason: msg`Reason`,
  operator: msg`Operator`,
  roles: msg`Roles`,
  fileId: msg`Bank file`,
  file: msg`Bank file`,
  orderId: msg`Bank order`,
  orders: msg`Bank orders`,
  result: msg`Result`,
  outcome: msg`Outcome`,
  date: msg`Date`,
  day: msg`Day`,
  until: msg`Until`,
  closes: msg`Closes the exception`,
  wallet: msg`Wallet`,
  merchantId: msg`Merchant`,
  posting: msg`Posting`,
}

export interface ContentRow {
  key: string
  /** Absent for a name that has no words yet, which is shown as it is. */
  label: MessageDescriptor | undefined
  text: string
}

/** What the proposal says, field by field: all of it is shown, so that nothing is approved unseen. */
export function contentRows({ content }: Pick<Proposal, 'content'>): ContentRow[] {
  return Object.entries(content).map(([key, value]) => ({ key, label: labels[key], text: textOf(key, value) }))
}

function textOf(key: string, value: unknown): string {
  if (/^(?:amount|fee)$/i.test(key) && /^-?\d{1,15}$/.test(String(value))) return format(cents(String(value)))
  if (Array.isArray(value)) return value.map((item) => textOf('', item)).join(', ')
  if (value === null || value === undefined || value === '') return '–'
  return typeof value === 'string' ? value : JSON.stringify(value)
}
