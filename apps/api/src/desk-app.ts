import { type Clock, createKeyRing, type Database, type Log, type Metrics, vaultPurpose } from '@nikau/runtime'
import Fastify, { type FastifyInstance } from 'fastify'
import type { DeskConfig } from './desk-config.ts'
import type { DeskServer } from './http/desk/bind.ts'
import { serveDeskPages } from './http/desk/pages.ts'
import { sessionRoutes } from './http/desk/session-routes.ts'
import { signInRoutes } from './http/desk/sign-in.ts'
import { handleErrors } from './http/errors.ts'
import { serveHealth } from './http/health.ts'
import { createRateLimiter } from './http/rate-limit.ts'
import { safeHeaders } from './http/safe-headers.ts'
import { deskAuditRoutes } from './modules/desk-audit/index.ts'
import { deskCustomerRoutes } from './modules/desk-customers/index.ts'
import { deskBankFileRoutes, deskStatementRoutes } from './modules/desk-bank-files/index.ts'
import { deskControlRoutes } from './modules/desk-controls/index.ts'
import { deskOperatorRoutes } from './modules/desk-operators/index.ts'
import { deskExceptionRoutes } from './modules/desk-exceptions/index.ts'
import { deskLedgerRoutes } from './modules/desk-ledger/index.ts'
import { deskOverviewRoutes } from './modules/desk-overview/index.ts'
import { deskReportRoutes } from './modules/desk-reports/index.ts'
import { deskProposalRoutes } from './modules/desk-proposals/index.ts'

/** The HTTP application of the desk: nothing of it is served by the process that customers reach, and nothing of theirs by this one. */
export async function createDeskApp(options: {
  config: DeskConfig
  database: Database
  log: Log
  /** Of money. */
  clock: Clock
  /** Of sessions. */
  wallClock: Clock
  metrics: Metrics
}): Promise<FastifyInstance> {
  const { config, database, log, clock, wallClock } = options
  const { db } = database
  const fastify = Fastify({
    logger: false,
    trustProxy: config.TRUST_PROXY,
    bodyLimit: 64 * 1024,
    // Names of ledger accounts are long.
    routerOptions: { maxParamLength: 200 },
    return503OnClosing: true,
  })
  handleErrors(fastify, log)
  serveHealth(fastify, db, options.metrics)
  await safeHeaders(fastify)
  fastify.addHook('onRequest', async (_request, reply) => void reply.header('cache-control', 'no-store'))
  const limiter = createRateLimiter(db, wallClock, { scale: config.RATE_LIMIT_SCALE })
  fastify.addHook('onClose', () => limiter.close())
  const keys = createKeyRing(config.DESK_KEYS, { purpose: 'nikau desk sessions' })
  const server: DeskServer = { fastify, db, wallClock, limiter, log }
  const test = config.DESK_MODE === 'test'
  const issuer = config.DESK_ISSUER.replace(/\/$/, '')
  signInRoutes(server, { issuer, origin: new URL(config.DESK_ORIGIN).origin, keys })
  sessionRoutes(server, { issuer, keys, test })
  deskProposalRoutes(server, { db, clock, identityOrigin: new URL(issuer).origin })
  deskAuditRoutes(server, { db })
  deskOperatorRoutes(server, { db, clock })
  deskOverviewRoutes(server, { db, clock, test })
  deskExceptionRoutes(server, { db, clock, test })
  deskCustomerRoutes(server, { db, clock, test })
  deskLedgerRoutes(server, { db, clock, test })
  const vault = createKeyRing(config.BANK_NUMBER_KEYS, { purpose: vaultPurpose })
  deskBankFileRoutes(server, { db, clock, test, vault })
  deskStatementRoutes(server, { db, clock, test })
  deskReportRoutes(server, { db, clock, test })
  deskControlRoutes(server, { db, clock, flags: config.DESK_FLAGS })
  if (config.DESK_DIST) await serveDeskPages(fastify, config.DESK_DIST)
  return fastify
}
