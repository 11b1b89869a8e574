import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Secret } from '@nikau/runtime'
import { type CallCookies, hostCookieName } from '../../http/cookies.ts'

export interface BrowserDeps {
  secret: Secret
  webOrigin: string
}

/** As long as the bank accepts the authorisation request. */
const maxAgeSeconds = 3600

function cookieOf({ secret, webOrigin }: BrowserDeps, id: string) {
  const secure = webOrigin.startsWith('https:')
  // Derived from the id, so that a repeated call sets the same cookie and nothing has to be stored.
  const value = createHmac('sha256', secret.reveal()).update(`bank-return ${id}`).digest('base64url')
  return { name: hostCookieName(`bank-return-${id}`, secure), value, secure }
}

/** Marks the browser that started a payment. Nobody else can complete it, so a bank link that is passed on pays nothing. */
export function markBrowser(deps: BrowserDeps, cookies: CallCookies, id: string): void {
  const { name, value, secure } = cookieOf(deps, id)
  cookies.set(name, value, { maxAgeSeconds, secure })
}

export function isSameBrowser(deps: BrowserDeps, cookies: CallCookies, id: string): boolean {
  const { name, value } = cookieOf(deps, id)
  const expected = Buffer.from(value)
  const presented = Buffer.from(cookies.get(name) ?? '')
  return presented.length === expected.length && timingSafeEqual(presented, expected)
}
