import { cents, format, parseDollars } from '@nikau/money'

/** An amount as the amount field writes it: `1,234.50`. */
export function toInputText(amount: bigint): string {
  return format(cents(amount)).replaceAll('$', '')
}

/** What was typed, with two decimals once it is an amount. */
export function normaliseAmount(text: string): string {
  const amount = parseDollars(text)
  return amount === undefined ? text : toInputText(amount)
}
