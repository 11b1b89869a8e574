import type { IncomingMessage } from 'node:http'
import { decodeJwt } from 'jose'
import { deskClientId } from './clients.ts'

/**
 * Customers and operators have sessions of their own in the same browser: the provider of the desk has another session cookie, and the
 * paths of its pages have this prefix.
 */
const prefix = '/desk'

/**
 * Whether the provider of the desk answers this request: one of its own pages, or the start of a sign-in or sign-out of its client.
 * The provider builds its addresses from `url` and `originalUrl`, so both are adjusted.
 */
export function routeToDesk(request: IncomingMessage & { originalUrl?: string }, mount: string): boolean {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
  if (pathname.startsWith(`${prefix}/`)) {
    request.url = request.url!.slice(prefix.length)
    return true
  }
  if (!['/auth', '/session/end'].includes(pathname) || clientOf(searchParams) !== deskClientId) return false
  request.originalUrl = `${mount}${prefix}${request.url}`
  return true
}

/** Nothing relies on the token here: the provider verifies it. */
function clientOf(parameters: URLSearchParams): unknown {
  const hint = parameters.get('id_token_hint')
  if (parameters.has('client_id') || hint === null) return parameters.get('client_id')
  try {
    return decodeJwt(hint).aud
  } catch {
    return undefined
  }
}
