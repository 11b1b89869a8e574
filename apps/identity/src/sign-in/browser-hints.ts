import type { FastifyReply } from 'fastify'
import { cookieName, readCookie } from '../cookies.ts'

/** Cookies that remember whether this browser has a passkey or declined the offer. Neither secret nor trusted. */
export interface BrowserHints {
  passkey: boolean
  noPasskey: boolean
}

const names = { passkey: 'nikau_passkey', noPasskey: 'nikau_no_passkey' } as const
const daysToLive = { passkey: 365, noPasskey: 30 } as const

export function readBrowserHints(cookies: string | undefined, options: { secure: boolean }): BrowserHints {
  const isSet = (key: keyof BrowserHints) => readCookie(cookies, cookieName(names[key], options)) === '1'
  return { passkey: isSet('passkey'), noPasskey: isSet('noPasskey') }
}

/** Written to the raw response, because the provider ends it without Fastify. */
export function setBrowserHint(reply: FastifyReply, options: { secure: boolean }, hint: Partial<BrowserHints>): void {
  for (const key of Object.keys(hint) as (keyof BrowserHints)[]) {
    const maxAge = daysToLive[key] * 24 * 3600
    const cookie = `${cookieName(names[key], options)}=1; Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${options.secure ? '; Secure' : ''}`
    reply.raw.appendHeader('set-cookie', cookie)
  }
}
