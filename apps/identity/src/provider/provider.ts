import { randomBytes } from 'node:crypto'
import type { Clock, Db, Log } from '@nikau/runtime'
import { type Configuration, errors, interactionPolicy, type KoaContextWithOIDC, Provider } from 'oidc-provider'
import { type Config, homeOf, isSecure } from '../config.ts'
import { cookieName } from '../cookies.ts'
import { pageHeaders } from '../headers.ts'
import { errorPage } from '../pages/error.ts'
import { signedOutPage, signOutPage } from '../pages/sign-out.ts'
import { claimNames, claimsOf } from '../people/claims.ts'
import { selectPerson } from '../people/store.ts'
import { trackSessions } from '../sessions/track.ts'
import { languageOf } from '../texts.ts'
import { postgresAdapter } from './adapter.ts'
import { deskClient, deskClientId, webClient } from './clients.ts'
import { recordSignIns } from './record-sign-ins.ts'

const minute = 60
const hour = 60 * minute
const day = 24 * hour
/** Session, grant and refresh token all expire sixty days after the last sign-in. */
const sessionTtl = 60 * day
/** A day's work. The session outlives the token by the life of the code that the token is exchanged for. */
const deskTokenTtl = 10 * hour
const deskSessionTtl = deskTokenTtl + minute

interface ProviderDeps {
  config: Config
  db: Db
  clock: Clock
  log: Log
}

type Side = 'customers' | 'desk'

/** The OpenID provider. All state is in the database. It also exchanges the desk's codes; operators sign in at `createDeskProvider`. */
export function createProvider(deps: ProviderDeps): Provider {
  return providerOf(deps, 'customers')
}

/**
 * The same issuer with the same state, for the browsers of operators: its session cookie has another name, so that a customer and an
 * operator in one browser share neither session nor grant. Undefined without an origin of the desk.
 */
export function createDeskProvider(deps: ProviderDeps): Provider | undefined {
  return deps.config.deskOrigin === undefined ? undefined : providerOf(deps, 'desk')
}

function providerOf(deps: ProviderDeps, side: Side): Provider {
  const { config, log } = deps
  const provider = new Provider(config.issuer.href.replace(/\/$/, ''), configuration(deps, side))
  // Safe, because `setIssuerHeaders` overwrites the forwarded headers.
  provider.proxy = true
  provider.use(async (ctx, next) => {
    ctx.set(pageHeaders(config))
    await next()
    // oidc-client-ts rejects an empty text/plain response, which would interrupt the sign-out.
    if (ctx.oidc?.route === 'revocation' && ctx.status === 200) ctx.remove('content-type')
    // Discovery and keys allow every origin by default; only our own origins are allowed here.
    const origin = ctx.get('origin')
    if (origin && !config.webOrigins.includes(origin)) ctx.remove('access-control-allow-origin')
  })
  provider.use(trackSessions(deps))
  provider.use(recordSignIns({ ...deps, secure: isSecure(config) }))
  provider.on('server_error', (_ctx, error: Error) => log.error({ err: error }, 'oidc provider error'))
  return provider
}

function configuration({ config, db, clock }: ProviderDeps, side: Side): Configuration {
  const policy = interactionPolicy.base()
  policy.remove('consent')
  policy.get('login')!.checks.add(alwaysAsk(side))
  const secure = isSecure(config)
  const ttl = side === 'desk' ? deskSessionTtl : sessionTtl
  const names = {
    session: cookieName(side === 'desk' ? 'nikau_desk_session' : 'nikau_session', { secure }),
    interaction: cookieName('nikau_sign_in', { secure, scope: 'path' }),
    resume: cookieName('nikau_resume', { secure, scope: 'path' }),
  }
  return {
    adapter: postgresAdapter(db, clock),
    clients: [...(side === 'desk' ? [] : [webClient(config)]), ...(config.deskOrigin === undefined ? [] : [deskClient(config.deskOrigin)])],
    jwks: { keys: config.signingKeys },
    cookies: { keys: config.cookieKeys, names },
    scopes: ['openid'],
    claims: { openid: claimNames },
    conformIdTokenClaims: false,
    responseTypes: ['code'],
    clientAuthMethods: ['none'],
    allowOmittingSingleRegisteredRedirectUri: false,
    pkce: { required: () => true },
    extraParams: ['signup', 'u'],
    discovery: { ui_locales_supported: ['en-NZ', 'mi'] },
    features: {
      devInteractions: { enabled: false },
      dPoP: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      resourceIndicators: { enabled: false },
      revocation: { enabled: true, allowedPolicy: (_ctx, client, token) => token.clientId === client.clientId },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: (ctx, form) => renderSignOut(ctx, form, config),
        postLogoutSuccessSource: (ctx) => renderSignedOut(ctx),
      },
    },
    ttl: {
      AuthorizationCode: minute,
      AccessToken: (_ctx, _token, client) => (client.clientId === deskClientId ? deskTokenTtl : hour),
      IdToken: hour,
      Interaction: hour,
      RefreshToken: (ctx) => ctx.oidc.entities.RotatedRefreshToken?.remainingTTL ?? sessionTtl,
      Grant: ttl,
      Session: ttl,
    },
    // The scope is only `openid`, so refresh tokens depend on the client and not on `offline_access`. They expire with the session.
    issueRefreshToken: (_ctx, client) => client.grantTypeAllowed('refresh_token'),
    expiresWithSession: () => true,
    rotateRefreshToken: true,
    loadExistingGrant: (ctx) => loadOrCreateGrant(ctx, ttl),
    clientBasedCORS: (_ctx, origin) => config.webOrigins.includes(origin),
    interactions: { policy, url: (_ctx, interaction) => `/interaction/${interaction.uid}` },
    findAccount: async (ctx, sub) => {
      const person = await selectPerson(db, sub)
      if (!person) return undefined
      // The desk knows its operators by their id, and needs nothing else of a person.
      return { accountId: person.id, claims: () => (ctx.oidc.client?.clientId === deskClientId ? { sub: person.id } : claimsOf(person)) }
    },
    renderError: (ctx, out) => {
      ctx.type = 'html'
      ctx.body = errorPage({ language: languageOf(ctx.get('cookie'), undefined), reason: out.error, home: homeOf(config) })
    },
  }
}

/**
 * A session of the desk never answers for its operator: each sign-in asks for the passkey. The client of the desk is refused where its
 * session would be the customer's, and a desk passkey is no sign-in of a customer.
 */
function alwaysAsk(side: Side) {
  return new interactionPolicy.Check('desk', 'a passkey is required', 'login_required', ({ oidc }) => {
    const isDesk = oidc.client?.clientId === deskClientId
    if (isDesk !== (side === 'desk')) throw new errors.UnauthorizedClient('this client cannot sign in here')
    return isDesk ? !oidc.result?.login : (oidc.session?.amr ?? []).includes('desk')
  })
}

/** Signing in is the consent, because all clients are ours. An existing grant is extended with its session. */
async function loadOrCreateGrant(ctx: KoaContextWithOIDC, ttl: number) {
  const { session, client, provider } = ctx.oidc
  if (!session?.accountId || !client) return undefined
  const grantId = session.grantIdFor(client.clientId)
  const grant = (grantId && (await provider.Grant.find(grantId))) || new provider.Grant({ accountId: session.accountId, clientId: client.clientId })
  if (grant.accountId !== session.accountId) throw new Error('session has the grant of another person')
  if (grant.exp === undefined || grant.remainingTTL < ttl - Math.min(day, ttl / 60)) {
    grant.addOIDCScope('openid')
    grant.exp = Math.floor(Date.now() / 1000) + ttl
    await grant.save()
  }
  return grant
}

/**
 * A logout with an ID token of this session needs no confirmation. Without one it could be a link on another site, so the person
 * confirms. Without JavaScript both take one click.
 */
function renderSignOut(ctx: KoaContextWithOIDC, form: string, config: Config): void {
  const hint = ctx.oidc.entities.IdTokenHint?.payload
  const intended = hint !== undefined && hint.sub === ctx.oidc.session?.accountId
  const nonce = randomBytes(16).toString('base64url')
  ctx.set(pageHeaders(config, nonce))
  ctx.body = signOutPage({ language: languageOf(ctx.get('cookie'), ctx.oidc.params?.ui_locales), form, nonce: intended ? nonce : undefined })
}

function renderSignedOut(ctx: KoaContextWithOIDC): void {
  ctx.type = 'html'
  ctx.body = signedOutPage({ language: languageOf(ctx.get('cookie'), undefined) })
}
