import type { FastifyReply, FastifyRequest } from 'fastify'

/** Cookies of a call. Scripts cannot read them, and other sites' forms do not send them. */
export interface CallCookies {
  get(name: string): string | undefined
  /** Adds it to the response, for this host only. `secure` for https, where the name must have the prefix `__Host-`. */
  set(name: string, value: string, options: { maxAgeSeconds: number; secure: boolean }): void
}

/** Browsers accept a cookie with this prefix only from the host itself over https, so that a subdomain cannot plant one. */
export const hostCookieName = (name: string, secure: boolean) => (secure ? `__Host-${name}` : name)

export function cookiesOf(request: FastifyRequest, reply: FastifyReply): CallCookies {
  return {
    get(name) {
      const pairs = (request.headers.cookie ?? '').split(';').map((pair) => pair.trim().split('='))
      return pairs.find(([key]) => key === name)?.[1]
    },
    set(name, value, { maxAgeSeconds, secure }) {
      void reply.header('set-cookie', `${name}=${value}; Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`)
    },
  }
}
