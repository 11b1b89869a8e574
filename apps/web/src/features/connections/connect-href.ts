import type { SupportedWallet } from '@nikau/contract'
import { base } from '../../lib/paths.ts'

/** The link of a wallet that connects: its address with the connection. Undefined if it is not an address that a browser opens. */
export function connectHref({ connectUrl }: Pick<SupportedWallet, 'connectUrl'>, connectionId: string): string | undefined {
  const url = URL.parse(connectUrl, location.origin)
  if (!url || !/^https?:$/.test(url.protocol)) return undefined
  url.searchParams.set('connectionId', connectionId)
  // This app's own address goes through its router.
  return isOwn(url) ? url.pathname.slice(base.length) + url.search : url.href
}

export function isOwnWallet({ connectUrl }: Pick<SupportedWallet, 'connectUrl'>): boolean {
  const url = URL.parse(connectUrl, location.origin)
  return url !== null && isOwn(url)
}

const isOwn = (url: URL) => url.origin === location.origin && url.pathname.startsWith(`${base}/`)
