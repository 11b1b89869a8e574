import { oneOffBank } from '@nikau/contract/one-off-payments'
import { openApi } from '@nikau/contract/openapi'
import type { WebConfig } from '@nikau/contract/web-config'
import { createLedger } from '@nikau/ledger'
import { openCompanies } from '@nikau/rails/farmlands'
import { openRegister } from '@nikau/rails/nzbn-register'
import { openBanks, publishedKeys } from '@nikau/rails/pay-by-bank'
import { openPayeeCheck } from '@nikau/rails/payee-check'
import { type Clock, createMetrics, createVault, type Database, type Ids, type Log, type Metrics, openDatabase, systemClock } from '@nikau/runtime'
import Fastify, { type FastifyInstance } from 'fastify'
import type { ApiConfig } from './config.ts'
import { authenticator } from './http/authenticate.ts'
import type { Server } from './http/bind.ts'
import { handleErrors } from './http/errors.ts'
import { createEventStreams } from './http/event-stream.ts'
import { serveHealth } from './http/health.ts'
import { createApiKeyVerifier } from './http/api-keys.ts'
import { keepPaymentMinutes } from './http/payment-minutes.ts'
import { addRequestIds, requestIdOf } from './http/request-facts.ts'
import { createRateLimiter } from './http/rate-limit.ts'
import { safeHeaders } from './http/safe-headers.ts'
import { createTokenVerifier } from './http/tokens.ts'
import { createStepUpCheck } from './http/step-up.ts'
import { serveWebApp } from './http/web-app.ts'
import { accountRoutes } from './modules/accounts/index.ts'
import { apiKeyRoutes, recordKeyUses } from './modules/api-keys/index.ts'
import { assetRoutes } from './modules/assets/index.ts'
import { assetTransferRoutes, isLinkKey } from './modules/asset-transfers/index.ts'
import { bankAccountRoutes } from './modules/bank-accounts/index.ts'
import { importPublicKeys, proofRoutes } from './modules/book-anchors/index.ts'
import { businessRoutes } from './modules/businesses/index.ts'
import { cardMethodWithTokens, cardVerificationRoutes } from './modules/card-payments/index.ts'
import { collectionRoutes } from './modules/collections/index.ts'
import { connectionRoutes } from './modules/connections/index.ts'
import { selectFlags } from './modules/controls/index.ts'
import { createFees, feeRoutes } from './modules/fees/index.ts'
import { fixedCodeRoutes } from './modules/fixed-codes/index.ts'
import { fundsTransferRoutes } from './modules/funds-transfers/index.ts'
import { heldSendRoutes } from './modules/held-sends/index.ts'
import { mediaUploadRoutes } from './modules/media-uploads/index.ts'
import { merchantPaymentRoutes } from './modules/merchant-payments/index.ts'
import { merchantRoutes } from './modules/merchants/index.ts'
import { ownLimitRoutes } from './modules/own-limits/index.ts'
import { listenToScans, patronCodeRoutes } from './modules/patron-codes/index.ts'
import { payByBankMethod, payByBankRoutes } from './modules/pay-by-bank/index.ts'
import { payeeRoutes } from './modules/payees/index.ts'
import { paymentLinkRoutes } from './modules/payment-links/index.ts'
import { paymentRequestRoutes, paymentTokenCheck } from './modules/payment-requests/index.ts'
import { payoutRoutes } from './modules/payouts/index.ts'
import { listenToPortalEvents, portalEventRoutes } from './modules/portal-events/index.ts'
import { profileRoutes } from './modules/profile/index.ts'
import { quotaRoutes } from './modules/quotas/index.ts'
import { recordRequests, requestLogRoutes } from './modules/request-log/index.ts'
import { safetyRoutes } from './modules/safety/index.ts'
import { createTillCheck, tillRoutes } from './modules/tills/index.ts'
import { type Resolve, resolveName, webhookRoutes } from './modules/webhooks/index.ts'
import { walletRoutes } from './modules/wallets/index.ts'

/** The HTTP application: all modules, the hooks around them and the error handler. */
export async function createApp(options: {
  config: ApiConfig
  database: Database
  log: Log
  clock: Clock
  /** Tokens expire by the system clock, even when `clock` is moved. */
  wallClock?: Clock
  ids: Ids
  metrics?: Metrics
  resolve?: Resolve
}): Promise<FastifyInstance> {
  const { config, database, log, clock, ids } = options
  const { db } = database
  const fastify = Fastify({
    logger: false,
    trustProxy: config.TRUST_PROXY,
    bodyLimit: 256 * 1024,
    routerOptions: { maxParamLength: 200 },
    return503OnClosing: true,
    genReqId: requestIdOf(ids),
  })
  handleErrors(fastify, log)
  addRequestIds(fastify)
  const metrics = options.metrics ?? createMetrics('api')
  recordRequests(fastify, { db, clock, log, metrics })
  serveHealth(fastify, db, metrics) // before the routes, so that its hook measures them all
  const paymentMinutes = keepPaymentMinutes({ db, clock: options.wallClock ?? systemClock, metrics, log })
  fastify.addHook('onClose', () => paymentMinutes.close())
  await safeHeaders(fastify)

  const { RATE_LIMIT_SCALE: scale, RATE_LIMIT_SOURCE: perSource, RATE_LIMIT_FAILED: failuresPerSource } = config
  const limiter = createRateLimiter(db, clock, { scale, perSource, failuresPerSource })
  fastify.addHook('onClose', () => limiter.close())
  const tokens = await createTokenVerifier({ database, url: config.DATABASE_URL.reveal(), clock: options.wallClock ?? clock, log })
  fastify.addHook('onClose', () => tokens.close())
  const keys = await createApiKeyVerifier({ database, url: config.DATABASE_URL.reveal(), clock: options.wallClock ?? clock, log })
  fastify.addHook('onClose', () => keys.close())
  const keyUses = recordKeyUses({ db, log })
  fastify.addHook('onClose', () => keyUses.close())
  // The ledger uses the database's clock, which all processes share, unless the clock is moved for a test or simulation.
  const ledger = createLedger({ url: config.DATABASE_URL, name: 'nikau-api', log, ...(clock !== systemClock && { clock }) })
  fastify.addHook('onClose', () => ledger.close())
  // For the statements that simultaneous callers share (http/batch-loader.ts).
  const batchDatabase = openDatabase({ url: config.DATABASE_URL, name: 'nikau-api-batch', log, connections: 4, genericPlans: true })
  fastify.addHook('onClose', () => batchDatabase.close())
  const scans = await listenToScans({ url: config.DATABASE_URL.reveal(), log })
  fastify.addHook('onClose', () => scans.close())
  const live = await listenToPortalEvents({ db, url: config.DATABASE_URL.reveal(), log })
  fastify.addHook('onClose', () => live.close())
  const limits = config.QUOTA_LIMITS
  const wallClock = options.wallClock ?? clock
  const vault = createVault({ keys: config.BANK_NUMBER_KEYS, fingerprintKey: config.BANK_NUMBER_FINGERPRINTS })
  const { CARD_SECRET: cardSecret, CARD_VERIFICATION: rules } = config
  const companyOf = openCompanies(config.FARMLANDS)
  const fees = createFees({ db, clock, terms: config.FEES })
  const cardPayments = { db, ledger, fees, clock, wallClock, ids, log, vault, waitMs: config.FARMLANDS_WAIT_MS, secret: cardSecret, rules, companyOf }
  const externalMethods = [payByBankMethod, cardMethodWithTokens(cardPayments)]
  const server: Server = {
    fastify,
    limiter,
    authenticate: authenticator(tokens, keys, paymentTokenCheck(externalMethods), (id, key) => isLinkKey(config.LINK_SECRET, id, key)),
    keyUses,
    wallClock,
    stepUp: createStepUpCheck({ db, clock: wallClock, maxAge: config.STEP_UP_SECONDS }),
    tills: createTillCheck({ db, clock }),
    streams: createEventStreams(fastify),
    log,
  }
  mediaUploadRoutes(server, { db, clock, ids })
  merchantRoutes(server, { db, ledger, clock, ids })
  feeRoutes(server, { db, clock, terms: config.FEES })
  payoutRoutes(server, { db, clock, terms: config.PAYOUTS, issuer: config.INVOICE_ISSUER })
  merchantPaymentRoutes(server, { db, clock })
  portalEventRoutes(server, { db, clock, live })
  accountRoutes(server, { db, clock, ids, webOrigin: config.WEB_ORIGIN, messages: config.SEND_MESSAGE_LIMITS })
  profileRoutes(server, { db, clock, ids, secret: config.LINK_SECRET, webOrigin: config.WEB_ORIGIN })
  walletRoutes(server, { db, ledger, clock, ids, limits })
  assetRoutes(server, { db, clock })
  collectionRoutes(server, { db, ledger, clock, ids, linkSecret: config.LINK_SECRET, webOrigin: config.WEB_ORIGIN })
  quotaRoutes(server, { db, clock, limits })
  const { OWN_LIMITS: ownLimits, TILL_LIMITS: tills } = config
  const { guard } = config.WEB_CONFIG.people
  ownLimitRoutes(server, { db, ledger, clock, limits, ownLimits, guard })
  apiKeyRoutes(server, { db, clock, wallClock })
  tillRoutes(server, { db, clock, ids, vault })
  const stepUpLimit = config.STEP_UP_PAYMENT_LIMIT
  const guessesPerHour = config.PATRON_CODE_GUESSES
  const businessLimits = config.BUSINESS_LIMITS
  const paymentRequests = {
    batchDatabase,
    db,
    ledger,
    fees,
    clock,
    ids,
    limits,
    stepUpLimit,
    refundWindowDays: config.REFUND_WINDOW_DAYS,
    externalMethods,
    webOrigin: config.WEB_ORIGIN,
    vault,
    guessesPerHour,
    scans,
    tills,
    ownLimits,
    guard,
    businessLimits,
  }
  paymentRequestRoutes(server, paymentRequests)
  paymentLinkRoutes(server, paymentRequests)
  const register = config.NZBN_REGISTER && openRegister(config.NZBN_REGISTER)
  businessRoutes(server, { ...paymentRequests, register, log, feeTerms: config.FEES })
  patronCodeRoutes(server, { db, clock, ids, vault, ownLimits, tills })
  const { PAY_BY_BANK: banks, PAY_BY_BANK_WAIT_MS: waitMs } = config
  const oneOff = {
    db,
    ledger,
    fees,
    clock,
    ids,
    limits,
    log,
    vault,
    secret: config.LINK_SECRET,
    webOrigin: config.WEB_ORIGIN,
    bankOf: openBanks(banks, clock),
    waitMs,
  }
  payByBankRoutes(server, oneOff, await publishedKeys(banks))
  const { WEB_ORIGIN: webOrigin } = config
  cardVerificationRoutes(server, { db, clock, wallClock, ids, log, secret: cardSecret, rules, webOrigin, vault, companyOf })

  const { DIRECT_DEBIT_CODE: authorisationCode, TEST_TRANSFER_SECONDS: testStepSeconds } = config
  const { BANK_ACCOUNT_LIMITS: bankAccountLimits, WITHDRAWAL_LIMITS: unverifiedLimits } = config
  const newPayee = { hours: config.NEW_PAYEE_HOURS, cap: config.NEW_PAYEE_CAP }
  bankAccountRoutes(server, { db, ledger, clock, ids, vault, bankAccountLimits, newPayee, payees: openPayeeCheck(config.PAYEE_CHECK) })
  fundsTransferRoutes(server, { db, ledger, clock, ids, limits, authorisationCode, testStepSeconds, unverifiedLimits, newPayee })
  safetyRoutes(server, { db, clock })
  const payeeDeps = { clock, brake: config.BRAKE_LIMITS, firstSendsPerDay: config.FIRST_SENDS_PER_DAY, proofDays: config.PHONE_PROOF_DAYS }
  payeeRoutes(server, { db, ...payeeDeps })
  const reminderDays = config.TRANSFER_REMINDER_DAYS
  const sendDeps = {
    db,
    ledger,
    ids,
    limits,
    ownLimits,
    guard,
    stepUpLimit,
    linkSecret: config.LINK_SECRET,
    webOrigin,
    reminderDays,
    messages: config.SEND_MESSAGE_LIMITS,
    ...payeeDeps,
  }
  assetTransferRoutes(server, sendDeps)
  heldSendRoutes(server, { db, ids, ...payeeDeps, heldSends: config.HELD_SEND_LIMITS, webOrigin })
  connectionRoutes(server, { db, ledger, clock, ids, webOrigin: config.WEB_ORIGIN })

  const { API_ORIGIN: apiOrigin, WEBHOOK_SECRET: secret, WEBHOOK_LOOPBACK: loopback } = config
  const resolve = options.resolve ?? resolveName
  webhookRoutes(server, { db, clock, ids, apiOrigin, secret, loopback, resolve })
  fixedCodeRoutes(server, { db, clock, ids, log, apiOrigin, webOrigin, secret, loopback, resolve })

  requestLogRoutes(server, { db, clock })

  proofRoutes(server, { db, wallClock, publicKeys: importPublicKeys(config.ANCHOR_PUBLIC_KEYS) })

  const document = openApi()
  fastify.get('/openapi.json', () => document)
  const { DOCS_ORIGIN: docsOrigin } = config
  if (docsOrigin) for (const path of ['/reference', '/reference/']) fastify.get(path, (_request, reply) => reply.redirect(`${docsOrigin}/reference/`, 308))
  const readFlags = () => selectFlags(db)
  if (config.WEB_DIST) await serveWebApp(fastify, { folder: config.WEB_DIST, config: { ...config.WEB_CONFIG, topUpBanks: topUpBanks(banks) }, readFlags })
  return fastify
}

/** Each bank at most once, in the order of the configuration. */
function topUpBanks(entries: ApiConfig['PAY_BY_BANK']): WebConfig['topUpBanks'] {
  const of = (liveness: 'main' | 'test') => entries.flatMap((entry) => (entry.liveness === liveness ? (oneOffBank.safeParse(entry.bank).data ?? []) : []))
  return { main: of('main'), test: of('test') }
}
