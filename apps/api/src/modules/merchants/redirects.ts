/**
 * Redirect URLs for shoppers. A request's URL must be under one that the merchant has registered: the same origin, and the same path
 * or one below it. Both are compared as the browser parses them, and anything that two parsers could read differently (a
 * backslash, credentials before an @, an encoded slash or dot) is refused.
 */

/** The normalised URL, or undefined if it cannot be registered. Plain http is for test merchants on localhost. */
export function normaliseRedirectUrl(raw: string, test: boolean): string | undefined {
  const url = parseStrictUrl(raw, test)
  return url && url.search === '' && url.hash === '' ? url.href : undefined
}

/** The normalised URL, if it is under a registered one. */
export function allowedRedirect(raw: string, registered: readonly string[], test: boolean): string | undefined {
  const url = parseStrictUrl(raw, test)
  if (!url) return undefined
  const covers = (base: string) => {
    const { origin, pathname } = new URL(base)
    return url.origin === origin && (url.pathname === pathname || url.pathname.startsWith(pathname.endsWith('/') ? pathname : `${pathname}/`))
  }
  return registered.some(covers) ? url.href : undefined
}

const strictUrl = /^https?:\/\/[a-z0-9-]+(?:\.[a-z0-9-]+)*(?::\d{1,5})?(?:[/?#][!-~]*)?$/i
const ambiguous = /\\|%(?:2e|2f|5c|00|0a|0d|25)/i

function parseStrictUrl(raw: string, test: boolean): URL | undefined {
  if (!strictUrl.test(raw) || raw.includes('\\') || !URL.canParse(raw)) return undefined
  const url = new URL(raw)
  if (ambiguous.test(url.pathname) || /%0[0ad]/i.test(url.search + url.hash) || raw.slice(raw.indexOf('//') + 2).includes('/../')) return undefined
  if (url.username !== '' || url.password !== '') return undefined
  if (url.protocol === 'https:') return isDomainName(url.hostname) || (test && isLoopback(url.hostname)) ? url : undefined
  return test && isLoopback(url.hostname) ? url : undefined
}

/** A name with a top-level domain, which excludes IP addresses in any notation. */
function isDomainName(host: string): boolean {
  return /^(?=.{4,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/.test(host)
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '127.0.0.1'
}
