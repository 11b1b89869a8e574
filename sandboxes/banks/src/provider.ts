import { exportJWK, generateKeyPair, type JWK } from 'jose'
import { randomBytes } from 'node:crypto'
import Provider, { interactionPolicy, type Adapter, type AdapterPayload, type ClientMetadata, type Configuration, type KoaContextWithOIDC } from 'oidc-provider'
import { banks, bankIds, type BankId } from './banks.ts'
import { sentinelOf, type Consents } from './consents.ts'
import { messagePage } from './pages/approve.ts'
import { contentPolicy } from './pages/html.ts'
import { returnWith } from './return-faults.ts'
import type { Store } from './store.ts'
import type { Providers, BanksDeps } from './deps.ts'

/** One OpenID provider per bank, each with its own issuer, keys, codes and tokens. */
export const createProviders = async (deps: BanksDeps, consents: Consents): Promise<Providers> => {
  const made = await Promise.all(bankIds.map(async (id) => [id, await createProvider(deps, consents, id)] as const))
  return Object.fromEntries(made) as Providers
}

export const issuerOf = (deps: BanksDeps, bank: BankId): string => `${deps.config.origin}/${bank}`

const createProvider = async (deps: BanksDeps, consents: Consents, bank: BankId): Promise<Provider> => {
  const { keys, cookies } = await keysOf(deps.store, bank)
  const provider = new Provider(issuerOf(deps, bank), configuration(deps, consents, bank, keys, cookies))

  // The library requires https and forbids localhost for hybrid clients; this sandbox runs on http://localhost.
  const schema = (provider.Client as unknown as { Schema: { prototype: { invalidate(message: string, code?: string): void } } }).Schema.prototype
  const { invalidate } = schema
  schema.invalidate = function allowLocalhost(message, code) {
    if (code === 'implicit-force-https' || code === 'implicit-forbid-localhost') return
    invalidate.call(this, message, code)
  }

  provider.use(async (context, next) => {
    await next()
    const ctx = context as KoaContextWithOIDC
    if (faultsOf(ctx).includes('slow')) await new Promise((resolve) => setTimeout(resolve, deps.faultInjection.settings().slowMs))
    loseToken(consents, bank, ctx)
    returnWith(deps, consents, bank, ctx)
  })
  provider.on('server_error', (_ctx, error) => {
    if (!(error instanceof TokenFault)) console.error(error)
  })
  return provider
}

const configuration = (deps: BanksDeps, consents: Consents, bank: BankId, keys: JWK[], cookieKeys: string[]): Configuration => {
  const { config } = deps
  const policy = interactionPolicy.base()
  policy.clear()
  // Every consent has its own page, even for a customer who is still signed in: no silent approval.
  policy.add(
    new interactionPolicy.Prompt(
      { name: 'approve', requestable: false },
      new interactionPolicy.Check('consent_not_decided', 'the customer has to decide', (ctx) => ctx.oidc.result?.login === undefined),
    ),
  )
  const client: ClientMetadata = {
    client_id: config.clientId,
    client_name: 'Nikau',
    redirect_uris: config.redirectOrigins.map((origin) => `${origin}/${bank}/oidc-callback`),
    response_types: ['code id_token'],
    grant_types: ['authorization_code', 'implicit', 'client_credentials'],
    scope: 'openid payments',
    token_endpoint_auth_method: 'private_key_jwt',
    id_token_signed_response_alg: banks[bank].signing,
    ...('jwks' in config.clientKeys ? { jwks: config.clientKeys.jwks } : { jwks_uri: config.clientKeys.jwksUri }),
  }
  return {
    adapter: adapterFor(deps, consents, bank),
    clients: [client],
    jwks: { keys: keys },
    cookies: { keys: cookieKeys, names: { interaction: `${bank}_interaction`, resume: `${bank}_resume`, session: `${bank}_oidc` } },
    responseTypes: ['code id_token'],
    clientAuthMethods: ['private_key_jwt'],
    scopes: ['openid', 'payments'],
    claims: { openid: ['sub', 'ConsentId'] },
    conformIdTokenClaims: false,
    pkce: { required: () => false },
    enabledJWA: {
      idTokenSigningAlgValues: [banks[bank].signing],
      requestObjectSigningAlgValues: ['PS256', 'ES256'],
      clientAuthSigningAlgValues: ['PS256', 'ES256'],
    },
    features: {
      devInteractions: { enabled: false },
      clientCredentials: { enabled: true },
      claimsParameter: { enabled: true },
      requestObjects: { enabled: true, requireSignedRequestObject: true },
      fapi: { enabled: true, profile: '1.0 Final' },
      pushedAuthorizationRequests: { enabled: false },
      rpInitiatedLogout: { enabled: false },
      userinfo: { enabled: false },
    },
    interactions: { policy, url: (_ctx, interaction) => `/${bank}/approve/${interaction.uid}` },
    // The "account" of these tokens is the consent itself: the id token's subject is the ConsentId.
    findAccount: (_ctx, id) => ({ accountId: id, claims: () => ({ sub: id, ConsentId: id }) }),
    loadExistingGrant: async (ctx) => {
      const { client, session, provider } = ctx.oidc
      if (!client || !session?.accountId) return undefined
      const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId })
      grant.addOIDCScope('openid payments')
      await grant.save()
      return grant
    },
    renderError: (ctx, out) => {
      ctx.type = 'html'
      ctx.set('content-security-policy', contentPolicy([]))
      ctx.body = messagePage(banks[bank], 'We could not take you further', `${out.error}: ${out.error_description ?? 'no more is known'}`).markup
    },
    // The library refuses loopback addresses, where a developer's wallet runs. Only its keys are fetched.
    fetch: (url, init = {}) => {
      const { dispatcher: _refusesLoopback, ...options } = init
      return fetch(url, options)
    },
    routes: { authorization: '/authorise', token: '/token', jwks: '/jwks' },
    ttl: { AuthorizationCode: 60, AccessToken: 600, ClientCredentials: 600, IdToken: 600, Interaction: 3600, Session: 3600, Grant: 86_400 },
  }
}

class TokenFault extends Error {}

/** Sentinel TOKENERR: the first exchange of a code fails inside the bank, before the code is used. */
const failExchange = (deps: BanksDeps, consents: Consents, bank: BankId, code: string, consentId: string): void => {
  const consent = consents.consent(bank, consentId)
  if (consent && sentinelOf(consent.initiation) === 'TOKENERR' && deps.faultInjection.attempt(`code ${code}`) === 1) {
    throw new TokenFault('the token endpoint is having a moment')
  }
}

/** Sentinel TOKENLOST: the code is used and the tokens exist, but the wallet never receives them. */
const loseToken = (consents: Consents, bank: BankId, ctx: KoaContextWithOIDC): void => {
  if (ctx.oidc?.route !== 'token' || ctx.status !== 200) return
  const consentId = ctx.oidc.entities.AuthorizationCode?.accountId
  const consent = consentId === undefined ? undefined : consents.consent(bank, consentId)
  if (faultsOf(ctx).includes('lose') || (consent && sentinelOf(consent.initiation) === 'TOKENLOST')) {
    ctx.respond = false
    ctx.req.socket.destroy()
  }
}

/** Faults of the token endpoint, attached to the request before the library handles it. */
const faultsOf = (ctx: KoaContextWithOIDC): string[] => (ctx.req as { faults?: string[] }).faults ?? []

type StoredPayload = { payload: AdapterPayload; expiresAt: number | null }

const grantable = new Set(['AccessToken', 'AuthorizationCode', 'RefreshToken'])

/** The library's storage over our journal, so that codes and tokens survive a killed process. */
const adapterFor =
  (deps: BanksDeps, consents: Consents, bank: BankId) =>
  (model: string): Adapter => {
    const rows = deps.store.collection<StoredPayload>(`oidc ${bank} ${model}`)
    const uids = deps.store.collection<string>(`oidc ${bank} ${model} uids`)
    const fresh = (id: string): AdapterPayload | undefined => {
      const stored = rows.get(id)
      if (!stored) return undefined
      if (stored.expiresAt !== null && stored.expiresAt <= deps.clock.ms()) {
        rows.delete(id)
        return undefined
      }
      return structuredClone(stored.payload)
    }
    return {
      upsert: async (id, payload, expiresIn) => {
        deps.store.atomically(() => {
          rows.put(id, { payload: structuredClone(payload), expiresAt: expiresIn ? deps.clock.ms() + expiresIn * 1000 : null })
          if (payload.uid) uids.put(payload.uid, id)
        })
      },
      find: async (id) => {
        const payload = fresh(id)
        if (model === 'AuthorizationCode' && payload?.accountId && !payload.consumed) failExchange(deps, consents, bank, id, payload.accountId)
        return payload
      },
      findByUid: async (uid) => {
        const id = uids.get(uid)
        return id === undefined ? undefined : fresh(id)
      },
      findByUserCode: async () => undefined,
      consume: async (id) => {
        const stored = rows.get(id)
        if (stored) rows.put(id, { ...stored, payload: { ...stored.payload, consumed: Math.floor(deps.clock.ms() / 1000) } })
      },
      destroy: async (id) => rows.delete(id),
      revokeByGrantId: async (grantId) => {
        for (const name of grantable) {
          const tokens = deps.store.collection<StoredPayload>(`oidc ${bank} ${name}`)
          for (const { payload } of tokens.values()) if (payload.grantId === grantId && payload.jti) tokens.delete(payload.jti)
        }
      },
    }
  }

type Keys = { keys: JWK[]; cookies: string[] }

const keysOf = async (store: Store, bank: BankId): Promise<Keys> => {
  const stored = store.collection<Keys>('keys')
  const known = stored.get(bank)
  if (known) return known
  const alg = banks[bank].signing
  const { privateKey } = await generateKeyPair(alg, { extractable: true })
  const key: JWK = { ...(await exportJWK(privateKey)), alg, use: 'sig', kid: `${bank}-${alg.toLowerCase()}-${randomBytes(4).toString('hex')}` }
  const made = { keys: [key], cookies: [randomBytes(24).toString('base64url')] }
  stored.put(bank, made)
  return made
}
