import { storedValue } from '../../lib/stored-value.ts'
import type { TillItem } from './basket.ts'

/** The item buttons of this device, in their order. A token covers a line by its sku. */
export const tillItems = storedValue<TillItem[]>('till.items')

export const maxItems = 60

/** A sku from a name, for a shop that has none: "Flat white" is flat-white. */
export const skuOf = (name: string): string =>
  name
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z\d]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 64)
