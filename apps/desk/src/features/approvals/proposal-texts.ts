import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { Proposal } from '@nikau/contract/desk/proposals'
import type { DeskRole } from '@nikau/contract/desk/roles'
import { cents, format } from '@nikau/money'
import { roleNames } from '../../lib/role-names.ts'
import { shortId } from '../../lib/short-id.ts'

const subjects: Readonly<Record<string, (name: string) => MessageDescriptor>> = {
  exception: (name) => msg`exception ${name}`,
  'bank-file': (name) => msg`bank file ${name}`,
  account: (name) => msg`account ${name}`,
  operator: (name) => msg`operator ${name}`,
  order: (name) => msg`bank order ${name}`,
  merchant: (name) => msg`merchant ${name}`,
  'bank-payment': (name) => msg`bank payment ${name}`,
  'bank-return': (name) => msg`bank return ${name}`,
  'bank-account': (name) => msg`bank account ${name}`,
  'card-payment': (name) => msg`card payment ${name}`,
  'card-refund': (name) => msg`card refund ${name}`,
  'funds-transfer': (name) => msg`funds transfer ${name}`,
  differences: (name) => msg`differences ${name}`,
  safeguarding: (name) => msg`safeguarding of ${name}`,
}

/** What a proposal is about, in words: `exception:2009` is "exception 2009". */
export function useSubjectText(): (subject: string) => string {
  const { i18n } = useLingui()
  return (subject) => {
    const at = subject.indexOf(':')
    const [kind, name] = at < 0 ? ['', subject] : [subject.slice(0, at), subject.slice(at + 1)]
    const known = subjects[kind]
    const isUuid = /^[\da-f]{8}-[\da-f-]{27}$/.test(name)
    return known ? i18n._(known(isUuid ? shortId(name) : name)) : subject.replace(':', ' ')
  }
}

/** "Finance or Finance lead" */
export function useRoleList(): (roles: readonly DeskRole[]) => string {
  const { i18n } = useLingui()
  return (roles) => new Intl.ListFormat('en-NZ', { type: 'disjunction' }).format(roles.map((role) => i18n._(roleNames[role])))
}

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
