import type { RedeemableItem } from '@nikau/contract/collections'
import { type Cents, format, parseDollars } from '@nikau/money'

/** An item that a token covers at one shop, as it was typed. */
export interface ItemDraft {
  key: string
  name: string
  sku: string
  most: string
}

/** What another shop has, or one empty item that is covered up to the token's worth. */
export function itemDraftsOf(items: readonly RedeemableItem[] = [], worth: Cents | undefined): ItemDraft[] {
  if (items.length === 0) return [{ key: crypto.randomUUID(), name: '', sku: '', most: textOf(worth) }]
  return items.map(({ name, sku, maxValue }) => ({ key: crypto.randomUUID(), name, sku, most: textOf(maxValue) }))
}

const textOf = (amount: Cents | undefined) => (amount === undefined ? '' : format(amount).replace(/[$,]/g, ''))

/** What is to be put right, by item. */
export function wrongItems(items: readonly ItemDraft[], worth: Cents | undefined): ReadonlySet<keyof ItemDraft>[] {
  return items.map(({ name, sku, most }) => {
    const wrong = new Set<keyof ItemDraft>()
    const amount = parseDollars(most)
    if (name.trim() === '') wrong.add('name')
    if (sku.trim() === '') wrong.add('sku')
    if (amount === undefined || amount <= 0n || (worth !== undefined && amount > worth)) wrong.add('most')
    return wrong
  })
}

/** As the call takes them. Nothing in them is wrong. */
export function itemsOf(items: readonly ItemDraft[]): RedeemableItem[] {
  return items.map(({ name, sku, most }) => ({ name: name.trim(), sku: sku.trim(), maxValue: parseDollars(most)! }))
}
