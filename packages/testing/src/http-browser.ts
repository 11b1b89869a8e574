import { createHash, randomBytes } from 'node:crypto'

export interface PageResponse {
  status: number
  headers: Headers
  text: string
  /** The absolute URL of a redirect. */
  location: URL | undefined
}

export interface HttpBrowser {
  get(url: string | URL, headers?: Record<string, string>): Promise<PageResponse>
  post(url: string | URL, form: Record<string, string>, headers?: Record<string, string>): Promise<PageResponse>
  cookies: Map<string, { value: string; path: string }>
}

/** An HTTP client with cookies by path that follows no redirects. `via` sends a request to another origin, as a load balancer does. */
export function createHttpBrowser(options: { via?: (url: URL) => URL; headers?: Record<string, string> } = {}): HttpBrowser {
  const cookies: HttpBrowser['cookies'] = new Map()
  const call = async (url: URL, init: RequestInit): Promise<PageResponse> => {
    const sent = [...cookies].filter(([, cookie]) => url.pathname === cookie.path || url.pathname.startsWith(cookie.path.replace(/\/?$/, '/')))
    const cookie = sent.map(([key, { value }]) => `${key.split('|')[0]}=${value}`).join('; ')
    const headers = { ...options.headers, ...(cookie ? { cookie } : {}), ...(init.headers as Record<string, string>) }
    const response = await fetch(options.via?.(url) ?? url, { ...init, headers, redirect: 'manual' })
    for (const line of response.headers.getSetCookie()) storeCookie(cookies, line)
    const location = response.headers.get('location')
    return { status: response.status, headers: response.headers, text: await response.text(), location: location === null ? undefined : new URL(location, url) }
  }
  return {
    cookies,
    get: (url, headers = {}) => call(new URL(url), { headers }),
    post: (url, form, headers = {}) => call(new URL(url), { method: 'POST', headers, body: new URLSearchParams(form) }),
  }
}

function storeCookie(cookies: HttpBrowser['cookies'], line: string): void {
  const [pair = '', ...attributes] = line.split(';').map((part) => part.trim())
  const [name = '', value = ''] = pair.split(/=(.*)/s)
  const path = attributes.find((attribute) => /^path=/i.test(attribute))?.slice(5) ?? '/'
  const past = attributes.some((attribute) => /^expires=thu, 01 jan 1970/i.test(attribute) || /^max-age=0$/i.test(attribute))
  if (past) cookies.delete(`${name}|${path}`)
  else cookies.set(`${name}|${path}`, { value, path })
}

export interface Client {
  issuer: string
  clientId: string
  redirectUri: string
}

export interface AuthorizationRequest {
  url: URL
  verifier: string
  state: string
  nonce: string
}

/** An authorisation request as the web app sends it. `change` adds, replaces or, with undefined, removes parameters. */
export function buildAuthorizationRequest(client: Client, change: Record<string, string | undefined> = {}): AuthorizationRequest {
  const [verifier, state, nonce] = [32, 16, 16].map((bytes) => randomBytes(bytes).toString('base64url')) as [string, string, string]
  const challenge = createHash('sha256').update(verifier).digest('base64url')
  const parameters = {
    client_id: client.clientId,
    redirect_uri: client.redirectUri,
    response_type: 'code',
    scope: 'openid',
    code_challenge: challenge,
    code_challenge_method: 'S256',
    state,
    nonce,
    ...change,
  }
  const url = new URL(`${client.issuer}/auth`)
  for (const [name, value] of Object.entries(parameters)) if (value !== undefined) url.searchParams.set(name, value)
  return { url, verifier, state, nonce }
}

/** Starts an authorisation request and returns the URL of the sign-in page. */
export async function openSignIn(browser: HttpBrowser, request: AuthorizationRequest): Promise<string> {
  const started = await browser.get(request.url)
  if (started.status !== 303 || !started.location) throw new Error(`no sign-in page: ${started.status} ${started.text.slice(0, 300)}`)
  return started.location.href
}

export async function requestCode(browser: HttpBrowser, page: string, phone: string): Promise<PageResponse> {
  return await browser.post(page, { phone })
}

export async function submitCode(browser: HttpBrowser, page: string, code: string): Promise<PageResponse> {
  return await browser.post(`${page}/code`, { code })
}

/** Follows the redirects from the accepted code to the client's callback URL with `code` or `error`. */
export async function followCallback(browser: HttpBrowser, accepted: PageResponse): Promise<URL> {
  if (!accepted.location) throw new Error(`code not accepted: ${accepted.status} ${accepted.text.slice(0, 300)}`)
  const back = await browser.get(accepted.location)
  if (!back.location) throw new Error(`no redirect to the client: ${back.status} ${back.text.slice(0, 300)}`)
  return back.location
}

export interface Tokens {
  access_token: string
  refresh_token: string
  id_token: string
  expires_in: number
  scope: string
}

export async function callToken(
  browser: HttpBrowser,
  client: Client,
  parameters: Record<string, string>,
): Promise<{ status: number; body: Tokens & { error?: string } }> {
  const answer = await browser.post(`${client.issuer}/token`, { client_id: client.clientId, ...parameters })
  return { status: answer.status, body: JSON.parse(answer.text) as Tokens & { error?: string } }
}

export async function exchangeCode(browser: HttpBrowser, client: Client, request: AuthorizationRequest, code: string) {
  return await callToken(browser, client, { grant_type: 'authorization_code', code, redirect_uri: client.redirectUri, code_verifier: request.verifier })
}

/** A complete sign-in. `readCode` returns the code that was sent to the number. */
export async function signIn(browser: HttpBrowser, client: Client, phone: string, readCode: (phone: string) => Promise<string>) {
  const request = buildAuthorizationRequest(client)
  const page = await openSignIn(browser, request)
  const sent = await requestCode(browser, page, phone)
  if (sent.status !== 303) throw new Error(`no code sent: ${sent.status} ${sent.text.slice(0, 2000)}`)
  const callback = await followCallback(browser, await submitCode(browser, page, await readCode(phone)))
  const code = callback.searchParams.get('code') ?? ''
  const { status, body } = await exchangeCode(browser, client, request, code)
  if (status !== 200) throw new Error(`no tokens: ${status} ${JSON.stringify(body)}`)
  return { tokens: body, request, callback, code, page }
}
