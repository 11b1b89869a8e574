import formbody from '@fastify/formbody'
import fastify, { type FastifyInstance } from 'fastify'
import { refusal } from './answer.ts'
import { bankIds, isBankId } from './banks.ts'
import { openBooks } from './books.ts'
import { openCalls } from './calls.ts'
import { createClock } from './clock.ts'
import type { Config } from './config.ts'
import { openConsents } from './consents.ts'
import { controlRoutes } from './control.ts'
import { openBatches } from './files/batches.ts'
import { openPlants } from './files/plants.ts'
import { fileRoutes } from './files/routes.ts'
import { internetBanking } from './internet-banking.ts'
import { openBanking } from './open-banking.ts'
import { createProviders } from './provider.ts'
import { openSchedule } from './schedule.ts'
import { openSteering } from './steering.ts'
import { openStore } from './store.ts'
import type { Providers, World } from './world.ts'

export const createBanks = async (config: Config): Promise<FastifyInstance> => {
  const store = openStore(config.dataFolder)
  const world: World = {
    config,
    store,
    clock: createClock(store),
    books: openBooks(store),
    schedule: openSchedule(store),
    steering: openSteering(store),
    calls: openCalls(),
  }
  const consents = openConsents(world)
  const plants = openPlants(store)
  const batches = openBatches(world, plants)
  const providers = await createProviders(world, consents)

  const app = fastify({
    bodyLimit: 20 * 1024 * 1024,
    // A bank refuses what it does not know; it does not silently drop or mend it.
    ajv: { customOptions: { removeAdditional: false, coerceTypes: false, useDefaults: false, allErrors: true } },
  })
  await app.register(formbody)
  // An upload file is held against its layout byte by byte, so it is not decoded on the way in.
  app.addContentTypeParser(['text/plain', 'text/csv', 'application/octet-stream'], { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  app.addHook('onClose', () => store.close())
  recordCalls(app, world)
  answerAsIssuer(app, world, providers)

  for (const bank of bankIds) {
    openBanking(app, world, consents, providers, bank)
    internetBanking(app, world, consents, providers, bank)
    fileRoutes(app, world, batches, plants, bank)
  }

  controlRoutes(app, world, consents, batches, plants)

  app.get('/', (_request, reply) => reply.redirect('/control', 303))
  app.get('/healthz', () => ({ ok: true }))

  app.setErrorHandler((error: Error & { statusCode?: number }, request, reply) => {
    const status = error.statusCode ?? 500
    if (status >= 500) console.error(error)
    if (!request.url.includes('/open-banking-nz/')) return reply.code(status).send({ error: status >= 500 ? 'the sandbox failed' : error.message })
    const known = status === 415 || status < 500 ? (status === 415 ? 415 : 400) : 500
    const { body } = refusal(known, {
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

const recordCalls = (app: FastifyInstance, world: World): void => {
  app.addHook('onRequest', (request, reply, done) => {
    const path = request.url.split('?')[0]!
    const key = request.headers['x-idempotency-key']
    const end = world.calls.begin({
      at: world.clock.now().toISOString(),
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

/**
 * The OpenID provider of a bank answers under the bank's own path. It reads the request itself, so it is called before
 * any body is parsed.
 */
const answerAsIssuer = (app: FastifyInstance, world: World, providers: Providers): void => {
  const callbacks = Object.fromEntries(bankIds.map((bank) => [bank, providers[bank].callback()]))
  app.addHook('onRequest', async (request, reply) => {
    const bank = bankIn(request.url.split('?')[0]!)
    const rest = bank === null ? '' : request.url.slice(bank.length + 1)
    const route = issuerPaths.exec(rest)?.[1]
    if (bank === null || route === undefined) return
    const { steering, clock } = world
    if (route === 'token') {
      const faults = steering.take(bank, 'token')
      const failing = faults.includes('down') ? 503 : faults.includes('error') ? 500 : undefined
      if (failing !== undefined) {
        await reply.code(failing).send({ error: failing === 503 ? 'temporarily_unavailable' : 'server_error' })
        return
      }
      Object.assign(request.raw, { faults })
    }
    // Whoever approved an earlier consent is not signed in for this one: each authorisation starts without a session.
    if (rest.startsWith('/authorise?') && request.raw.headers.cookie !== undefined) {
      request.raw.headers.cookie = request.raw.headers.cookie.replaceAll(new RegExp(`${bank}_oidc(\\.sig)?=[^;]*(; )?`, 'g'), '')
    }
    reply.hijack()
    Object.assign(request.raw, { originalUrl: request.url, url: rest })
    await clock.run(() => callbacks[bank]!(request.raw, reply.raw))
  })
}
