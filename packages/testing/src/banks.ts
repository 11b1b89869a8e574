import { spawn } from 'node:child_process'
import { generateKeyPairSync, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { freePort } from './free-port.ts'

// Starts the sandbox banks as a process, with a minimal browser for the payer. Independent of vitest, so that trials can use it.

const root = join(import.meta.dirname, '../../..')
const customers: Record<string, string> = { bnz: '10010003', asb: '20010003', westpac: '30010003' }
const accounts: Record<string, string> = { bnz: '02-0192-0214002-00', asb: '12-3192-0214006-00', westpac: '03-0192-0214002-00' }

export type Banks = Awaited<ReturnType<typeof startBanks>>

export interface BankRedirect {
  /** Where the payer ended: at the wallet or on a page of the bank. */
  url: string
  /** Return links on the page of the bank. */
  links: string[]
}

/** The wallet's signing key and the public JWK registered with the banks. */
function walletKey(alg: 'ES256' | 'PS256') {
  const { privateKey, publicKey } = alg === 'ES256' ? generateKeyPairSync('ec', { namedCurve: 'P-256' }) : generateKeyPairSync('rsa', { modulusLength: 2048 })
  const kid = randomUUID()
  return {
    privateJwk: { ...privateKey.export({ format: 'jwk' }), kid },
    publicJwk: { ...publicKey.export({ format: 'jwk' }), kid, alg, use: 'sig' },
  }
}

export async function startBanks(options: { webOrigin: string; alg?: 'ES256' | 'PS256' }) {
  const key = walletKey(options.alg ?? 'ES256')
  const port = await freePort()
  const origin = `http://localhost:${port}`
  const start = async () => {
    const env = {
      ...process.env,
      BANKS_PORT: String(port),
      CLIENT_JWKS: JSON.stringify({ keys: [key.publicJwk] }),
      REDIRECT_ORIGINS: `${options.webOrigin}/deimos`,
    }
    const child = spawn(process.execPath, ['sandboxes/banks/src/serve.ts'], { cwd: root, env, stdio: ['ignore', 'pipe', 'inherit'] })
    await once(createInterface({ input: child.stdout }), 'line')
    return child
  }
  const child = await start()
  const control = async <T = Record<string, unknown>>(path: string, body?: object): Promise<T> => {
    const init = body && { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
    const answer = await fetch(`${origin}/control/${path}`, init)
    if (!answer.ok) throw new Error(`control ${path}: ${answer.status} ${await answer.text()}`)
    return (await answer.json()) as T
  }
  const entry = (bank: string, more: object = {}) => ({
    bank,
    liveness: 'test',
    issuer: `${origin}/${bank}`,
    api: `${origin}/${bank}/open-banking-nz/v2.3`,
    clientId: 'nikau',
    key: key.privateJwk,
    account: accounts[bank],
    ...more,
  })
  return {
    origin,
    control,
    /** The value of PAY_BY_BANK. */
    config: (more: object = {}) => JSON.stringify(Object.keys(accounts).map((bank) => entry(bank, more))),
    settings: (settings: object) => control('settings', settings),
    payments: async () => (await control<{ payments: BankPayment[] }>('payments')).payments,
    visit: (authorization: string, decision: 'approve' | 'decline' = 'approve') => decide(options.webOrigin, authorization, decision),
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return
      const exit = once(child, 'exit')
      child.kill('SIGKILL') // it has no state, and a graceful stop would wait for open connections
      await exit
    },
  }
}

export interface BankPayment {
  id: string
  bank: string
  consentId: string
  status: string
  cents: number
  idempotencyKey: string
  initiation: { EndToEndIdentification: string }
}

/** Signs in at the consent page and approves or declines. */
async function decide(webOrigin: string, authorization: string, decision: 'approve' | 'decline'): Promise<BankRedirect> {
  const visit = browser(webOrigin)
  const bank = new URL(authorization).pathname.split('/')[1]!
  const login = await visit(authorization)
  const consent = await visit(`${login.url}/login`, { customer: customers[bank]!, password: 'any' })
  const csrf = /name="csrf" value="([^"]+)"/.exec(consent.text)?.[1]
  const account = /name="account"\s+value="(\d+)"\s+checked/.exec(consent.text)?.[1]
  if (csrf === undefined || account === undefined) throw new Error(`no consent form at ${consent.url}: ${consent.text.slice(-500)}`)
  const { url, text } = await visit(consent.url, { csrf, account, decision })
  return { url, links: [...text.matchAll(/data-return[^>]* href="([^"]+)"/g)].map((match) => match[1]!.replaceAll('&amp;', '&')) }
}

/** Follows redirects, stores cookies by path, and stops at the wallet's origin. */
function browser(webOrigin: string) {
  const jar: { name: string; value: string; path: string }[] = []
  return async function visit(url: string, form?: Record<string, string>): Promise<{ url: string; text: string }> {
    if (url.startsWith(webOrigin)) return { url, text: '' }
    const target = new URL(url)
    const cookie = jar.filter(({ path }) => target.pathname.startsWith(path)).map(({ name, value }) => `${name}=${value}`)
    const init = { redirect: 'manual' as const, headers: { cookie: cookie.join('; ') } }
    const answer = await fetch(url, form ? { ...init, method: 'POST', body: new URLSearchParams(form) } : init)
    for (const line of answer.headers.getSetCookie()) {
      const [pair = '', ...rest] = line.split('; ')
      const name = pair.slice(0, pair.indexOf('='))
      const path = rest.find((part) => part.toLowerCase().startsWith('path='))?.slice(5) ?? '/'
      const known = jar.findIndex((cookie) => cookie.name === name && cookie.path === path)
      if (known >= 0) jar.splice(known, 1)
      if (!/max-age=0|expires=thu, 01 jan 1970/i.test(line)) jar.push({ name, value: pair.slice(name.length + 1), path })
    }
    const location = answer.headers.get('location')
    return location === null ? { url, text: await answer.text() } : await visit(new URL(location, url).href)
  }
}

/** The bank's answer in the URL fragment of the callback. */
export function parseCallback(url: string): { state: string | undefined; code: string | undefined; idToken: string | undefined; error: string | undefined } {
  const found = new URLSearchParams(new URL(url).hash.slice(1))
  const get = (name: string) => found.get(name) ?? undefined
  return { state: get('state'), code: get('code'), idToken: get('id_token'), error: get('error') }
}
