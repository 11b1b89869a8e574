import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { shortId } from './short-id.ts'

const subjects: Readonly<Record<string, (name: string) => MessageDescriptor>> = {
  exception: (name) => msg`exception ${name}`,
  'bank-file': (name) => msg`bank file ${name}`,
  'ledger-account': (name) => msg`ledger account ${name}`,
  posting: (name) => msg`posting ${name}`,
  asset: (name) => msg`wallet ${name}`,
  statement: (name) => msg`statement of ${name}`,
  account: (name) => msg`account ${name}`,
  operator: (name) => msg`operator ${name}`,
  'access-review': (name) => msg`review of ${name}`,
  proposal: (name) => msg`proposal ${name}`,
  order: (name) => msg`bank order ${name}`,
  merchant: (name) => msg`merchant ${name}`,
  'bank-payment': (name) => msg`bank payment ${name}`,
  'bank-return': (name) => msg`bank return ${name}`,
  'bank-account': (name) => msg`bank account ${name}`,
  'card-payment': (name) => msg`card payment ${name}`,
  'card-refund': (name) => msg`card refund ${name}`,
  'funds-transfer': (name) => msg`funds transfer ${name}`,
  differences: (name) => msg`differences ${name}`,
  stop: (name) => msg`stop ${name}`,
  flag: (name) => msg`flag ${name}`,
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
