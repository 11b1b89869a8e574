import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { statusAt } from './cards.ts'
import type { Charge, Company, Refund } from './company.ts'
import type { Config } from './config.ts'
import type { FaultKind } from './faults.ts'
import type { FaultInjection } from './fault-injection.ts'

type ApiResponse = { status: number; body: object }

const errorResponse = (status: number, code: string): ApiResponse => ({ status, body: { code } })
const maxSignatureAgeMs = 5 * 60_000
const keyPattern = /^[\w.:-]{1,100}$/

/**
 * The API for merchants' providers; README.md documents it. Each call is signed with the secret of the caller.
 */
export const cardRoutes = (
  app: FastifyInstance,
  { company, faultInjection, config }: { company: Company; faultInjection: FaultInjection; config: Config },
): void => {
  app.register(async (v1) => {
    // The signature covers the raw body, so it is parsed here.
    v1.removeAllContentTypeParsers()
    v1.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    v1.addHook('preHandler', async (request, reply) => {
      if (!isSigned(request, config)) await reply.code(401).send({ code: 'NOT_SIGNED' })
    })

    v1.post('/v1/cards/check', async (request, reply) => {
      const { number = '', expiry = '', cvc = '' } = bodyOf<{ number: string; expiry: string; cvc: string }>(request)
      return await respond(reply, faultInjection, faultInjection.take('check'), () => checkCard(company, number, expiry, cvc))
    })

    // A till has no expiry and no CVC to prove that the card is there, so the answer says nothing about its holder.
    v1.post('/v1/cards/lookup', async (request, reply) => {
      const { barcode = '' } = bodyOf<{ barcode: string }>(request)
      return await respond(reply, faultInjection, faultInjection.take('lookup'), () => {
        const card = company.cardByBarcode(barcode)
        return card ? { status: 200, body: { card: card.token, lastFour: card.number.slice(-4) } } : errorResponse(422, 'CARD_NOT_RECOGNISED')
      })
    })

    v1.post('/v1/charges', async (request, reply) => {
      const key = keyOf(request)
      const {
        card = '',
        cents = 0,
        merchantGst = '',
        reference = '',
      } = bodyOf<{ card: string; cents: number; merchantGst: string; reference: string }>(request)
      if (key === undefined) return await reply.code(400).send({ code: 'KEY_MISSING' })
      if (!Number.isSafeInteger(cents) || cents <= 0 || !/^\d{8,9}$/.test(merchantGst) || !/^[\w -]{1,40}$/.test(reference))
        return await reply.code(400).send({ code: 'NOT_UNDERSTOOD' })
      const faults = faultInjection.take('charge', { key, cents })
      return await respond(reply, faultInjection, faults, () => {
        const known = company.charge(key)
        const same = known?.card === card && known.cents === cents && known.merchantGst === merchantGst && known.reference === reference
        if (known) return same ? chargeResponse(company, known) : errorResponse(409, 'KEY_USED')
        const holder = company.cardOf(card)
        if (!holder) return errorResponse(404, 'NO_SUCH_CARD')
        const forced = faults.includes('decline') ? 'DECLINED' : null
        const charged = faults.includes('other-amount') ? Math.ceil(cents / 10) : cents
        return chargeResponse(company, company.authoriseCharge({ key, cents: charged, merchantGst, reference }, holder, forced))
      })
    })

    v1.get<{ Params: { key: string } }>('/v1/charges/:key', async (request, reply) =>
      respond(reply, faultInjection, faultInjection.take('charge-status'), () => {
        const known = company.charge(request.params.key)
        return known ? { ...chargeResponse(company, known), status: 200 } : errorResponse(404, 'NO_SUCH_CHARGE')
      }),
    )

    v1.get<{ Querystring: { after?: string } }>('/v1/settlements', async (request, reply) =>
      respond(reply, faultInjection, faultInjection.take('settlements'), () => {
        const after = Number(request.query.after ?? 0)
        return { status: 200, body: { settlements: company.settlements().slice(after, after + 20) } }
      }),
    )

    v1.post('/v1/refunds', async (request, reply) => {
      const key = keyOf(request)
      const { chargeKey = '', cents = 0, reference = '' } = bodyOf<{ chargeKey: string; cents: number; reference: string }>(request)
      if (key === undefined) return await reply.code(400).send({ code: 'KEY_MISSING' })
      if (!Number.isSafeInteger(cents) || cents <= 0) return await reply.code(400).send({ code: 'NOT_UNDERSTOOD' })
      return await respond(reply, faultInjection, faultInjection.take('refund'), () => {
        const known = company.refund(key)
        if (known) return known.charge === chargeKey && known.cents === cents ? refundResponse(known) : errorResponse(409, 'KEY_USED')
        const charge = company.charge(chargeKey)
        if (charge?.status !== 'approved') return errorResponse(404, 'NO_SUCH_CHARGE')
        if (company.refundedOf(chargeKey) + cents > charge.cents) return errorResponse(422, 'REFUND_TOO_LARGE')
        return refundResponse(company.refundCharge({ key, cents, reference }, charge))
      })
    })
  })
}

/** An unknown card and wrong details get the same response, after the same comparisons. */
const checkCard = (company: Company, number: string, expiry: string, cvc: string): ApiResponse => {
  const card = company.cardByNumber(number)
  const actual = createHash('sha256')
    .update(`${expiry.replace('/', '')} ${cvc}`)
    .digest()
  const expected = createHash('sha256')
    .update(card ? `${card.expiry.replace('/', '')} ${card.cvc}` : 'nobody')
    .digest()
  if (!timingSafeEqual(actual, expected) || !card) return errorResponse(422, 'CARD_NOT_RECOGNISED')
  const { mobile, email } = card.contact
  return {
    status: 200,
    body: {
      card: card.token,
      lastFour: card.number.slice(-4),
      account: card.account,
      status: statusAt(card, new Date()),
      availableCents: company.available(card.account),
      contact: { mobile, email },
      codeNeeded: !card.trusted,
    },
  }
}

const chargeResponse = (company: Company, { id, key, cents, status, decline }: Charge): ApiResponse => ({
  status: 201,
  body: { id, key, cents, status, ...(decline !== null && { decline }), refundedCents: company.refundedOf(key) },
})

const refundResponse = ({ id, key, cents }: Refund): ApiResponse => ({ status: 201, body: { id, key, cents } })

const bodyOf = <T>(request: FastifyRequest): Partial<T> => {
  try {
    const value: unknown = JSON.parse((request.body as Buffer).toString('utf8'))
    return typeof value === 'object' && value !== null ? value : {}
  } catch {
    return {} // every field is then reported as missing
  }
}

const keyOf = (request: FastifyRequest): string | undefined => {
  const key = request.headers['idempotency-key']
  return typeof key === 'string' && keyPattern.test(key) ? key : undefined
}

/** `Authorization: Farmlands client="…", at="<seconds>", mac="<hex>"`: HMAC-SHA256 over method, path, time, key and the body's hash. */
const isSigned = (request: FastifyRequest, config: Config): boolean => {
  const parts = /^Farmlands client="([\w-]+)", at="(\d{1,12})", mac="([0-9a-f]{64})"$/.exec(request.headers.authorization ?? '')
  if (!parts || parts[1] !== config.clientId) return false
  if (Math.abs(Date.now() - Number(parts[2]) * 1000) > maxSignatureAgeMs) return false
  const body = createHash('sha256')
    .update(Buffer.isBuffer(request.body) ? request.body : '')
    .digest('hex')
  const text = [request.method, request.url, parts[2], request.headers['idempotency-key'] ?? '', body].join('\n')
  return timingSafeEqual(createHmac('sha256', config.clientSecret).update(text).digest(), Buffer.from(parts[3]!, 'hex'))
}

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** Runs the action under the injected faults. What it did stays done, even when the response is lost. */
const respond = async (reply: FastifyReply, faultInjection: FaultInjection, faults: FaultKind[], act: () => ApiResponse): Promise<FastifyReply> => {
  if (faults.includes('down')) return reply.code(503).send({ code: 'CLOSED' })
  if (faults.includes('error')) return reply.code(500).send({ code: 'BROKEN' })
  const { status, body } = act()
  if (faults.includes('slow')) await wait(faultInjection.slowMs())
  if (faults.includes('lose')) {
    reply.hijack()
    reply.raw.destroy()
    return reply
  }
  if (faults.includes('garble')) return reply.code(502).type('text/html').send('<html><body><h1>502 Bad Gateway</h1></body></html>')
  return reply.code(status).send(body)
}
