import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Proposal } from '@nikau/contract/desk/proposals'
import type { DeskRole } from '@nikau/contract/desk/roles'
import { cents, format } from '@nikau/money'
import { roleNames } from '../../lib/role-names.ts'

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
  operators: msg`Operators`,
  login: msg`Sign-in name`,
  personId: msg`Nikau account`,
  passkey: msg`Passkey`,
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
  /** Instead of codes, where they have words. */
  words?: readonly MessageDescriptor[] | undefined
}

/** What the proposal says, field by field: all of it is shown, so that nothing is approved unseen. */
export function contentRows({ content }: Pick<Proposal, 'content'>): ContentRow[] {
  return Object.entries(content).map(([key, value]) => ({ key, label: labels[key], text: textOf(key, value), words: wordsOf(key, value) }))
}

const passkeys: Readonly<Record<string, MessageDescriptor>> = {
  add: msg`add one: you get its link`,
  replace: msg`replace all, and end the sessions: you get the link of the new one`,
}

function wordsOf(key: string, value: unknown): readonly MessageDescriptor[] | undefined {
  if (key === 'passkey' && typeof value === 'string' && passkeys[value]) return [passkeys[value]]
  if (key !== 'roles' || !Array.isArray(value)) return undefined
  if (value.length === 0) return [msg`none: every role is taken, and the sessions end`]
  const names = value.map((role) => roleNames[role as DeskRole] as MessageDescriptor | undefined)
  return names.every((name) => name !== undefined) ? names : undefined
}

function textOf(key: string, value: unknown): string {
  if (/^(?:amount|fee)$/i.test(key) && /^-?\d{1,15}$/.test(String(value))) return format(cents(String(value)))
  if (Array.isArray(value)) return value.map((item) => textOf('', item)).join(', ')
  if (value === null || value === undefined || value === '') return '–'
  return typeof value === 'string' ? value : JSON.stringify(value)
}
