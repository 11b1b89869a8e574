/** Prefixes that the fixed +64 replaces: +64, 0064 or 0. */
export function stripCountry(text: string): string {
  return text
    .trimStart()
    .replace(/^(?:\+|00)64\s*/, '')
    .replace(/^0(?!0)/, '')
}

/** Digits in groups, `21 555 0142`; anything else is returned as it is. */
export function groupPhone(text: string): string {
  if (!/^[\d\s-]+$/.test(text)) return text
  const digits = text.replaceAll(/\D/g, '')
  return [digits.slice(0, 2), digits.slice(2, 5), digits.slice(5)].filter(Boolean).join(' ')
}
