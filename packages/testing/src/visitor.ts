import { createHash, randomBytes } from 'node:crypto'

export interface Answer {
  status: number
  headers: Headers
  text: string
  /** Where a redirect points to, made whole. */
  location: URL | undefined
}

export interface Visitor {
  get(url: string | URL, headers?: Record<string, string>): Promise<Answer>
  post(url: string | URL, form: Record<string, string>, headers?: Record<string, string>): Promise<Answer>
  cookies: Map<string, { value: string; path: string }>
}

/**
 * A browser without a screen: it keeps cookies by path, follows nothing by itself and answers what it was told. `via` sends a
 * request elsewhere than its address says, as a load balancer does.
 */
export function visitor(options: { via?: (url: URL) => URL; headers?: Record<string, string> } = {}): Visitor {
  const cookies: Visitor['cookies'] = new Map()
  const call = async (url: URL, init: RequestInit): Promise<Answer> => {
    const sent = [...cookies].filter(([, cookie]) => url.pathname === cookie.path || url.pathname.startsWith(cookie.path.replace(/\/?$/, '/')))
    const cookie = sent.map(([key, { value }]) => `${key.split('|')[0]}=${value}`).join('; ')
    const headers = { ...options.headers, ...(cookie ? { cookie } : {}), ...(init.headers as Record<string, string>) }
    const response = await fetch(options.via?.(url) ?? url, { ...init, headers, redirect: 'manual' })
    for (const line of response.headers.getSetCookie()) keep(cookies, line)
    const location = response.headers.get('location')
    return { status: response.status, headers: response.headers, text: await response.text(), location: location === null ? undefined : new URL(location, url) }
  }
  return {
    cookies,
    get: (url, headers = {}) => call(new URL(url), { headers }),
    post: (url, form, headers = {}) => call(new URL(url), { method: 'POST', headers, body: new URLSearchParams(form) }),
  }
}

function keep(cookies: Visitor['cookies'], line: string): void {
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

export interface Request {
  url: URL
  verifier: string
  state: string
  nonce: string
}

/** An authorisation request as the web app makes it; `change` adds, replaces or (with undefined) leaves out parameters. */
export function authorisation(client: Client, change: Record<string, string | undefined> = {}): Request {
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

/** Goes from the authorisation request to the page that asks for the number, and gives that page's address. */
export async function openSignIn(browser: Visitor, request: Request): Promise<string> {
  const started = await browser.get(request.url)
  if (started.status !== 303 || !started.location) throw new Error(`no sign-in page: ${started.status} ${started.text.slice(0, 300)}`)
  return started.location.href
}

export async function askForCode(browser: Visitor, page: string, phone: string): Promise<Answer> {
  return await browser.post(page, { phone })
}

export async function giveCode(browser: Visitor, page: string, code: string): Promise<Answer> {
  return await browser.post(`${page}/code`, { code })
}

/** From the accepted code back to the client: the address that the browser is sent to, with `code` or `error` in it. */
export async function comeBack(browser: Visitor, accepted: Answer): Promise<URL> {
  if (!accepted.location) throw new Error(`not accepted: ${accepted.status} ${accepted.text.slice(0, 300)}`)
  const back = await browser.get(accepted.location)
  if (!back.location) throw new Error(`not sent back: ${back.status} ${back.text.slice(0, 300)}`)
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
  browser: Visitor,
  client: Client,
  parameters: Record<string, string>,
): Promise<{ status: number; body: Tokens & { error?: string } }> {
  const answer = await browser.post(`${client.issuer}/token`, { client_id: client.clientId, ...parameters })
  return { status: answer.status, body: JSON.parse(answer.text) as Tokens & { error?: string } }
}

export async function exchange(browser: Visitor, client: Client, request: Request, code: string) {
  return await callToken(browser, client, { grant_type: 'authorization_code', code, redirect_uri: client.redirectUri, code_verifier: request.verifier })
}

/** The whole way in. `readCode` finds the code that was sent to the number. */
export async function signIn(browser: Visitor, client: Client, phone: string, readCode: (phone: string) => Promise<string>) {
  const request = authorisation(client)
  const page = await openSignIn(browser, request)
  const sent = await askForCode(browser, page, phone)
  if (sent.status !== 303) throw new Error(`no code sent: ${sent.status} ${sent.text.slice(0, 2000)}`)
  const callback = await comeBack(browser, await giveCode(browser, page, await readCode(phone)))
  const code = callback.searchParams.get('code') ?? ''
  const { status, body } = await exchange(browser, client, request, code)
  if (status !== 200) throw new Error(`no tokens: ${status} ${JSON.stringify(body)}`)
  return { tokens: body, request, callback, code, page }
}
