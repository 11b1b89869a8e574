import type { IncomingMessage, ServerResponse } from 'node:http'
import formbody from '@fastify/formbody'
import middie from '@fastify/middie'
import { checkDatabase, type Clock, type Db, healthPaths, type Ids, type Log, type Metrics, respondHealth } from '@nikau/runtime'
import { fastify, type FastifyInstance } from 'fastify'
import { findAsset } from './assets.ts'
import { type Config, homeOf, isSecure } from './config.ts'
import { deskEnrolmentRoutes } from './desk/routes.ts'
import { pageHeaders } from './headers.ts'
import { createSignInMetrics } from './metrics.ts'
import { failurePage } from './pages/error.ts'
import { passkeyRoutes } from './passkeys/routes.ts'
import { isWithinProviderLimit } from './provider/limit.ts'
import { createDeskProvider, createProvider } from './provider/provider.ts'
import { routeToDesk } from './provider/side.ts'
import { sessionRoutes } from './sessions/routes.ts'
import { signInRoutes } from './sign-in/routes.ts'
import { stepUpRoutes } from './step-up/routes.ts'
import { languageOf } from './texts.ts'

export interface AppDeps {
  config: Config
  db: Db
  clock: Clock
  ids: Ids
  log: Log
  metrics: Metrics
}

/** The identity process: the provider under /oidc, the sign-in pages, passkeys and health endpoints. */
export async function createApp(deps: AppDeps): Promise<FastifyInstance> {
  const { config, db, clock, ids, log, metrics } = deps
  const signInMetrics = createSignInMetrics(metrics)
  // Passkey ids in URLs can be a thousand characters long.
  const app = fastify({ routerOptions: { maxParamLength: 1500 }, trustProxy: config.trustProxy, bodyLimit: 64 * 1024, forceCloseConnections: true })
  const provider = createProvider(deps)
  const callback = provider.callback()
  const deskCallback = createDeskProvider(deps)?.callback()
  const mount = config.issuer.pathname.replace(/\/$/, '')

  await app.register(formbody)
  await app.register(middie)
  const providerLimit = { db, clock, codeSecret: config.codeSecret, headers: pageHeaders(config), webOrigins: config.webOrigins }
  const serveProvider = async (request: IncomingMessage, response: ServerResponse, next: (error: unknown) => void) => {
    setIssuerHeaders(request.headers, config.issuer)
    try {
      if (!(await isWithinProviderLimit(providerLimit, request, response))) return
      await (deskCallback && routeToDesk(request, mount) ? deskCallback : callback)(request, response)
    } catch (error) {
      next(error)
    }
  }
  app.use(mount, (request: IncomingMessage, response: ServerResponse, next: (error: unknown) => void) => void serveProvider(request, response, next))

  app.addHook('onRequest', async (request, reply) => {
    reply.headers(pageHeaders(config)).header('cache-control', 'no-store')
    const isForm = request.method === 'POST' && /^\/(interaction|desk-passkey)\//.test(request.url)
    const crossSite = isForm && isCrossSite(request.headers, config.issuer.origin)
    if (crossSite) await reply.code(403).send({ statusCode: 403, error: 'Forbidden', message: 'FORBIDDEN' })
  })
  app.addHook('onResponse', async (request, reply) => {
    const response = { route: request.routeOptions.url ?? mount, method: request.method, status: reply.statusCode, seconds: reply.elapsedTime / 1000 }
    signInMetrics.observeHttp(response)
    log.debug(response, 'request completed')
  })
  app.setErrorHandler(async (error: Error & { statusCode?: number }, request, reply) => {
    const status = error.statusCode ?? 500
    if (status >= 500) log.error({ err: error, route: request.routeOptions.url }, 'request failed')
    const language = languageOf(request.headers.cookie, undefined)
    return reply
      .code(status)
      .type('text/html; charset=utf-8')
      .send(failurePage({ language, home: homeOf(config) }))
  })

  const passkeys = { db, clock, domain: config.passkeyDomain, origins: [config.issuer.origin, ...config.webOrigins] }
  signInRoutes(app, {
    ...passkeys,
    provider,
    ids,
    signInMetrics,
    codeSecret: config.codeSecret,
    host: config.issuer.hostname,
    budgets: config.smsBudgets,
    log,
    supportEmail: config.supportEmail,
    home: homeOf(config),
    secure: isSecure(config),
  })
  if (config.deskOrigin !== undefined) {
    // These pages are ours alone, so passkeys are used on our origin.
    const origins = [config.issuer.origin]
    deskEnrolmentRoutes(app, { ...passkeys, origins, signInMetrics, codeSecret: config.codeSecret, deskOrigin: config.deskOrigin })
  }
  const webApi = { ...passkeys, log, webOrigins: config.webOrigins, stepUpSeconds: config.stepUpSeconds }
  const webHost = new URL(config.webOrigins[0] ?? config.issuer.origin).hostname
  await app.register(async (scope) => passkeyRoutes(scope, webApi))
  await app.register(async (scope) => sessionRoutes(scope, webApi))
  await app.register(async (scope) =>
    stepUpRoutes(scope, { ...webApi, ids, signInMetrics, codeSecret: config.codeSecret, budgets: config.smsBudgets, webHost, deskOrigin: config.deskOrigin }),
  )

  app.get<{ Params: { version: string; name: string } }>('/assets/:version/:name', async (request, reply) => {
    const asset = findAsset(request.params.version, request.params.name)
    if (!asset) return reply.code(404).send()
    return reply.type(asset.type).header('cache-control', 'public, max-age=31536000, immutable').send(asset.body)
  })
  app.get('/', (_request, reply) => reply.redirect(homeOf(config) ?? config.issuer.href, 303))
  for (const path of healthPaths)
    app.get(path, async (_request, reply) => {
      const { status, contentType, body } = await respondHealth(path, { database: () => checkDatabase(db) })
      return reply.code(status).type(contentType).send(body)
    })
  return app
}

/** The provider derives URLs and cookies from the request's host and scheme, so both are set to the issuer's, regardless of proxies and callers. */
function setIssuerHeaders(headers: Record<string, string | string[] | undefined>, issuer: URL): void {
  headers.host = issuer.host
  headers['x-forwarded-proto'] = issuer.protocol.slice(0, -1)
  delete headers['x-forwarded-host']
  delete headers.forwarded
}

/** True for a form sent from another site. Browsers report this themselves; other clients have no cookie to abuse. */
function isCrossSite(headers: Record<string, string | string[] | undefined>, origin: string): boolean {
  const site = headers['sec-fetch-site']
  return (site !== undefined && site !== 'same-origin') || (headers.origin !== undefined && headers.origin !== origin)
}
