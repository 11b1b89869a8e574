import { useLingui } from '@lingui/react/macro'
import type { AuditEntry } from '@nikau/contract/audit'
import { familyOf } from '@nikau/contract/asset-display'
import { cents, format } from '@nikau/money'
import { type MethodFamily, useMethodNames } from '../../lib/payment-methods.ts'

/** Recorded in cents. */
const amounts: ReadonlySet<string> = new Set(['cashier', 'manager', 'perPayment', 'perDay', 'refund'])

/** What was done, by the action of the record. */
export function useActionNames(): Readonly<Record<string, string>> {
  const { t } = useLingui()
  return {
    'api-key-changed': t`API key changed`,
    'api-key-created': t`API key made`,
    'invitation-removed': t`Invitation taken back`,
    'invitation-sent': t`Someone invited`,
    'member-added': t`Member joined`,
    'member-changed': t`Member changed`,
    'member-removed': t`Member removed`,
    'payout-account-change-undone': t`Change of the payout account undone`,
    'payout-account-changed': t`Payout account changed`,
    'payout-account-confirmed': t`Payout account confirmed`,
    'payout-schedule-changed': t`Payout schedule changed`,
    'refund-limits-changed': t`Refund limits changed`,
    'shop-changed': t`Shop changed`,
    'shop-settings-changed': t`Methods or addresses changed`,
    'till-added': t`Till added`,
    'till-code-set': t`Own till code set`,
    'till-limits-changed': t`Till limits changed`,
    'till-locked': t`Locked at a till after wrong codes`,
    'till-paired': t`Till paired`,
    'till-pairing-code-made': t`Pairing code made`,
    'till-renamed': t`Till renamed`,
    'till-switched-off': t`Till switched off`,
    'webhook-changed': t`Webhook changed`,
  }
}

/** What differs, as "Name: Corner Loaf, before Loaf". What has no name here stays in the record. */
export function useChangeTexts(): (entry: AuditEntry) => string[] {
  const { t } = useLingui()
  const methodNames = useMethodNames()
  const fieldNames: Readonly<Record<string, string>> = {
    name: t`Name`,
    gstNumber: t`GST number`,
    status: t`Status`,
    colour: t`Colour`,
    pictureId: t`Picture`,
    role: t`Role`,
    enabled: t`Switched on`,
    url: t`Address`,
    cashier: t`Cashiers`,
    manager: t`Managers`,
    perPayment: t`One payment`,
    till: t`Till`,
    perDay: t`A day`,
    refund: t`Giving back`,
    kind: t`How often`,
    bankAccount: t`Account`,
    paymentOptions: t`Methods`,
    allowedRedirectUrls: t`Addresses`,
  }
  const textOf = (field: string, value: unknown): string | undefined => {
    if (value === undefined || value === null || value === '') return t`none`
    if (field === 'pictureId') return t`changed`
    if (amounts.has(field) && typeof value === 'string' && /^\d+$/.test(value)) return format(cents(BigInt(value)))
    if (field === 'paymentOptions') return optionNames(value as { type: string }[], methodNames)
    if (Array.isArray(value)) return value.every((item) => typeof item === 'string') ? value.join(', ') || t`none` : undefined
    return typeof value === 'string' || typeof value === 'number' ? String(value) : typeof value === 'boolean' ? (value ? t`yes` : t`no`) : undefined
  }
  return ({ before, after, subjectName }) => {
    const [old, now] = [flat(before), flat(after)]
    const texts = Object.keys({ ...old, ...now }).flatMap((field) => {
      const name = fieldNames[field]
      if (name === undefined || JSON.stringify(old[field]) === JSON.stringify(now[field])) return []
      const [was, is] = [textOf(field, old[field]), textOf(field, now[field])]
      if (is === undefined || was === undefined) return []
      return [before === undefined || field === 'pictureId' ? t`${name}: ${is}` : t`${name}: ${is}, before ${was}`]
    })
    return subjectName === undefined ? texts : [subjectName, ...texts]
  }
}

/** Fields of fields count as fields: those of `branding`. */
function flat(record: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  return { ...record, ...(record.branding as object | undefined) }
}

function optionNames(options: readonly { type: string }[], names: Readonly<Record<MethodFamily, string>>): string {
  return options.map(({ type }) => (names as Partial<Record<string, string>>)[familyOf(type)] ?? familyOf(type)).join(', ')
}
