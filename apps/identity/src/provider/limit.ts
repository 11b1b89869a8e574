import type { IncomingMessage, ServerResponse } from 'node:http'
import { sourceOf } from '@nikau/runtime'
import { busyPage } from '../pages/error.ts'
import { countAttempt, type LimitDeps } from '../sign-in/limit.ts'
import { limits } from '../sign-in/rules.ts'
import { languageOf } from '../texts.ts'

/** Paths that people open in a browser; the others are called by the web app. */
const pages = /^(\/desk)?\/(auth|session\/end)(\/|$)/

/**
 * Counts a request to the provider per source before the provider reads or writes anything. Over the limit it answers the request
 * itself, and returns false.
 */
export async function isWithinProviderLimit(
  deps: LimitDeps & { headers: Record<string, string>; webOrigins: string[] },
  request: IncomingMessage & { ip?: string },
  response: ServerResponse,
): Promise<boolean> {
  const url = new URL(request.url ?? '/', 'http://localhost')
  const subject = sourceOf(request.ip ?? request.socket.remoteAddress ?? '')
  const counted = /^(\/desk)?\/auth(\/|$)/.test(url.pathname) ? limits.authorize : limits.provider
  const until = await countAttempt(deps, [{ limits: counted, subject }])
  if (!until) return true
  const seconds = Math.max(1, Math.ceil((until.getTime() - deps.clock.now().getTime()) / 1000))
  for (const [name, value] of Object.entries({ ...deps.headers, 'cache-control': 'no-store', 'retry-after': String(seconds) })) response.setHeader(name, value)
  response.statusCode = 429
  if (pages.test(url.pathname)) {
    const language = languageOf(request.headers.cookie, url.searchParams.get('ui_locales'))
    response.setHeader('content-type', 'text/html; charset=utf-8')
    response.end(busyPage({ language, until }))
    return false
  }
  const { origin } = request.headers
  if (origin !== undefined && deps.webOrigins.includes(origin)) {
    response.setHeader('access-control-allow-origin', origin)
    response.setHeader('vary', 'origin')
  }
  response.setHeader('content-type', 'application/json; charset=utf-8')
  response.end(JSON.stringify({ error: 'temporarily_unavailable', error_description: 'rate limit exceeded' }))
  return false
}
