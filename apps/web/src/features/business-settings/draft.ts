import type { BrandColour } from '@nikau/contract/branding'
import { familyOf } from '@nikau/contract/asset-display'
import type { ConfigOption, Merchant, MerchantConfig } from '@nikau/contract/merchant-configs'
import { parseGstNumber } from '@nikau/nz/gst-number'
import { acceptsFamily, methodFamilies, type MethodFamily } from '../../lib/payment-methods.ts'

/** What is on the screen, and not saved yet. */
export interface Draft {
  name: string
  gstNumber: string
  colour: BrandColour
  pictureId: string | undefined
  families: readonly MethodFamily[]
  addresses: readonly string[]
}

export function savedDraft(shop: Merchant, config: MerchantConfig | undefined): Draft {
  return {
    name: shop.name,
    gstNumber: formatGstNumber(shop.gstNumber ?? ''),
    colour: shop.branding.colour ?? 'nikau',
    pictureId: shop.branding.pictureId,
    families: config ? methodFamilies.filter((family) => acceptsFamily(config, family)) : [],
    addresses: config?.allowedRedirectUrls ?? [],
  }
}

export const formatGstNumber = (number: string) => number.replace(/^(\d{3})(\d{3})(\d{3})$/, '$1-$2-$3')

/** A number that was saved can be changed, not taken away: receipts have it. */
export const isGstNumberWrong = (draft: Draft, saved: Draft) =>
  draft.gstNumber.trim() === '' ? saved.gstNumber !== '' : parseGstNumber(draft.gstNumber) === undefined

/** What differs of the shop; undefined for nothing. */
export function shopChanges(draft: Draft, saved: Draft) {
  const branding = {
    ...(draft.colour !== saved.colour && { colour: draft.colour }),
    ...(draft.pictureId !== saved.pictureId && { pictureId: draft.pictureId ?? null }),
  }
  const body = {
    ...(draft.name.trim() !== saved.name && { name: draft.name.trim() }),
    ...(draft.gstNumber.trim() !== saved.gstNumber && { gstNumber: parseGstNumber(draft.gstNumber) }),
    ...(Object.keys(branding).length > 0 && { branding }),
  }
  return Object.keys(body).length > 0 ? body : undefined
}

/** The settings with what differs; undefined for nothing. Options that the screen does not show stay as they are. */
export function configChanges(draft: Draft, saved: Draft, config: MerchantConfig | undefined, isTest: boolean) {
  const isSame = same(draft.families, saved.families) && same(draft.addresses, saved.addresses)
  if (isSame) return undefined
  const isShown = ({ type }: ConfigOption) => (methodFamilies as readonly string[]).includes(familyOf(type))
  const isChosen = ({ type }: ConfigOption) => draft.families.some((family) => family === familyOf(type))
  const kept = (config?.paymentOptions ?? []).filter((option) => !isShown(option) || isChosen(option))
  const added = draft.families
    .filter((family) => !config || !acceptsFamily(config, family))
    .map((family) => ({ type: `${family}.${isTest ? 'test' : 'main'}` }))
  return { paymentOptions: [...kept, ...added], allowedRedirectUrls: [...draft.addresses] }
}

const same = (a: readonly string[], b: readonly string[]) => a.length === b.length && a.every((item, place) => item === b[place])
