/** What stands before the field already, in the ways people begin a number: +64, 0064, or the 0 that +64 replaces. */
export function stripCountry(text: string): string {
  return text
    .trimStart()
    .replace(/^(?:\+|00)64\s*/, '')
    .replace(/^0(?!0)/, '')
}

/** Digits in groups, `21 555 0142`; anything that is not a number is left for the form to judge. */
export function groupPhone(text: string): string {
  if (!/^[\d\s-]+$/.test(text)) return text
  const digits = text.replaceAll(/\D/g, '')
  return [digits.slice(0, 2), digits.slice(2, 5), digits.slice(5)].filter(Boolean).join(' ')
}
