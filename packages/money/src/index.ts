/** Money is a whole number of cents. The brand keeps a plain bigint (a count, an id) from being taken for money. */
export type Cents = bigint & { readonly unit: 'cents' }

export const zero = cents(0n)

export function cents(value: bigint | number | string): Cents {
  if (typeof value === 'string' && !/^-?\d{1,18}$/.test(value)) throw new RangeError('money is a whole number of cents')
  return BigInt(value) as Cents
}

export function add(...amounts: Cents[]): Cents {
  return amounts.reduce((sum, amount) => (sum + amount) as Cents, 0n as Cents)
}

export function subtract(from: Cents, amount: Cents): Cents {
  return (from - amount) as Cents
}

export function least(a: Cents, b: Cents): Cents {
  return a < b ? a : b
}

/** Equal shares that add up to the whole; the cents left over go to the first ones. */
export function split(total: Cents, shares: number): Cents[] {
  const count = BigInt(shares)
  const base = total / count
  const left = total - base * count
  return Array.from({ length: shares }, (_, i) => (base + (BigInt(i) < left ? 1n : 0n)) as Cents)
}

/** The goods-and-services tax inside a price that includes it: three twenty-thirds, rounded half up to a cent. */
export function gstWithin(total: Cents): Cents {
  return ((total * 6n + 23n) / 46n) as Cents
}

/** `$1,234.50`, `−$12.00`: always en-NZ, with a true minus. */
export function format(amount: Cents, options: { plus?: boolean } = {}): string {
  const digits = (amount < 0n ? -amount : amount).toString().padStart(3, '0')
  const dollars = digits.slice(0, -2).replaceAll(/\B(?=(\d{3})+(?!\d))/g, ',')
  const sign = amount < 0n ? '−' : options.plus && amount > 0n ? '+' : ''
  return `${sign}$${dollars}.${digits.slice(-2)}`
}

/** Reads what a person types as dollars (`12`, `12.5`, `1,200.00`); nothing else is money. */
export function parseDollars(text: string): Cents | undefined {
  const match = /^\$?\s*(\d{1,3}(?:,?\d{3})*|\d+)?(?:\.(\d{0,2}))?$/.exec(text.trim())
  if (!match || (!match[1] && !match[2])) return undefined
  return cents(BigInt(match[1]?.replaceAll(',', '') ?? 0) * 100n + BigInt((match[2] ?? '').padEnd(2, '0')))
}
