import { randomBytes } from 'node:crypto'
import type { Clock, Db, Log } from '@nikau/runtime'
import { type Configuration, interactionPolicy, type KoaContextWithOIDC, Provider } from 'oidc-provider'
import { type Config, homeOf } from '../config.ts'
import { pageHeaders } from '../headers.ts'
import { errorPage } from '../pages/error.ts'
import { signedOutPage, signOutPage } from '../pages/sign-out.ts'
import { claimNames, claimsOf } from '../people/claims.ts'
import { personById } from '../people/store.ts'
import { languageOf } from '../texts.ts'
import { postgresAdapter } from './adapter.ts'

const minute = 60
const day = 24 * 60 * minute
/** Sign-in, grant and refresh token end together: sixty days after the last time the person came through the front door. */
const longest = 60 * day

export const clientId = 'nikau-web'

/** Our own OpenID provider with its one client, the web app. Everything it must remember lies in the database. */
export function createProvider(deps: { config: Config; db: Db; clock: Clock; log: Log }): Provider {
  const { config, log } = deps
  const provider = new Provider(config.issuer.href.replace(/\/$/, ''), configuration(deps))
  // What stands before us decides neither our name nor our scheme: see `asIssuer`, which writes these headers itself.
  provider.proxy = true
  provider.use(async (ctx, next) => {
    ctx.set(pageHeaders(config))
    await next()
    // oidc-client-ts refuses an empty answer that calls itself text/plain, and would stop in the middle of logging out.
    if (ctx.oidc?.route === 'revocation' && ctx.status === 200) ctx.remove('content-type')
    // Discovery and keys are open to every origin by default; our doors are for our own.
    const origin = ctx.get('origin')
    if (origin && !config.webOrigins.includes(origin)) ctx.remove('access-control-allow-origin')
  })
  provider.on('server_error', (_ctx, error: Error) => log.error({ err: error }, 'the provider failed'))
  return provider
}

function configuration({ config, db, clock }: { config: Config; db: Db; clock: Clock }): Configuration {
  const policy = interactionPolicy.base()
  policy.remove('consent')
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
    cookies: { keys: config.cookieKeys, names: { session: 'nikau_session', interaction: 'nikau_sign_in', resume: 'nikau_resume' } },
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
      rpInitiatedLogout: { enabled: true, logoutSource: (ctx, form) => askToSignOut(ctx, form, config), postLogoutSuccessSource: (ctx) => signedOut(ctx) },
    },
    ttl: {
      AuthorizationCode: minute,
      AccessToken: 60 * minute,
      IdToken: 60 * minute,
      Interaction: 60 * minute,
      RefreshToken: (ctx) => ctx.oidc.entities.RotatedRefreshToken?.remainingTTL ?? longest,
      Grant: longest,
      Session: longest,
    },
    // Scope is only `openid`, so the refresh token is tied to our own client and not to `offline_access`; bound to the session,
    // it dies with it.
    issueRefreshToken: (_ctx, client) => client.grantTypeAllowed('refresh_token'),
    expiresWithSession: () => true,
    rotateRefreshToken: true,
    loadExistingGrant: grantWithoutAsking,
    clientBasedCORS: (_ctx, origin) => config.webOrigins.includes(origin),
    interactions: { policy, url: (_ctx, interaction) => `/interaction/${interaction.uid}` },
    findAccount: async (_ctx, sub) => {
      const person = await personById(db, sub)
      return person && { accountId: person.id, claims: () => claimsOf(person) }
    },
    renderError: (ctx, out) => {
      ctx.type = 'html'
      ctx.body = errorPage({ language: languageOf(ctx.get('cookie'), undefined), reason: out.error, home: homeOf(config) })
    },
  }
}

/** The one client is ours: signing in is the consent. A grant that stands is kept alive as long as the session that uses it. */
async function grantWithoutAsking(ctx: KoaContextWithOIDC) {
  const { session, client, provider } = ctx.oidc
  if (!session?.accountId || !client) return undefined
  const known = session.grantIdFor(client.clientId)
  const grant = (known && (await provider.Grant.find(known))) || new provider.Grant({ accountId: session.accountId, clientId: client.clientId })
  if (grant.accountId !== session.accountId) throw new Error('a session held the grant of another person')
  if (grant.exp === undefined || grant.remainingTTL < longest - day) {
    grant.addOIDCScope('openid')
    grant.exp = Math.floor(Date.now() / 1000) + longest
    await grant.save()
  }
  return grant
}

/**
 * A logout that carries a token of this session goes through by itself. One without could be a link on a stranger's page, so
 * the person is asked. Without JavaScript both are one press of the button.
 */
function askToSignOut(ctx: KoaContextWithOIDC, form: string, config: Config): void {
  const hint = ctx.oidc.entities.IdTokenHint?.payload
  const meant = hint !== undefined && hint.sub === ctx.oidc.session?.accountId
  const nonce = randomBytes(16).toString('base64url')
  ctx.set(pageHeaders(config, nonce))
  ctx.body = signOutPage({ language: languageOf(ctx.get('cookie'), ctx.oidc.params?.ui_locales), form, nonce: meant ? nonce : undefined })
}

function signedOut(ctx: KoaContextWithOIDC): void {
  ctx.type = 'html'
  ctx.body = signedOutPage({ language: languageOf(ctx.get('cookie'), undefined) })
}
