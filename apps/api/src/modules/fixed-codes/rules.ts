/** Longer ones cannot be registered. */
const maxPrefixLength = 200

/**
 * Every prefix under which a scanned URL may be registered, longest first. A prefix ends at a boundary, in `/` or `=`, so that
 * `/machine/1/` is no prefix of `/machine/10`.
 */
export function prefixesOf(url: URL): string[] {
  const { href, origin } = url
  const prefixes: string[] = []
  for (let end = Math.min(href.length, maxPrefixLength); end > origin.length + 1; end--) if ('/='.includes(href[end - 1]!)) prefixes.push(href.slice(0, end))
  return prefixes
}

/** A path or query of its own after the origin, up to a boundary. */
export function isPrefix(url: URL): boolean {
  return prefixesOf(url)[0] === url.href && url.href !== `${url.origin}/`
}

/** Our own addresses, which nobody registers. On one machine they differ by their ports only. */
export function isOwnOrigin(url: URL, own: readonly string[]): boolean {
  return own.some((address) => new URL(address).origin === url.origin || (url.protocol === 'https:' && new URL(address).hostname === url.hostname))
}

/** The short code in the address that tills print on slips. */
export function shortCodeIn(url: URL, webOrigin: string): string | undefined {
  return url.origin === new URL(webOrigin).origin ? /^\/c\/([\w-]{8,20})$/.exec(url.pathname)?.[1] : undefined
}

/**
 * Lookups of short codes a minute, from one source and from all together. They are counted before the lookup, so that a guess is
 * counted whether it hits or not.
 */
export const shortCodeLookups = { perSource: 30, together: 1200 }
