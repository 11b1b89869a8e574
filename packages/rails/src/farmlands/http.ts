import { createHash, createHmac } from 'node:crypto'
import { cents } from '@nikau/money'
import { z } from 'zod'
import { ask, type Answer } from '../ask.ts'
import type { CompanyEntry } from './config.ts'
import type { CardCompany, CardOutcome, ChargeDecision, Decline } from './port.ts'

const wholeCents = z
  .int()
  .nonnegative()
  .transform((value) => cents(value))

const knownCard = z
  .object({
    card: z.string().regex(/^[\w-]{1,64}$/),
    lastFour: z.string().regex(/^\d{4}$/),
    status: z.enum(['active', 'inactive', 'expired']),
    availableCents: z.int(),
    contact: z.object({
      mobile: z
        .string()
        .regex(/^\+\d{6,15}$/)
        .nullable(),
      email: z.email().nullable(),
    }),
    codeNeeded: z.boolean(),
  })
  .transform(({ card, availableCents, ...rest }) => ({ ...rest, token: card, available: cents(availableCents) }))

const declines: Readonly<Record<string, Decline>> = { INSUFFICIENT_CREDIT: 'insufficient', CARD_EXPIRED: 'expired', CARD_INACTIVE: 'inactive' }

const decided = z.object({ key: z.string(), cents: wholeCents, status: z.enum(['approved', 'declined']), decline: z.string().optional() })

/**
 * Speaks the company's own protocol. Calls are signed by the machine's clock, whatever clock the wallet goes by, and no secret
 * travels. An answer that makes no sense is as good as none.
 */
export function openFarmlands(entry: CompanyEntry): CardCompany {
  const call = async (method: 'GET' | 'POST', path: string, given: { body?: object; key?: string } = {}) => {
    const body = given.body === undefined ? '' : JSON.stringify(given.body)
    const url = new URL(entry.api + path)
    const at = String(Math.floor(Date.now() / 1000))
    const text = [method, url.pathname, at, given.key ?? '', createHash('sha256').update(body).digest('hex')].join('\n')
    const mac = createHmac('sha256', entry.secret.reveal()).update(text).digest('hex')
    const headers: Record<string, string> = { authorization: `Farmlands client="${entry.clientId}", at="${at}", mac="${mac}"` }
    if (body !== '') headers['content-type'] = 'application/json'
    if (given.key !== undefined) headers['idempotency-key'] = given.key
    return await ask(url.href, { method, headers, ...(body !== '' && { body }) }, entry.timeoutMs)
  }

  return {
    async check(card) {
      const answer = await call('POST', '/v1/cards/check', { body: { number: card.number, expiry: card.expiry, cvc: card.cvc } })
      const known = 'status' in answer && answer.status === 200 ? knownCard.safeParse(answer.body) : undefined
      return known?.success ? { outcome: 'done', value: known.data } : otherwise('check', answer, [422])
    },
    async charge({ key, token, amount, merchantGst, reference }) {
      const answer = await call('POST', '/v1/charges', { key, body: { card: token, cents: Number(amount), merchantGst, reference } })
      return decisionOf('charge', answer, 201, key) ?? otherwise('charge', answer)
    },
    async chargeOf(key) {
      const answer = await call('GET', `/v1/charges/${encodeURIComponent(key)}`)
      if ('status' in answer && answer.status === 404 && codeOf(answer.body) === 'NO_SUCH_CHARGE') return { outcome: 'done', value: undefined }
      return decisionOf('charge of key', answer, 200, key) ?? otherwise('charge of key', answer)
    },
    async refund({ key, chargeKey, amount, reference }) {
      const answer = await call('POST', '/v1/refunds', { key, body: { chargeKey, cents: Number(amount), reference } })
      return 'status' in answer && answer.status === 201 ? { outcome: 'done', value: undefined } : otherwise('refund', answer)
    },
  }
}

function decisionOf(what: string, answer: Answer | { lost: string }, status: number, key: string): CardOutcome<ChargeDecision> | undefined {
  if ('lost' in answer || answer.status !== status) return undefined
  const charge = decided.safeParse(answer.body)
  if (!charge.success || charge.data.key !== key) return { outcome: 'unknown', why: `${what}: not understood` }
  if (charge.data.status === 'approved') return { outcome: 'done', value: { status: 'approved' } }
  return { outcome: 'done', value: { status: 'declined', decline: declines[charge.data.decline ?? ''] ?? 'declined' } }
}

/**
 * Only a well-formed no of the company itself is a refusal. A signature that it does not take is ours to mend and says nothing of
 * the card; whatever a gateway, a limit or a server in trouble says leaves open what was done.
 */
function otherwise(what: string, answer: Answer | { lost: string }, noes: readonly number[] = [400, 404, 409, 422]): CardOutcome<never> {
  if ('lost' in answer) return { outcome: 'unknown', why: `${what}: ${answer.lost}` }
  const code = codeOf(answer.body)
  const why = `${what}: ${answer.status}${code === undefined ? '' : ` ${code}`}`
  const isNo = noes.includes(answer.status) && code !== undefined
  return { outcome: isNo ? 'refused' : 'unknown', why }
}

function codeOf(body: unknown): string | undefined {
  const { code } = (body ?? {}) as { code?: unknown }
  return typeof code === 'string' && /^[A-Z_]{1,64}$/.test(code) ? code : undefined
}
