import type { Ids } from '@nikau/runtime'
import type { FastifyInstance } from 'fastify'
import type { MerchantKey } from './merchant-key.ts'

/** What is known of a call when its answer is sent, for the request log. */
declare module 'fastify' {
  interface FastifyRequest {
    merchantKey: MerchantKey | undefined
    /** The `message` of a refusal. */
    refusal: string | undefined
    /** What it says beside that. */
    refusalDetail: Readonly<Record<string, unknown>> | undefined
    createdPaymentRequestId: string | undefined
  }
}

/** Every answer carries the id of its call, refusals and errors included. */
export function addRequestIds(fastify: FastifyInstance): void {
  for (const name of ['merchantKey', 'refusal', 'refusalDetail', 'createdPaymentRequestId']) fastify.decorateRequest(name, undefined)
  fastify.addHook('onRequest', (request, reply, done) => {
    void reply.header('x-request-id', request.id)
    done()
  })
}

/** An id from the caller would be somebody else's to choose, so it is ours alone. */
export const requestIdOf = (ids: Ids) => () => ids.public('req_')
