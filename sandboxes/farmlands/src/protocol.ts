import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { statusAt } from './cards.ts'
import type { Charge, Company, Refund } from './company.ts'
import type { Config } from './config.ts'
import type { FaultKind } from './faults.ts'
import type { Steering } from './steering.ts'

type Answer = { status: number; body: object }

const no = (status: number, code: string): Answer => ({ status, body: { code } })
const maximumAgeMs = 5 * 60_000
const keyForm = /^[\w.:-]{1,100}$/

/**
 * The company's own protocol for those who take its cards. README.md is its document. Each call is signed with the caller's secret,
 * which itself never travels.
 */
export const cardRoutes = (app: FastifyInstance, { company, steering, config }: { company: Company; steering: Steering; config: Config }): void => {
  app.register(async (v1) => {
    // The signature covers the body as it came, so it is read whole and parsed here.
    v1.removeAllContentTypeParsers()
    v1.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    v1.addHook('preHandler', async (request, reply) => {
      if (!isSigned(request, config)) await reply.code(401).send({ code: 'NOT_SIGNED' })
    })

    v1.post('/v1/cards/check', async (request, reply) => {
      const { number = '', expiry = '', cvc = '' } = bodyOf<{ number: string; expiry: string; cvc: string }>(request)
      return await answer(reply, steering, steering.take('check'), () => checked(company, number, expiry, cvc))
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
      const faults = steering.take('charge', { key, cents })
      return await answer(reply, steering, faults, () => {
        const known = company.charge(key)
        const same = known?.card === card && known.cents === cents && known.merchantGst === merchantGst && known.reference === reference
        if (known) return same ? ofCharge(company, known) : no(409, 'KEY_USED')
        const holder = company.cardOf(card)
        if (!holder) return no(404, 'NO_SUCH_CARD')
        const forced = faults.includes('decline') ? 'DECLINED' : null
        return ofCharge(company, company.decide({ key, cents, merchantGst, reference }, holder, forced))
      })
    })

    v1.get<{ Params: { key: string } }>('/v1/charges/:key', async (request, reply) =>
      answer(reply, steering, steering.take('charge-status'), () => {
        const known = company.charge(request.params.key)
        return known ? { ...ofCharge(company, known), status: 200 } : no(404, 'NO_SUCH_CHARGE')
      }),
    )

    v1.post('/v1/refunds', async (request, reply) => {
      const key = keyOf(request)
      const { chargeKey = '', cents = 0, reference = '' } = bodyOf<{ chargeKey: string; cents: number; reference: string }>(request)
      if (key === undefined) return await reply.code(400).send({ code: 'KEY_MISSING' })
      if (!Number.isSafeInteger(cents) || cents <= 0) return await reply.code(400).send({ code: 'NOT_UNDERSTOOD' })
      return await answer(reply, steering, steering.take('refund'), () => {
        const known = company.refund(key)
        if (known) return known.charge === chargeKey && known.cents === cents ? ofRefund(known) : no(409, 'KEY_USED')
        const charge = company.charge(chargeKey)
        if (charge?.status !== 'approved') return no(404, 'NO_SUCH_CHARGE')
        if (company.refundedOf(chargeKey) + cents > charge.cents) return no(422, 'REFUND_TOO_LARGE')
        return ofRefund(company.giveBack({ key, cents, reference }, charge))
      })
    })
  })
}

/** A card that is not known and one whose details are not right get the same answer, after the same comparisons. */
const checked = (company: Company, number: string, expiry: string, cvc: string): Answer => {
  const card = company.cardByNumber(number)
  const given = createHash('sha256')
    .update(`${expiry.replace('/', '')} ${cvc}`)
    .digest()
  const right = createHash('sha256')
    .update(card ? `${card.expiry.replace('/', '')} ${card.cvc}` : 'nobody')
    .digest()
  if (!timingSafeEqual(given, right) || !card) return no(422, 'CARD_NOT_RECOGNISED')
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

const ofCharge = (company: Company, { id, key, cents, status, decline }: Charge): Answer => ({
  status: 201,
  body: { id, key, cents, status, ...(decline !== null && { decline }), refundedCents: company.refundedOf(key) },
})

const ofRefund = ({ id, key, cents }: Refund): Answer => ({ status: 201, body: { id, key, cents } })

const bodyOf = <T>(request: FastifyRequest): Partial<T> => {
  try {
    const value: unknown = JSON.parse((request.body as Buffer).toString('utf8'))
    return typeof value === 'object' && value !== null ? value : {}
  } catch {
    return {} // every field is then missing, and is missed by name
  }
}

const keyOf = (request: FastifyRequest): string | undefined => {
  const key = request.headers['idempotency-key']
  return typeof key === 'string' && keyForm.test(key) ? key : undefined
}

/** `Authorization: Farmlands client="…", at="<seconds>", mac="<hex>"`: HMAC-SHA256 over method, path, time, key and the body's hash. */
const isSigned = (request: FastifyRequest, config: Config): boolean => {
  const parts = /^Farmlands client="([\w-]+)", at="(\d{1,12})", mac="([0-9a-f]{64})"$/.exec(request.headers.authorization ?? '')
  if (!parts || parts[1] !== config.clientId) return false
  if (Math.abs(Date.now() - Number(parts[2]) * 1000) > maximumAgeMs) return false
  const body = createHash('sha256')
    .update(Buffer.isBuffer(request.body) ? request.body : '')
    .digest('hex')
  const text = [request.method, request.url, parts[2], request.headers['idempotency-key'] ?? '', body].join('\n')
  return timingSafeEqual(createHmac('sha256', config.clientSecret).update(text).digest(), Buffer.from(parts[3]!, 'hex'))
}

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** Acts, or fails to, the way the faults say. What was done stays done, whatever becomes of the answer. */
const answer = async (reply: FastifyReply, steering: Steering, faults: FaultKind[], act: () => Answer): Promise<FastifyReply> => {
  if (faults.includes('down')) return reply.code(503).send({ code: 'CLOSED' })
  if (faults.includes('error')) return reply.code(500).send({ code: 'BROKEN' })
  const { status, body } = act()
  if (faults.includes('slow')) await wait(steering.slowMs())
  if (faults.includes('lose')) {
    reply.hijack()
    reply.raw.destroy()
    return reply
  }
  if (faults.includes('garble')) return reply.code(502).type('text/html').send('<html><body><h1>502 Bad Gateway</h1></body></html>')
  return reply.code(status).send(body)
}
