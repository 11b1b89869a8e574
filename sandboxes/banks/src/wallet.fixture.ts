import { exportJWK, generateKeyPair, SignJWT, type CryptoKey } from 'jose'
import { randomInt, randomUUID } from 'node:crypto'
import { createServer } from 'node:net'
import { createBanks } from './app.ts'
import { banks, type BankId } from './banks.ts'

/** A wallet for tests: its keys, its calls and a browser with cookies, all over real HTTP. */
export type Alg = 'ES256' | 'PS256'

export const walletOrigin = 'http://wallet.test/deimos'
export const filesSecret = 'files-secret'

export const startBanks = async (options: { alg?: Alg; dataFolder?: string; keys?: Keys; jwksUri?: string } = {}) => {
  const alg = options.alg ?? 'PS256'
  const keys = options.keys ?? (await makeKeys(alg))
  const config = {
    port: 0,
    origin: 'http://localhost',
    clientId: 'nikau',
    clientKeys: options.jwksUri === undefined ? { jwks: { keys: [keys.publicJwk] } } : { jwksUri: options.jwksUri },
    redirectOrigins: [walletOrigin],
    filesSecret,
    extraAccounts: [],
    dataFolder: options.dataFolder,
  }
  // The issuer contains the port, so the port is chosen first.
  config.port = await freePort()
  config.origin = `http://localhost:${config.port}`
  const app = await createBanks(config)
  await app.listen({ port: config.port, host: '::' })
  return { origin: config.origin, keys, alg, close: () => app.close() }
}

export type Banks = Awaited<ReturnType<typeof startBanks>>
export type Keys = { privateKey: CryptoKey; publicJwk: Record<string, unknown> }

export const makeKeys = async (alg: Alg): Promise<Keys> => {
  const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true })
  return { privateKey, publicJwk: { ...(await exportJWK(publicKey)), alg, use: 'sig', kid: 'wallet-1' } }
}

/** Below the ephemeral range, so that no other process gets the port before the banks listen. */
export const freePort = async (): Promise<number> => {
  const port = randomInt(10_000, 32_000)
  const isFree = await new Promise<boolean>((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, () => server.close(() => resolve(true)))
  })
  return isFree ? port : await freePort()
}

export const control = async <T = Record<string, unknown>>(server: Banks, path: string, body?: unknown): Promise<T> => {
  const response = await fetch(
    `${server.origin}/control/${path}`,
    body === undefined ? {} : { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } },
  )
  if (!response.ok) throw new Error(`control ${path}: ${response.status} ${await response.text()}`)
  return (await response.json()) as T
}

/** The time of the banks in seconds, for signing: the wallet in these tests follows the same clock. */
const bankSeconds = async (server: Banks): Promise<number> => Math.floor(Date.parse((await control<{ now: string }>(server, 'clock')).now) / 1000)

export const assertion = async (server: Banks, bank: BankId, change: Record<string, unknown> = {}): Promise<string> => {
  const now = await bankSeconds(server)
  return new SignJWT({ iss: 'nikau', sub: 'nikau', aud: `${server.origin}/${bank}`, jti: randomUUID(), iat: now, exp: now + 60, ...change })
    .setProtectedHeader({ alg: server.alg, kid: 'wallet-1' })
    .sign(server.keys.privateKey)
}

export const token = async (server: Banks, bank: BankId, params: Record<string, string>, change: Record<string, unknown> = {}): Promise<Response> =>
  fetch(`${server.origin}/${bank}/token`, {
    method: 'POST',
    body: new URLSearchParams({
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
      client_assertion: await assertion(server, bank, change),
      ...params,
    }),
  })

export const clientToken = async (server: Banks, bank: BankId): Promise<string> => {
  const response = await token(server, bank, { grant_type: 'client_credentials', scope: 'payments' })
  if (response.status !== 200) throw new Error(`client token: ${response.status} ${await response.text()}`)
  return ((await response.json()) as { access_token: string }).access_token
}

export const initiation = (bank: BankId, amount: string, change: Record<string, unknown> = {}) => ({
  InstructionIdentification: 'order-1',
  EndToEndIdentification: 'order-1',
  DebtorAccountRelease: true,
  InstructedAmount: { Amount: amount, Currency: 'NZD' },
  CreditorAccount: { SchemeName: 'BECSElectronicCredit', Identification: banks[bank].settlement, Name: 'Nikau for Kea Cafe' },
  RemittanceInformation: { Reference: { CreditorName: 'Kea Cafe', CreditorReference: { Particulars: 'NIKAU', Code: 'TABLE 4', Reference: 'R1001' } } },
  ...change,
})

export const api = (server: Banks, bank: BankId, path: string, bearer: string, post?: { body: unknown; key?: string }): Promise<Response> =>
  fetch(`${server.origin}/${bank}/open-banking-nz/v2.3/${path}`, {
    headers: {
      authorization: `Bearer ${bearer}`,
      ...(post ? { 'content-type': 'application/json', ...(post.key === undefined ? {} : { 'x-idempotency-key': post.key }) } : {}),
    },
    ...(post ? { method: 'POST', body: JSON.stringify(post.body) } : {}),
  })

export const createConsent = async (server: Banks, bank: BankId, body: ReturnType<typeof initiation>, key: string = randomUUID()): Promise<Response> =>
  api(server, bank, 'domestic-payment-consents', await clientToken(server, bank), {
    body: { Data: { Consent: body }, Risk: { PaymentContextCode: 'EcommerceGoods' } },
    key,
  })

export const consentIdFor = async (server: Banks, bank: BankId, body: ReturnType<typeof initiation>): Promise<string> => {
  const response = await createConsent(server, bank, body)
  if (response.status !== 201) throw new Error(`consent: ${response.status} ${await response.text()}`)
  return ((await response.json()) as { Data: { ConsentId: string } }).Data.ConsentId
}

export const authorisationUrl = async (
  server: Banks,
  bank: BankId,
  consentId: string,
  state: string,
  change: Record<string, unknown> = {},
): Promise<string> => {
  const now = await bankSeconds(server)
  const params = {
    response_type: 'code id_token',
    client_id: 'nikau',
    redirect_uri: `${walletOrigin}/${bank}/oidc-callback`,
    scope: 'openid payments',
    state,
    nonce: `nonce-${state}`,
  }
  const request = await new SignJWT({
    ...params,
    iss: 'nikau',
    aud: `${server.origin}/${bank}`,
    iat: now,
    nbf: now,
    exp: now + 300,
    jti: randomUUID(),
    claims: { id_token: { ConsentId: { value: consentId, essential: true } } },
    ...change,
  })
    .setProtectedHeader({ alg: server.alg, kid: 'wallet-1' })
    .sign(server.keys.privateKey)
  return `${server.origin}/${bank}/authorise?${new URLSearchParams({ client_id: 'nikau', response_type: 'code id_token', scope: 'openid payments', request }).toString()}`
}

/** Follows redirects on this server, stores cookies by path, and stops at the wallet or at a page. */
export const openBrowser = () => {
  const jar: { name: string; value: string; path: string }[] = []
  const visit = async (url: string, form?: Record<string, string>): Promise<{ url: string; status: number; text: string }> => {
    const target = new URL(url)
    if (target.hostname === 'wallet.test') return { url, status: 0, text: '' }
    const cookie = jar.filter(({ path }) => target.pathname.startsWith(path)).map(({ name, value }) => `${name}=${value}`)
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: cookie.join('; ') },
      ...(form ? { method: 'POST', body: new URLSearchParams(form) } : {}),
    })
    for (const line of response.headers.getSetCookie()) {
      const [pair = '', ...rest] = line.split('; ')
      const name = pair.slice(0, pair.indexOf('='))
      const path = rest.find((part) => part.toLowerCase().startsWith('path='))?.slice(5) ?? '/'
      const known = jar.findIndex((cookie) => cookie.name === name && cookie.path === path)
      if (known >= 0) jar.splice(known, 1)
      if (!/max-age=0|expires=thu, 01 jan 1970/i.test(line)) jar.push({ name, value: pair.slice(name.length + 1), path })
    }
    const location = response.headers.get('location')
    if (location !== null) return visit(new URL(location, url).href)
    return { url, status: response.status, text: await response.text() }
  }
  return { visit }
}

export type Browser = ReturnType<typeof openBrowser>

/** Signs in at the consent page and approves or declines. Returns the page on which the customer ends. */
export const decide = async (browser: Browser, authorisation: string, customer: string, decision: 'approve' | 'decline' = 'approve') => {
  const login = await browser.visit(authorisation)
  const consent = await browser.visit(`${login.url}/login`, { customer, password: 'any' })
  const csrf = /name="csrf" value="([^"]+)"/.exec(consent.text)?.[1]
  const account = /name="account"\s+value="(\d+)"\s+checked/.exec(consent.text)?.[1]
  if (csrf === undefined || account === undefined) throw new Error(`no consent to decide at ${consent.url}: ${consent.text.slice(-900)}`)
  return browser.visit(consent.url, { csrf, account, decision })
}

export const fragment = (url: string): URLSearchParams => new URLSearchParams(new URL(url).hash.slice(1))

export const customerOf: Record<BankId, string> = { bnz: '10010001', asb: '20010001', westpac: '30010001', pnz: '90010001' }

/** Creates and authorises a consent, and exchanges the code for the customer's token. */
export const authorised = async (server: Banks, bank: BankId, body: ReturnType<typeof initiation>) => {
  const consentId = await consentIdFor(server, bank, body)
  const back = await decide(openBrowser(), await authorisationUrl(server, bank, consentId, 'state-1'), customerOf[bank])
  const code = fragment(back.url).get('code')!
  const exchanged = await token(server, bank, { grant_type: 'authorization_code', code, redirect_uri: `${walletOrigin}/${bank}/oidc-callback` })
  const { access_token: bearer } = (await exchanged.json()) as { access_token: string }
  return { consentId, bearer, back, code }
}

export const pay = (
  server: Banks,
  bank: BankId,
  bearer: string,
  consentId: string,
  body: ReturnType<typeof initiation>,
  key: string = randomUUID(),
): Promise<Response> =>
  api(server, bank, 'domestic-payments', bearer, {
    body: { Data: { ConsentId: consentId, Initiation: body }, Risk: { PaymentContextCode: 'EcommerceGoods' } },
    key,
  })
