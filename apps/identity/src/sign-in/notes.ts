import type { FastifyReply } from 'fastify'

/** What this browser is remembered by: that a passkey works here, or that the offer was declined. Nothing secret, nothing trusted. */
export interface Notes {
  passkey: boolean
  noPasskey: boolean
}

const names = { passkey: 'nikau_passkey', noPasskey: 'nikau_no_passkey' } as const
const lives = { passkey: 365, noPasskey: 30 } as const

export function readNotes(cookies: string | undefined): Notes {
  const set = new Set((cookies ?? '').split(';').map((cookie) => cookie.trim()))
  return { passkey: set.has(`${names.passkey}=1`), noPasskey: set.has(`${names.noPasskey}=1`) }
}

/** Written to the bare response, because the provider ends it without Fastify. */
export function writeNote(reply: FastifyReply, options: { secure: boolean }, note: Partial<Notes>): void {
  for (const key of Object.keys(note) as (keyof Notes)[]) {
    const cookie = `${names[key]}=1; Path=/interaction; Max-Age=${lives[key] * 24 * 3600}; HttpOnly; SameSite=Lax${options.secure ? '; Secure' : ''}`
    reply.raw.appendHeader('set-cookie', cookie)
  }
}
