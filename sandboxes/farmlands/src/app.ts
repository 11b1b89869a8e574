import formbody from '@fastify/formbody'
import fastify, { type FastifyInstance } from 'fastify'
import { openCalls } from './calls.ts'
import { openCompany } from './company.ts'
import type { Config } from './config.ts'
import { controlRoutes } from './control.ts'
import { appRoutes } from './app-routes.ts'
import { cardRoutes } from './card-routes.ts'
import { openFaultInjection } from './fault-injection.ts'

export const createFarmlands = async (config: Config): Promise<FastifyInstance> => {
  const company = openCompany(config.dataFolder)
  const deps = { config, company, faultInjection: openFaultInjection(company), calls: openCalls() }
  const app = fastify({ bodyLimit: 64 * 1024, forceCloseConnections: true })
  await app.register(formbody)
  app.addHook('onClose', () => company.close())
  deps.calls.watch(app)
  cardRoutes(app, deps)
  controlRoutes(app, deps)
  appRoutes(app, deps)
  app.get('/', (_request, reply) => reply.redirect('/control', 303))
  app.get('/healthz', () => ({ ok: true }))
  app.setErrorHandler((error: Error & { statusCode?: number }, _request, reply) => {
    const status = error.statusCode ?? 500
    if (status >= 500) console.error(error)
    return reply.code(status).send({ code: status >= 500 ? 'BROKEN' : 'NOT_UNDERSTOOD' })
  })
  return app
}
