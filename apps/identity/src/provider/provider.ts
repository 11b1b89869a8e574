import { randomBytes } from 'node:crypto'
import type { Clock, Db, Log } from '@nikau/runtime'
import { type Configuration, interactionPolicy, type KoaContextWithOIDC, Provider } from 'oidc-provider'
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
import { recordSignIns } from './record-sign-ins.ts'

const minute = 60
const day = 24 * 60 * minute
/** Session, grant and refresh token all expire sixty days after the last sign-in. */
const sessionTtl = 60 * day

export const clientId = 'nikau-web'

/** The OpenID provider with one client, the web app. All state is in the database. */
export function createProvider(deps: { config: Config; db: Db; clock: Clock; log: Log }): Provider {
  const { config, log } = deps
  const provider = new Provider(config.issuer.href.replace(/\/$/, ''), configuration(deps))
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

function configuration({ config, db, clock }: { config: Config; db: Db; clock: Clock }): Configuration {
  const policy = interactionPolicy.base()
  policy.remove('consent')
  const secure = isSecure(config)
  const names = {
    session: cookieName('nikau_session', { secure }),
    interaction: cookieName('nikau_sign_in', { secure, scope: 'path' }),
    resume: cookieName('nikau_resume', { secure, scope: 'path' }),
  }
  return {
    adapter: postgresAdapter(db, clock),
    clients: [
      {
        client_id: clientId,
        client_name: 'Nikau',
        token_endpoint_auth_method: 'none',
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        id_token_signed_response_alg: 'ES256',
        redirect_uris: config.webOrigins.flatMap((origin) => [`${origin}/deimos/oidc-callback`, `${origin}/deimos/silent.html`]),
        post_logout_redirect_uris: config.webOrigins.map((origin) => `${origin}/deimos/logout/oidc-callback`),
      },
    ],
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
      AccessToken: 60 * minute,
      IdToken: 60 * minute,
      Interaction: 60 * minute,
      RefreshToken: (ctx) => ctx.oidc.entities.RotatedRefreshToken?.remainingTTL ?? sessionTtl,
      Grant: sessionTtl,
      Session: sessionTtl,
    },
    // The scope is only `openid`, so refresh tokens depend on the client and not on `offline_access`. They expire with the session.
    issueRefreshToken: (_ctx, client) => client.grantTypeAllowed('refresh_token'),
    expiresWithSession: () => true,
    rotateRefreshToken: true,
    loadExistingGrant: loadOrCreateGrant,
    clientBasedCORS: (_ctx, origin) => config.webOrigins.includes(origin),
    interactions: { policy, url: (_ctx, interaction) => `/interaction/${interaction.uid}` },
    findAccount: async (_ctx, sub) => {
      const person = await selectPerson(db, sub)
      return person && { accountId: person.id, claims: () => claimsOf(person) }
    },
    renderError: (ctx, out) => {
      ctx.type = 'html'
      ctx.body = errorPage({ language: languageOf(ctx.get('cookie'), undefined), reason: out.error, home: homeOf(config) })
    },
  }
}

/** Signing in is the consent, because the only client is ours. An existing grant is extended with its session. */
async function loadOrCreateGrant(ctx: KoaContextWithOIDC) {
  const { session, client, provider } = ctx.oidc
  if (!session?.accountId || !client) return undefined
  const grantId = session.grantIdFor(client.clientId)
  const grant = (grantId && (await provider.Grant.find(grantId))) || new provider.Grant({ accountId: session.accountId, clientId: client.clientId })
  if (grant.accountId !== session.accountId) throw new Error('session has the grant of another person')
  if (grant.exp === undefined || grant.remainingTTL < sessionTtl - day) {
    grant.addOIDCScope('openid')
    grant.exp = Math.floor(Date.now() / 1000) + sessionTtl
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
