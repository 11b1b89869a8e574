import { add, type Cents, cents, zero } from '@nikau/money'

/** The tax is told per line. A line without it, such as a discount on the basket, leaves the sum unknown. Per rate, as on an invoice. */
export function gstIn(lines: readonly { price: string | number; tax?: string | undefined }[]): Cents | undefined {
  const totals = new Map<string, Cents>()
  for (const { price, tax } of lines) {
    if (tax === undefined) return undefined
    totals.set(tax, add(totals.get(tax) ?? zero, cents(price)))
  }
  return totals.size === 0 ? undefined : add(...[...totals].map(([tax, total]) => taxWithin(total, tax)))
}

/** The tax included in a price at a rate in percent, such as `15` or `12.5`, rounded half up. */
function taxWithin(total: Cents, percent: string): Cents {
  const [whole = '', decimals = ''] = percent.split('.')
  const rate = BigInt(whole + decimals.padEnd(4, '0'))
  const base = 1_000_000n + rate
  const size = ((total < 0n ? -total : total) * rate * 2n + base) / (base * 2n)
  return (total < 0n ? -size : size) as Cents
}
