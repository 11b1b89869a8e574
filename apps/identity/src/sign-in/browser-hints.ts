import type { FastifyReply } from 'fastify'

/** Cookies that remember whether this browser has a passkey or declined the offer. Neither secret nor trusted. */
export interface BrowserHints {
  passkey: boolean
  noPasskey: boolean
}

const names = { passkey: 'nikau_passkey', noPasskey: 'nikau_no_passkey' } as const
const daysToLive = { passkey: 365, noPasskey: 30 } as const

export function readBrowserHints(cookies: string | undefined): BrowserHints {
  const set = new Set((cookies ?? '').split(';').map((cookie) => cookie.trim()))
  return { passkey: set.has(`${names.passkey}=1`), noPasskey: set.has(`${names.noPasskey}=1`) }
}

/** Written to the raw response, because the provider ends it without Fastify. */
export function setBrowserHint(reply: FastifyReply, options: { secure: boolean }, hint: Partial<BrowserHints>): void {
  for (const key of Object.keys(hint) as (keyof BrowserHints)[]) {
    const cookie = `${names[key]}=1; Path=/interaction; Max-Age=${daysToLive[key] * 24 * 3600}; HttpOnly; SameSite=Lax${options.secure ? '; Secure' : ''}`
    reply.raw.appendHeader('set-cookie', cookie)
  }
}
