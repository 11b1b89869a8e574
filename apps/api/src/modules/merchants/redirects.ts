/**
 * Where a shopper may be sent back to. A request's address must lie under one that the merchant has registered: the same origin,
 * and the same path or one below it. Both are compared as the browser will read them, and whatever two readers could read
 * differently (a backslash, a name before an @, an encoded slash or dot) is turned away.
 */

/** The registered address in one form, or nothing when it cannot be one. Plain http is for test merchants on one's own machine. */
export function registrable(raw: string, test: boolean): string | undefined {
  const url = plainAddress(raw, test)
  return url && url.search === '' && url.hash === '' ? url.href : undefined
}

/** The address in one form when it lies under a registered one. */
export function allowedRedirect(raw: string, registered: readonly string[], test: boolean): string | undefined {
  const url = plainAddress(raw, test)
  if (!url) return undefined
  const covers = (base: string) => {
    const { origin, pathname } = new URL(base)
    return url.origin === origin && (url.pathname === pathname || url.pathname.startsWith(pathname.endsWith('/') ? pathname : `${pathname}/`))
  }
  return registered.some(covers) ? url.href : undefined
}

const plain = /^https?:\/\/[a-z0-9-]+(?:\.[a-z0-9-]+)*(?::\d{1,5})?(?:[/?#][!-~]*)?$/i
const twofold = /\\|%(?:2e|2f|5c|00|0a|0d|25)/i

function plainAddress(raw: string, test: boolean): URL | undefined {
  if (!plain.test(raw) || raw.includes('\\') || !URL.canParse(raw)) return undefined
  const url = new URL(raw)
  if (twofold.test(url.pathname) || /%0[0ad]/i.test(url.search + url.hash) || raw.slice(raw.indexOf('//') + 2).includes('/../')) return undefined
  if (url.username !== '' || url.password !== '') return undefined
  if (url.protocol === 'https:') return isName(url.hostname) || (test && isLoopback(url.hostname)) ? url : undefined
  return test && isLoopback(url.hostname) ? url : undefined
}

/** A name with a top-level domain; an address in any notation is none. */
function isName(host: string): boolean {
  return /^(?=.{4,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/.test(host)
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '127.0.0.1'
}
