import type { FastifyReply, FastifyRequest } from 'fastify'

// The browser of an operator holds one cookie for the calls of the desk; the provider's tokens stay on the server. Scripts can not read it,
// no other site can send it, and no path but that of the calls gets it.

const path = '/api/desk'
const sessionName = '__Secure-nikau-desk'
/** From the start of a sign-in to its end. */
const signInName = '__Secure-nikau-desk-sign-in'

export const sessionCookie = (request: FastifyRequest): string | undefined => read(request, sessionName)
export const signInCookie = (request: FastifyRequest): string | undefined => read(request, signInName)

/** Without `secret` the cookie is removed. */
export function setSessionCookie(reply: FastifyReply, secret?: string): void {
  set(reply, sessionName, secret, { sameSite: 'Strict', maxAge: 10 * 3600 })
}

/** Lax: the provider sends the browser back to us, which may be another site. */
export function setSignInCookie(reply: FastifyReply, value?: string): void {
  set(reply, signInName, value, { sameSite: 'Lax', maxAge: 600 })
}

function read({ headers }: FastifyRequest, name: string): string | undefined {
  const pairs = (headers.cookie ?? '').split(';').map((pair) => pair.trim().split('='))
  const value = pairs.find(([key]) => key === name)?.[1]
  return value !== undefined && /^[\w-]{20,1000}$/.test(value) ? value : undefined
}

function set(reply: FastifyReply, name: string, value: string | undefined, { sameSite, maxAge }: { sameSite: string; maxAge: number }): void {
  void reply.header('set-cookie', `${name}=${value ?? ''}; Path=${path}; Max-Age=${value === undefined ? 0 : maxAge}; HttpOnly; Secure; SameSite=${sameSite}`)
}
