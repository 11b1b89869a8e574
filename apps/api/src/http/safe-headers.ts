import helmet from '@fastify/helmet'
import Fastify, { type FastifyInstance } from 'fastify'

/** Helmet's headers on every answer. They are always the same, so it is asked once: at each call it would put them together anew. */
export async function safeHeaders(fastify: FastifyInstance): Promise<void> {
  const asked = Fastify()
  await asked.register(helmet, {
    contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } },
    referrerPolicy: { policy: 'no-referrer' },
  })
  asked.get('/', (_request, reply) => reply.send(reply.getHeaders()))
  const headers = (await asked.inject('/')).json<Record<string, string>>()
  await asked.close()
  fastify.addHook('onRequest', async (_request, reply) => void reply.headers(headers))
}
