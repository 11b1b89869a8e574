import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { type KeyRing, sourceOf } from '@nikau/runtime'
import type { FastifyReply } from 'fastify'
import * as z from 'zod/mini'
import { sendRefusal } from '../errors.ts'
import type { DeskServer } from './bind.ts'
import { setSessionCookie, setSignInCookie, signInCookie } from './cookie.ts'
import { hashOf, openSession, recordRefusedSignIn } from './session.ts'

export interface SignInDeps {
  /** The OpenID provider; its client for the desk is `nikau-desk`. */
  issuer: string
  /** Of the desk, as browsers see it. */
  origin: string
  /** Seals the provider's token. */
  keys: KeyRing
}

const clientId = 'nikau-desk'
const pending = z.object({ state: z.string(), verifier: z.string(), to: z.string() })
const returned = z.object({
  code: z.optional(z.string()),
  state: z.optional(z.string()),
  error: z.optional(z.string()),
  error_description: z.optional(z.string()),
})
const tokens = z.object({ access_token: z.string() })

const secret = () => randomBytes(32).toString('base64url')

/** A page of the desk, and nothing else. */
const pageOf = (to: unknown) => (typeof to === 'string' && /^\/desk(?:\/[\w./?=&%-]*)?$/.test(to) ? to : '/desk/')

/** Code flow with PKCE. The passkey is asked for every time; the database opens the session only for a token that the provider issued for one. */
export function signInRoutes(server: DeskServer, { issuer, origin, keys }: SignInDeps): void {
  const { fastify, db, wallClock, limiter, log } = server
  const redirectUri = `${origin}/api/desk/oidc-callback`
  const refuseForNow = async (reply: FastifyReply, ip: string) => {
    const wait = limiter.countCall(sourceOf(ip)) || (await limiter.consume(`desk sign-in ${sourceOf(ip)}`, 30))
    if (wait > 0) await sendRefusal(reply.header('retry-after', wait), 429, 'RATE_LIMIT_EXCEEDED')
  }
  const onRequest = async (request: { ip: string }, reply: FastifyReply) => await refuseForNow(reply, request.ip)

  fastify.get<{ Querystring: { to?: string } }>('/api/desk/sign-in', { onRequest }, (request, reply) => {
    const started = { state: secret(), verifier: secret(), to: pageOf(request.query.to) }
    setSignInCookie(reply, Buffer.from(JSON.stringify(started)).toString('base64url'))
    const challenge = createHash('sha256').update(started.verifier).digest('base64url')
    const query = new URLSearchParams({
      client_id: clientId,
      response_type: 'code',
      scope: 'openid',
      redirect_uri: redirectUri,
      state: started.state,
      code_challenge: challenge,
      code_challenge_method: 'S256',
      prompt: 'login',
    })
    return reply.redirect(`${issuer}/auth?${query.toString()}`, 303)
  })

  fastify.get('/api/desk/oidc-callback', { onRequest }, async (request, reply) => {
    const answer = z.safeParse(returned, request.query)
    const started = readPending(signInCookie(request))
    setSignInCookie(reply)
    const refused = (code: string) => reply.redirect(`/desk/sign-in?refused=${code}`, 303)
    if (!answer.success || !started || !isSame(answer.data.state ?? '', started.state)) return refused('SIGN_IN_EXPIRED')
    if (answer.data.error === 'access_denied') {
      await recordRefusedSignIn(db, wallClock.now())
      return refused('NOT_AN_OPERATOR')
    }
    const token = answer.data.code && (await exchange(answer.data.code, started.verifier))
    if (!token) return refused('SIGN_IN_EXPIRED')
    const opened = secret()
    const secretHash = hashOf(opened)
    const sealed = keys.seal(token, secretHash.toString('hex'))
    const refusal = await openSession(db, {
      tokenHash: createHash('sha256').update(token).digest('hex'),
      secretHash,
      sealedToken: sealed.sealed,
      keyId: sealed.keyId,
      now: wallClock.now(),
    })
    if (refusal) return refused(refusal === 'NOT_AN_OPERATOR' ? refusal : 'SIGN_IN_EXPIRED')
    setSessionCookie(reply, opened)
    return reply.redirect(started.to, 303)
  })

  async function exchange(code: string, verifier: string): Promise<string | undefined> {
    const body = new URLSearchParams({ grant_type: 'authorization_code', client_id: clientId, code, redirect_uri: redirectUri, code_verifier: verifier })
    const response = await fetch(`${issuer}/token`, { method: 'POST', body, signal: AbortSignal.timeout(10_000) })
    const read = z.safeParse(tokens, await response.json().catch(() => undefined))
    if (!response.ok || !read.success) log.warn({ status: response.status }, 'the provider issued no token')
    return response.ok ? read.data?.access_token : undefined
  }
}

function readPending(cookie: string | undefined): z.output<typeof pending> | undefined {
  if (cookie === undefined) return undefined
  try {
    return pending.parse(JSON.parse(Buffer.from(cookie, 'base64url').toString()))
  } catch {
    return undefined
  }
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}
