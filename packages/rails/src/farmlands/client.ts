import { createHash, createHmac } from 'node:crypto'
import { cents } from '@nikau/money'
import { z } from 'zod'
import { sendRequest, type HttpResponse } from '../http.ts'
import type { CompanyEntry } from './config.ts'
import type { CardCompany, CardOutcome, ChargeDecision, Decline } from './port.ts'
import { readAdvice } from './settlement-advice.ts'

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

const scannedCard = z
  .object({ card: z.string().regex(/^[\w-]{1,64}$/), lastFour: z.string().regex(/^\d{4}$/) })
  .transform(({ card, lastFour }) => ({ token: card, lastFour }))

const declines: Readonly<Record<string, Decline>> = { INSUFFICIENT_CREDIT: 'insufficient', CARD_EXPIRED: 'expired', CARD_INACTIVE: 'inactive' }

const settlementPage = z.object({ settlements: z.array(z.looseObject({ number: z.int().positive() })).max(100) })
const refunded = z.object({ key: z.string(), cents: wholeCents })
const decided = z.object({ key: z.string(), cents: wholeCents, status: z.enum(['approved', 'declined']), decline: z.string().optional() })

/**
 * A client for the card company's API. Requests are signed with an HMAC over the system time, whatever clock the wallet uses. A
 * malformed response counts as an unknown outcome.
 */
export function openFarmlands(entry: CompanyEntry): CardCompany {
  const call = async (method: 'GET' | 'POST', path: string, input: { body?: object; key?: string } = {}) => {
    const body = input.body === undefined ? '' : JSON.stringify(input.body)
    const url = new URL(entry.api + path)
    const at = String(Math.floor(Date.now() / 1000))
    const text = [method, url.pathname + url.search, at, input.key ?? '', createHash('sha256').update(body).digest('hex')].join('\n')
    const mac = createHmac('sha256', entry.secret.reveal()).update(text).digest('hex')
    const headers: Record<string, string> = { authorization: `Farmlands client="${entry.clientId}", at="${at}", mac="${mac}"` }
    if (body !== '') headers['content-type'] = 'application/json'
    if (input.key !== undefined) headers['idempotency-key'] = input.key
    return await sendRequest(url.href, { method, headers, ...(body !== '' && { body }) }, entry.timeoutMs)
  }

  return {
    async check(card) {
      const response = await call('POST', '/v1/cards/check', { body: { number: card.number, expiry: card.expiry, cvc: card.cvc } })
      const recognised = 'status' in response && response.status === 200 ? knownCard.safeParse(response.body) : undefined
      return recognised?.success ? { outcome: 'done', value: recognised.data } : toFailedOutcome('check', response, [422])
    },
    async lookUp(barcode) {
      const response = await call('POST', '/v1/cards/lookup', { body: { barcode } })
      const found = 'status' in response && response.status === 200 ? scannedCard.safeParse(response.body) : undefined
      return found?.success ? { outcome: 'done', value: found.data } : toFailedOutcome('lookup', response, [422])
    },
    async charge({ key, token, amount, merchantGst, reference }) {
      const response = await call('POST', '/v1/charges', { key, body: { card: token, cents: Number(amount), merchantGst, reference } })
      return decisionOf('charge', response, 201, key) ?? toFailedOutcome('charge', response)
    },
    async findCharge(key) {
      const response = await call('GET', `/v1/charges/${encodeURIComponent(key)}`)
      if ('status' in response && response.status === 404 && codeOf(response.body) === 'NO_SUCH_CHARGE') return { outcome: 'done', value: undefined }
      return decisionOf('charge of key', response, 200, key) ?? toFailedOutcome('charge of key', response)
    },
    async settlements(after) {
      const response = await call('GET', `/v1/settlements?after=${after}`)
      const page = 'status' in response && response.status === 200 ? settlementPage.safeParse(response.body) : undefined
      return page?.success ? { outcome: 'done', value: page.data.settlements.map(readAdvice) } : toFailedOutcome('settlements', response, [])
    },
    async refund({ key, chargeKey, amount, reference }) {
      const response = await call('POST', '/v1/refunds', { key, body: { chargeKey, cents: Number(amount), reference } })
      if ('transportError' in response || response.status !== 201) return toFailedOutcome('refund', response)
      const made = refunded.safeParse(response.body).data
      return made?.key === key ? { outcome: 'done', value: { amount: made.cents } } : { outcome: 'unknown', reason: 'refund: malformed response' }
    },
  }
}

function decisionOf(what: string, response: HttpResponse | { transportError: string }, status: number, key: string): CardOutcome<ChargeDecision> | undefined {
  if ('transportError' in response || response.status !== status) return undefined
  const charge = decided.safeParse(response.body)
  if (!charge.success || charge.data.key !== key) return { outcome: 'unknown', reason: `${what}: malformed response` }
  if (charge.data.status === 'approved') return { outcome: 'done', value: { status: 'approved', amount: charge.data.cents } }
  return { outcome: 'done', value: { status: 'declined', decline: declines[charge.data.decline ?? ''] ?? 'declined' } }
}

/**
 * Only a well-formed error of the company itself is a refusal. A rejected signature is our problem and says nothing about the card;
 * errors of gateways, rate limits and server failures leave the outcome unknown.
 */
function toFailedOutcome(
  what: string,
  response: HttpResponse | { transportError: string },
  refusalStatuses: readonly number[] = [400, 404, 409, 422],
): CardOutcome<never> {
  if ('transportError' in response) return { outcome: 'unknown', reason: `${what}: ${response.transportError}` }
  const code = codeOf(response.body)
  const reason = `${what}: ${response.status}${code === undefined ? '' : ` ${code}`}`
  const isRefusal = refusalStatuses.includes(response.status) && code !== undefined
  return { outcome: isRefusal ? 'refused' : 'unknown', reason }
}

function codeOf(body: unknown): string | undefined {
  const { code } = (body ?? {}) as { code?: unknown }
  return typeof code === 'string' && /^[A-Z_]{1,64}$/.test(code) ? code : undefined
}
