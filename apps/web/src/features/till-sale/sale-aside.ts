import { storedValue } from '../../lib/stored-value.ts'
import type { StoredSale, TillOfSale } from './sale.ts'

/** A sale whose charge was open when the device was paired with another till. Only its own till can find out how it ended. */
export interface SaleAside extends StoredSale {
  /** The person has been told. */
  isHidden?: true | undefined
}

export const salesAside = storedValue<SaleAside[]>('till.sale.aside')

interface Kept {
  sale: StoredSale
  aside: readonly SaleAside[]
}

/** The sale that goes on at a till: an open charge of another one is set aside, and one of its own that was set aside comes back. */
export function saleAt(
  till: TillOfSale,
  { sale, aside, isEnded, newSale }: Kept & { isEnded: boolean; newSale: () => StoredSale },
): { sale: StoredSale; aside: SaleAside[] } {
  const isForeign = sale.charge !== undefined && sale.till !== undefined && sale.till.id !== till.id
  const kept: SaleAside[] = isForeign && !isEnded ? [...aside, sale] : (aside as SaleAside[])
  if (sale.charge && !isForeign) return { sale, aside: kept }
  const own = kept.find((candidate) => candidate.till?.id === till.id)
  if (!own) return { sale: isForeign ? newSale() : sale, aside: kept }
  const { isHidden: _, ...back } = own
  return { sale: back, aside: kept.filter((candidate) => candidate !== own) }
}

export const shownAside = (aside: readonly SaleAside[] | undefined): readonly StoredSale[] => (aside ?? []).filter(({ isHidden }) => !isHidden)
