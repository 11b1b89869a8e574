/** Fields whose value is a secret, a code or a card, whatever is in them. */
const secretNames =
  /^(?:code|patronCode|barcode|pin|cvc|cvv|otp|pan|cardNumber|token|signature|authorization)$|secret|password|passcode|privateKey|apiKey|api-key|approvalCode|verificationCode|accessToken/i

/**
 * Secrets by their look: our keys, signed tokens, and bearer credentials. Whatever the long part of a pattern has read belongs to the
 * match, so that no text is read again and again from its middle.
 */
const secretValues = /\bnk_[\w-]{8,}|\beyJ[\w-]{8,}(?:\.[\w-]*){0,2}|\bBearer\s+\S+/g

/** A card number or the code of a customer, with or without spaces. */
const longNumber = /\b\d(?:[ -]?\d){12,18}\b/g

export const removed = '[removed]'

/** How much of one text is looked at; the log keeps no more of a whole body. */
export const maxTextLength = 16_000
/** Longer than what is left of a secret that the cut has made too short to be recognised: 19 digits with spaces between them. */
const unsureLength = 40

export function redactText(text: string): string {
  if (text.length <= maxTextLength) return redactShort(text)
  return redactShort(text.slice(0, maxTextLength)).slice(0, -unsureLength)
}

function redactShort(text: string): string {
  return text.replaceAll(secretValues, removed).replaceAll(longNumber, (found) => (isCodeOrCard(found.replaceAll(/\D/g, '')) ? removed : found))
}

/** Codes of customers have 16 digits; card numbers pass the Luhn check. */
function isCodeOrCard(digits: string): boolean {
  if (digits.length === 16) return true
  let sum = 0
  for (const [place, digit] of Array.from(digits).toReversed().entries()) {
    const value = Number(digit) * (place % 2 === 0 ? 1 : 2)
    sum += value > 9 ? value - 9 : value
  }
  return sum % 10 === 0
}

/** A copy without secrets. Shape and names stay, so that a developer recognises what was sent. */
export function redact(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return redactText(value)
  if (typeof value === 'number' && value > 1e12) return redactText(String(value))
  if (typeof value !== 'object' || value === null) return value
  if (depth > 20) return removed
  if (Array.isArray(value)) return value.map((item) => redact(item, depth + 1))
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [redactText(name), secretNames.test(name) ? removed : redact(item, depth + 1)]))
}

/** The path with its query, without secrets. */
export function redactPath(url: string): string {
  const [path = '', query] = url.split('?', 2)
  if (query === undefined) return redactText(path)
  const parts = query.split('&').map((part) => {
    const [name = ''] = part.split('=', 1)
    return secretNames.test(name) ? `${name}=${removed}` : redactText(decode(part))
  })
  return `${redactText(path)}?${parts.join('&')}`
}

/** Decoded only to look for what may hide in it. */
function decode(part: string): string {
  try {
    const plain = decodeURIComponent(part)
    return redactText(plain) === plain ? part : plain
  } catch {
    return part
  }
}
