import { useLingui } from '@lingui/react/macro'
import { familyOf } from '@nikau/contract/asset-display'
import type { AuditAction, AuditEntry } from '@nikau/contract/audit'
import { acceptedPrice } from '@nikau/contract/fees'
import { cents, format } from '@nikau/money'
import { shortDate } from '@nikau/nz/nz-time'
import { useBusiness } from '../../lib/business.ts'
import { usePriceText } from '../../lib/fee-texts.ts'
import { type MethodFamily, useMethodNames } from '../../lib/payment-methods.ts'
import { useRoleNames } from '../../lib/role-names.ts'
import { useWeekdayName } from '../../lib/weekdays.ts'

/** Recorded in cents. */
const amounts: ReadonlySet<string> = new Set(['cashier', 'manager', 'perPayment', 'perDay', 'refund', 'refundLimit', 'worth'])

/** What was done, by the action of the record. */
export function useActionNames(): Readonly<Record<AuditAction, string>> {
  const { t } = useLingui()
  return {
    'api-key-changed': t`API key changed`,
    'api-key-created': t`API key made`,
    'business-changed': t`Business details changed`,
    'business-submitted': t`Business sent to be checked`,
    'business-went-live': t`Business went live`,
    'collection-allowed': t`Token allowed at a shop`,
    'collection-closed': t`Token closed`,
    'collection-created': t`Token made`,
    'fees-accepted': t`Fees accepted`,
    'invitation-removed': t`Invitation taken back`,
    'invitation-resent': t`Invitation sent again`,
    'invitation-sent': t`Someone invited`,
    'member-added': t`Member joined`,
    'member-changed': t`Member changed`,
    'member-removed': t`Member removed`,
    'payment-link-closed': t`Payment link closed`,
    'payment-link-made': t`Payment link made`,
    'payout-account-change-undone': t`Change of the payout account undone`,
    'payout-account-changed': t`Payout account changed`,
    'payout-account-confirmed': t`Payout account confirmed`,
    'payout-schedule-changed': t`Payout schedule changed`,
    'refund-limits-changed': t`Refund limits changed`,
    'shop-added': t`Shop added`,
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
    'tokens-given-out': t`Tokens given out`,
    'webhook-changed': t`Webhook changed`,
  }
}

function useFieldNames(): Readonly<Record<string, string>> {
  const { t } = useLingui()
  return {
    name: t`Name`,
    tradingName: t`Trading name`,
    legalName: t`Registered name`,
    nzbn: t`NZBN`,
    categoryCode: t`Category`,
    gstRegistered: t`Registered for GST`,
    gstNumber: t`GST number`,
    place: t`Shop address`,
    test: t`Test mode`,
    status: t`Status`,
    colour: t`Colour`,
    pictureId: t`Picture`,
    role: t`Role`,
    merchantId: t`Shop`,
    merchantIds: t`Shops`,
    shop: t`Shop`,
    till: t`Till`,
    shops: t`Shops`,
    refundLimit: t`Refunds to, of one payment`,
    scopes: t`This key may`,
    liveness: t`Money`,
    allowedAddresses: t`Only from`,
    expiresAt: t`Until`,
    lastFour: t`Ends in`,
    overlapHours: t`Hours in which the old one works`,
    enabled: t`Switched on`,
    url: t`Address`,
    pendingUrl: t`New address`,
    change: t`Change`,
    count: t`How many`,
    worth: t`Worth`,
    firstDay: t`First day`,
    lastDay: t`Last day`,
    life: t`Life`,
    cashier: t`Cashiers`,
    manager: t`Managers`,
    perPayment: t`One payment`,
    perDay: t`A day`,
    refund: t`Giving back`,
    kind: t`Kind`,
    weekday: t`Weekday`,
    bankAccount: t`Account`,
    from: t`From`,
    paymentOptions: t`Methods`,
    allowedRedirectUrls: t`Addresses`,
    wallet: t`Nikau wallet`,
    token: t`Tokens of other issuers`,
    'pay-by-bank': t`Pay by bank`,
    'farm-card': t`Farm-supplies card`,
    gst: t`GST on fees`,
  }
}

/** Values that are shops, roles, weekdays, prices, days or methods, as people read them. */
function useValueText(): (field: string, value: unknown) => string | undefined {
  const { t } = useLingui()
  const { shops } = useBusiness()
  const methodNames = useMethodNames()
  const roleNames: Partial<Readonly<Record<string, string>>> = useRoleNames()
  const priceText = usePriceText()
  const weekdayOf = useWeekdayName()
  const kinds: Partial<Readonly<Record<string, string>>> = { daily: t`Each business day`, weekly: t`Weekly`, monthly: t`Monthly` }
  const shopName = (id: unknown) => shops.find((shop) => shop.id === id)?.name ?? t`Another shop`
  return (field, value) => {
    if (value === undefined || value === null || value === '') return t`none`
    if (field === 'pictureId') return t`changed`
    if (amounts.has(field) && typeof value === 'string' && /^\d+$/.test(value)) return format(cents(BigInt(value)))
    if (field === 'role' && typeof value === 'string') return roleNames[value] ?? value
    if (field === 'merchantId' || field === 'shop') return shopName(value)
    if ((field === 'merchantIds' || field === 'shops') && Array.isArray(value)) return value.map(shopName).join(', ')
    if (field === 'kind' && typeof value === 'string') return kinds[value] ?? value
    if (field === 'weekday' && typeof value === 'number') return weekdayOf(value)
    if (field === 'gst' && typeof value === 'number') return `${(value / 100).toFixed(2)}%`
    if (field === 'expiresAt' && typeof value === 'string') return shortDate(new Date(value))
    if (field === 'place') return typeof value === 'object' ? addressOf(value) : t`Online only`
    if (field === 'paymentOptions') return optionNames(value as { type: string }[], methodNames)
    const price = acceptedPrice.safeParse(value).data
    if (price) return priceText({ method: 'wallet', ...price })
    if (Array.isArray(value)) return value.every((item) => typeof item === 'string') ? value.join(', ') || t`none` : undefined
    return typeof value === 'string' || typeof value === 'number' ? String(value) : typeof value === 'boolean' ? (value ? t`yes` : t`no`) : undefined
  }
}

/** What differs, as "Name: Corner Loaf, before Loaf". What has no name here stays in the record. */
export function useChangeTexts(): (entry: AuditEntry) => string[] {
  const { t } = useLingui()
  const fieldNames = useFieldNames()
  const textOf = useValueText()
  return ({ action, before, after, subjectName }) => {
    const [old, now] = [flat(before), flat(after)]
    const texts = Object.keys({ ...old, ...now }).flatMap((field) => {
      const name = field === 'kind' && action === 'payout-schedule-changed' ? t`How often` : fieldNames[field]
      if (name === undefined || JSON.stringify(old[field]) === JSON.stringify(now[field])) return []
      const [was, is] = [textOf(field, old[field]), textOf(field, now[field])]
      if (is === undefined || was === undefined) return []
      return [before === undefined || field === 'pictureId' ? t`${name}: ${is}` : t`${name}: ${is}, before ${was}`]
    })
    return subjectName === undefined ? texts : [subjectName, ...texts]
  }
}

function addressOf(place: object): string {
  const { street, suburb, city, postCode } = place as Partial<Readonly<Record<string, string>>>
  return [street, suburb, [city, postCode].filter(Boolean).join(' ')].filter(Boolean).join(', ')
}

/** Fields of fields count as fields: those of `branding`. */
function flat(record: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  return { ...record, ...(record.branding as object | undefined) }
}

function optionNames(options: readonly { type: string }[], names: Readonly<Record<MethodFamily, string>>): string {
  return options.map(({ type }) => (names as Partial<Record<string, string>>)[familyOf(type)] ?? familyOf(type)).join(', ')
}
