/** An amount in whole cents. The brand prevents other bigints, such as counts and ids, from being used as money. */
export type Cents = bigint & { readonly unit: 'cents' }

export const zero = cents(0n)

export function cents(value: bigint | number | string): Cents {
  if (typeof value === 'string' && !/^-?\d{1,18}$/.test(value)) throw new RangeError('amount must be a whole number of cents')
  return BigInt(value) as Cents
}

export function add(...amounts: Cents[]): Cents {
  return amounts.reduce((sum, amount) => (sum + amount) as Cents, 0n as Cents)
}

export function subtract(from: Cents, amount: Cents): Cents {
  return (from - amount) as Cents
}

export function min(a: Cents, b: Cents): Cents {
  return a < b ? a : b
}

/** Equal shares that add up to the total; remaining cents go to the first shares. */
export function split(total: Cents, shares: number): Cents[] {
  const count = BigInt(shares)
  const base = total / count
  const left = total - base * count
  return Array.from({ length: shares }, (_, i) => (base + (BigInt(i) < left ? 1n : 0n)) as Cents)
}

/** The GST included in a price: 3/23, rounded half up. */
export function gstWithin(total: Cents): Cents {
  return ((total * 6n + 23n) / 46n) as Cents
}

/** What cash pays of an amount: to 10 cents, 5 cents down. */
export function roundCash(amount: Cents): Cents {
  return (((amount + 4n) / 10n) * 10n) as Cents
}

/** At least three, without the sign: `1250`, `005`. */
function digitsOf(amount: Cents): string {
  return (amount < 0n ? -amount : amount).toString().padStart(3, '0')
}

/** `$1,234.50`, `−$12.00`: en-NZ with a minus sign (U+2212). */
export function format(amount: Cents, options: { plus?: boolean } = {}): string {
  const digits = digitsOf(amount)
  const dollars = digits.slice(0, -2).replaceAll(/\B(?=(\d{3})+(?!\d))/g, ',')
  const sign = amount < 0n ? '−' : options.plus && amount > 0n ? '+' : ''
  return `${sign}$${dollars}.${digits.slice(-2)}`
}

/** `-12.50`, for programs to read. Computed without floating point. */
export function decimal(amount: Cents): string {
  const digits = digitsOf(amount)
  return `${amount < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** Parses dollars as typed: `12`, `12.5`, `1,200.00`. Undefined for anything else. */
export function parseDollars(text: string): Cents | undefined {
  const match = /^\$?\s*(\d{1,3}(?:,?\d{3})*|\d+)?(?:\.(\d{0,2}))?$/.exec(text.trim())
  if (!match || (!match[1] && !match[2])) return undefined
  return cents(BigInt(match[1]?.replaceAll(',', '') ?? 0) * 100n + BigInt((match[2] ?? '').padEnd(2, '0')))
}
