import helmet from '@fastify/helmet'
import Fastify, { type FastifyInstance } from 'fastify'

/** Sets Helmet's headers on every response. They never change, so Helmet computes them once at the start. */
export async function safeHeaders(fastify: FastifyInstance): Promise<void> {
  const probe = Fastify()
  await probe.register(helmet, {
    contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"], baseUri: ["'none'"], frameAncestors: ["'none'"] } },
    referrerPolicy: { policy: 'no-referrer' },
  })
  probe.get('/', (_request, reply) => reply.send(reply.getHeaders()))
  const headers = (await probe.inject('/')).json<Record<string, string>>()
  await probe.close()
  fastify.addHook('onRequest', async (_request, reply) => void reply.headers(headers))
}
