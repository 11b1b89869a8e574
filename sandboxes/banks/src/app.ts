import formbody from '@fastify/formbody'
import fastify, { type FastifyInstance } from 'fastify'
import { errorResponse } from './response.ts'
import { bankIds, isBankId } from './banks.ts'
import { openLedger } from './ledger.ts'
import { openCalls } from './calls.ts'
import { createClock } from './clock.ts'
import type { Config } from './config.ts'
import { openConsents } from './consents.ts'
import { controlRoutes } from './control.ts'
import { openBatches } from './files/batches.ts'
import { openStatementFaults } from './files/statement-faults.ts'
import { fileRoutes } from './files/routes.ts'
import { internetBanking } from './internet-banking.ts'
import { openBanking } from './open-banking.ts'
import { payeeCheckRoutes } from './payee-checks.ts'
import { createProviders } from './provider.ts'
import { openSchedule } from './schedule.ts'
import { openFaultInjection } from './fault-injection.ts'
import { openStore } from './store.ts'
import type { Providers, BanksDeps } from './deps.ts'

export const createBanks = async (config: Config): Promise<FastifyInstance> => {
  const store = openStore(config.dataFolder)
  const deps: BanksDeps = {
    config,
    store,
    clock: createClock(store),
    ledger: openLedger(store),
    schedule: openSchedule(store),
    faultInjection: openFaultInjection(store),
    calls: openCalls(),
  }
  const consents = openConsents(deps)
  const statementFaults = openStatementFaults(store)
  const batches = openBatches(deps, statementFaults)
  const providers = await createProviders(deps, consents)

  const app = fastify({
    bodyLimit: 20 * 1024 * 1024,
    // A bank rejects unknown fields; it does not drop or coerce them.
    ajv: { customOptions: { removeAdditional: false, coerceTypes: false, useDefaults: false, allErrors: true } },
  })
  await app.register(formbody)
  // An upload file is checked byte by byte, so it is not decoded.
  app.addContentTypeParser(['text/plain', 'text/csv', 'application/octet-stream'], { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  app.addHook('onClose', () => store.close())
  recordCalls(app, deps)
  mountProviders(app, deps, providers)

  for (const bank of bankIds) {
    openBanking(app, deps, consents, providers, bank)
    internetBanking(app, deps, consents, providers, bank)
    fileRoutes(app, deps, batches, statementFaults, bank)
  }

  payeeCheckRoutes(app, deps)
  controlRoutes(app, deps, consents, batches, statementFaults)

  app.get('/', (_request, reply) => reply.redirect('/control', 303))
  app.get('/healthz', () => ({ ok: true }))

  app.setErrorHandler((error: Error & { statusCode?: number }, request, reply) => {
    const status = error.statusCode ?? 500
    if (status >= 500) console.error(error)
    if (!request.url.includes('/open-banking-nz/')) return reply.code(status).send({ error: status >= 500 ? 'internal error of the sandbox' : error.message })
    const known = status === 415 || status < 500 ? (status === 415 ? 415 : 400) : 500
    const { body } = errorResponse(known, {
      ErrorCode: known === 500 ? 'UnexpectedError' : 'Field.Invalid',
      Message: known === 500 ? 'Something went wrong inside the bank.' : error.message,
    })
    return reply.code(known).send(body)
  })
  return app
}

const bankIn = (path: string) => {
  const first = path.split('/')[1] ?? ''
  return isBankId(first) ? first : null
}

const recordCalls = (app: FastifyInstance, deps: BanksDeps): void => {
  app.addHook('onRequest', (request, reply, done) => {
    const path = request.url.split('?')[0]!
    const key = request.headers['x-idempotency-key']
    const end = deps.calls.begin({
      at: deps.clock.now().toISOString(),
      bank: bankIn(path),
      method: request.method,
      path,
      idempotencyKey: typeof key === 'string' ? key : null,
    })
    reply.raw.once('close', () => end(reply.raw.writableFinished ? reply.raw.statusCode : 0))
    done()
  })
}

const issuerPaths = /^\/(authorise|token|jwks|\.well-known\/openid-configuration)(?=[/?]|$)/

/** Each OpenID provider answers under the path of its bank. It reads the request itself, so it runs before any body is parsed. */
const mountProviders = (app: FastifyInstance, deps: BanksDeps, providers: Providers): void => {
  const callbacks = Object.fromEntries(bankIds.map((bank) => [bank, providers[bank].callback()]))
  app.addHook('onRequest', async (request, reply) => {
    const bank = bankIn(request.url.split('?')[0]!)
    const rest = bank === null ? '' : request.url.slice(bank.length + 1)
    const route = issuerPaths.exec(rest)?.[1]
    if (bank === null || route === undefined) return
    const { faultInjection, clock } = deps
    if (route === 'token') {
      const faults = faultInjection.take(bank, 'token')
      const failing = faults.includes('down') ? 503 : faults.includes('error') ? 500 : undefined
      if (failing !== undefined) {
        await reply.code(failing).send({ error: failing === 503 ? 'temporarily_unavailable' : 'server_error' })
        return
      }
      Object.assign(request.raw, { faults })
    }
    // A customer who approved an earlier consent signs in again: each authorisation starts without a session.
    if (rest.startsWith('/authorise?') && request.raw.headers.cookie !== undefined) {
      request.raw.headers.cookie = request.raw.headers.cookie.replaceAll(new RegExp(`${bank}_oidc(\\.sig)?=[^;]*(; )?`, 'g'), '')
    }
    reply.hijack()
    Object.assign(request.raw, { originalUrl: request.url, url: rest })
    await clock.run(() => callbacks[bank]!(request.raw, reply.raw))
  })
}
