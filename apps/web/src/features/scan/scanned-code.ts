import { base } from '../../lib/paths.ts'

export type ScannedCode = { kind: 'pay'; id: string } | { kind: 'link'; id: string } | { kind: 'lookup'; url: string } | { kind: 'unsupported' }

/** The API's limit for a looked-up URL. */
const maxUrlLength = 2048

/**
 * Anyone can print a code, so a scanned text is untrusted. Only its parsed origin and path decide whether it is one of our pay
 * URLs or a payment link, and only the id is taken from it; any other web URL is looked up on the server and never opened.
 */
export function parseScannedCode(text: string, ownOrigin: string = location.origin): ScannedCode {
  const trimmed = text.trim()
  if (trimmed.length > maxUrlLength || !URL.canParse(trimmed)) return { kind: 'unsupported' }
  const url = new URL(trimmed)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return { kind: 'unsupported' }
  const linkId = url.origin === ownOrigin ? /^(?:\/deimos)?\/l\/(pl_[\w-]+)\/?$/.exec(url.pathname)?.[1] : undefined
  if (linkId !== undefined) return { kind: 'link', id: linkId }
  const id = url.origin === ownOrigin ? /^\/pay\/([\w-]+)\/?$/.exec(withoutBase(url.pathname))?.[1] : undefined
  return id === undefined ? { kind: 'lookup', url: url.href } : { kind: 'pay', id }
}

/** The id in a pay URL returned by the lookup: its last path segment. */
export function paymentRequestIdFromUrl(address: string): string | undefined {
  if (!URL.canParse(address)) return undefined
  const last = new URL(address).pathname.split('/').findLast(Boolean)
  return last !== undefined && /^[\w-]+$/.test(last) ? last : undefined
}

function withoutBase(pathname: string): string {
  return pathname.startsWith(`${base}/`) ? pathname.slice(base.length) : ''
}
