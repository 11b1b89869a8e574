import { createHash, randomUUID } from 'node:crypto'
import { type Clock, Secret } from '@nikau/runtime'
import { createRemoteJWKSet, errors, type JWTPayload, jwtVerify, SignJWT } from 'jose'
import { z } from 'zod'
import type { BankEntry } from './config.ts'
import { type Answer, ask } from '../ask.ts'
import { otherwise } from './http.ts'
import { signingKeyOf } from './keys.ts'
import { initiationOf, risk } from './order.ts'
import type { BankConsentStatus, BankOutcome, BankPaymentStatus, BankReturn, PayByBank } from './port.ts'

const paymentStatuses: Record<string, BankPaymentStatus> = {
  Pending: 'pending',
  AcceptedSettlementInProcess: 'accepted',
  AcceptedSettlementCompleted: 'completed',
  Rejected: 'rejected',
}
const consentStatuses: Record<string, BankConsentStatus> = {
  AwaitingAuthorisation: 'awaiting',
  Authorised: 'authorised',
  Consumed: 'consumed',
  Rejected: 'rejected',
}

const discovered = z.object({ issuer: z.string(), authorization_endpoint: z.url(), token_endpoint: z.url(), jwks_uri: z.url() })
const consentMade = z.object({ Data: z.object({ ConsentId: z.string().min(1).max(128) }) })
const paymentSeen = z.object({
  Data: z.object({ DomesticPaymentId: z.string().min(1).max(128), ConsentId: z.string().optional(), Status: z.string() }),
})
const consentSeen = z.object({ Data: z.object({ Status: z.string() }) })
const tokens = z.object({ access_token: z.string().min(1), id_token: z.string().optional(), expires_in: z.number().optional() })

const assertionLife = 60
/** Of the signed request for authorisation; banks take up to an hour. */
const requestLife = 55 * 60
const discoveryLifeMs = 3_600_000
/** How far a bank's clock may be from ours. */
const toleranceSeconds = 30

/**
 * Payment Initiation v2.3 of the Payments NZ API Centre with its hybrid flow: `code id_token` in the fragment, signed request
 * objects, `private_key_jwt`. Version 3 (PAR, PKCE, JARM) would be another function of this shape behind the same port.
 */
export function openStandardV2(entry: BankEntry, clock: Clock): PayByBank {
  const { issuer, api, clientId, timeoutMs } = entry
  const signing = signingKeyOf(entry)
  const seconds = () => Math.floor(clock.now().getTime() / 1000)

  let known: { document: z.output<typeof discovered>; keys: ReturnType<typeof createRemoteJWKSet>; at: number } | undefined
  async function discovery(): Promise<NonNullable<typeof known> | BankOutcome<never>> {
    if (known && clock.now().getTime() - known.at < discoveryLifeMs) return known
    const answer = await ask(`${issuer}/.well-known/openid-configuration`, {}, timeoutMs)
    const document = 'lost' in answer ? undefined : discovered.safeParse(answer.body).data
    // A document of another issuer would send our codes elsewhere.
    if (document?.issuer !== issuer) return { outcome: 'unknown', why: `discovery: ${'lost' in answer ? answer.lost : answer.status}` }
    known = { document, keys: createRemoteJWKSet(new URL(document.jwks_uri), { timeoutDuration: timeoutMs }), at: clock.now().getTime() }
    return known
  }

  async function signed(claims: JWTPayload, life: number): Promise<string> {
    const { alg, kid, key } = await signing
    const now = seconds()
    return await new SignJWT({ iss: clientId, aud: issuer, jti: randomUUID(), iat: now, nbf: now, exp: now + life, ...claims })
      .setProtectedHeader({ alg, kid })
      .sign(key)
  }

  async function atTokenEndpoint(what: string, params: Record<string, string>): Promise<BankOutcome<z.output<typeof tokens>>> {
    const bank = await discovery()
    if ('outcome' in bank) return bank
    const body = new URLSearchParams({
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
      client_assertion: await signed({ sub: clientId }, assertionLife),
      ...params,
    })
    const answer = await ask(bank.document.token_endpoint, { method: 'POST', body }, timeoutMs)
    const found = 'lost' in answer || answer.status !== 200 ? undefined : tokens.safeParse(answer.body).data
    return found ? { outcome: 'done', value: found } : otherwise(what, answer)
  }

  /** Our own token, for consents and for reading; one for all calls until it is nearly over. */
  let own: { token: string; until: number } | undefined
  async function ownToken(): Promise<BankOutcome<string>> {
    if (own && clock.now().getTime() < own.until) return { outcome: 'done', value: own.token }
    const got = await atTokenEndpoint('client token', { grant_type: 'client_credentials', scope: 'payments' })
    // That a bank does not know us is ours to mend: nothing is decided by it about any payment.
    if (got.outcome !== 'done') return { outcome: 'unknown', why: got.why }
    own = { token: got.value.access_token, until: clock.now().getTime() + ((got.value.expires_in ?? 60) - 30) * 1000 }
    return { outcome: 'done', value: own.token }
  }

  async function withOwnToken(what: string, path: string, post?: { key: string; body: unknown }): Promise<Answer | BankOutcome<never>> {
    for (let attempt = 1; ; attempt++) {
      const token = await ownToken()
      if (token.outcome !== 'done') return token
      const answer = await atApi(path, token.value, post)
      if ('lost' in answer) return otherwise(what, answer)
      if (answer.status !== 401 && answer.status !== 403) return answer
      own = undefined // ended early at the bank; once more with a new one
      if (attempt === 2) return { outcome: 'unknown', why: `${what}: ${answer.status}` }
    }
  }

  async function atApi(path: string, token: string, post?: { key: string; body: unknown }): Promise<Answer | { lost: string }> {
    const headers: Record<string, string> = { authorization: `Bearer ${token}`, accept: 'application/json', 'x-fapi-interaction-id': randomUUID() }
    if (!post) return await ask(`${api}/${path}`, { headers }, timeoutMs)
    headers['content-type'] = 'application/json'
    headers['x-idempotency-key'] = post.key
    return await ask(`${api}/${path}`, { method: 'POST', headers, body: JSON.stringify(post.body) }, timeoutMs)
  }

  /** Signed by this bank, for us, about this consent and answering this very request; and, where it came by the browser, with this very code. */
  async function checkIdToken(idToken: string, back: BankReturn, code: string | undefined): Promise<BankOutcome<undefined>> {
    const bank = await discovery()
    if ('outcome' in bank) return bank
    const no = (why: string): BankOutcome<never> => ({ outcome: 'refused', why: `id token: ${why}` })
    try {
      const { payload } = await jwtVerify(idToken, bank.keys, {
        issuer,
        audience: clientId,
        algorithms: ['PS256', 'ES256'],
        requiredClaims: ['exp', 'iat', 'sub', 'nonce'],
        clockTolerance: toleranceSeconds,
        currentDate: clock.now(),
      })
      if (payload.nonce !== back.nonce) return no('nonce')
      if (payload.sub !== back.consentId || (payload.ConsentId !== undefined && payload.ConsentId !== back.consentId)) return no('ConsentId')
      if (payload.azp !== undefined && payload.azp !== clientId) return no('azp')
      if (code !== undefined && (payload.c_hash !== half(code) || payload.s_hash !== half(back.state))) return no('c_hash or s_hash')
      if (code === undefined && payload.s_hash !== undefined && payload.s_hash !== half(back.state)) return no('s_hash')
      return { outcome: 'done', value: undefined }
    } catch (error) {
      if (error instanceof errors.JWKSTimeout || !(error instanceof errors.JOSEError)) return { outcome: 'unknown', why: 'id token: no keys of the bank' }
      return no(error.code)
    }
  }

  return {
    async createConsent(order) {
      const body = { Data: { Consent: initiationOf(order, entry.account) }, Risk: risk }
      const answer = await withOwnToken('consent', 'domestic-payment-consents', { key: `${order.id}-c`, body })
      if ('outcome' in answer) return answer
      const made = answer.status === 201 ? consentMade.safeParse(answer.body).data : undefined
      return made ? { outcome: 'done', value: { consentId: made.Data.ConsentId } } : otherwise('consent', answer)
    },

    async authorizationUrl({ consentId, state, nonce, redirectUri }) {
      const bank = await discovery()
      if ('outcome' in bank) return bank
      const plain = { client_id: clientId, response_type: 'code id_token', scope: 'openid payments' }
      const claims = { id_token: { ConsentId: { value: consentId, essential: true } } }
      const request = await signed({ ...plain, redirect_uri: redirectUri, state, nonce, claims }, requestLife)
      const url = new URL(bank.document.authorization_endpoint)
      for (const [name, value] of Object.entries({ ...plain, request })) url.searchParams.set(name, value)
      return { outcome: 'done', value: url.href }
    },

    checkReturn: (back, { code, idToken }) => checkIdToken(idToken, back, code),

    async exchange(back, code) {
      const got = await atTokenEndpoint('exchange', { grant_type: 'authorization_code', code, redirect_uri: back.redirectUri })
      if (got.outcome !== 'done') return got.outcome === 'refused' && !got.why.endsWith('invalid_grant') ? { outcome: 'unknown', why: got.why } : got
      if (got.value.id_token === undefined) return { outcome: 'refused', why: 'exchange: no id token' }
      const checked = await checkIdToken(got.value.id_token, back, undefined)
      // The code is used up: an id token that cannot be checked now is one that never could be.
      return checked.outcome === 'done' ? { outcome: 'done', value: { token: new Secret(got.value.access_token) } } : { outcome: 'refused', why: checked.why }
    },

    async initiate(order, consentId, token) {
      const body = { Data: { ConsentId: consentId, Initiation: initiationOf(order, entry.account) }, Risk: risk }
      const answer = await atApi('domestic-payments', token.reveal(), { key: `${order.id}-p`, body })
      const made = 'lost' in answer || answer.status !== 201 ? undefined : paymentSeen.safeParse(answer.body).data?.Data
      const status = made && paymentStatuses[made.Status]
      if (!made || !status || made.ConsentId !== consentId) return otherwise('payment', answer)
      return { outcome: 'done', value: { paymentId: made.DomesticPaymentId, status } }
    },

    async paymentStatus(paymentId) {
      const answer = await withOwnToken('payment status', `domestic-payments/${encodeURIComponent(paymentId)}`)
      if ('outcome' in answer) return answer
      const seen = answer.status === 200 ? paymentSeen.safeParse(answer.body).data?.Data : undefined
      const status = seen?.DomesticPaymentId === paymentId ? paymentStatuses[seen.Status] : undefined
      return status ? { outcome: 'done', value: status } : otherwise('payment status', answer)
    },

    async consentStatus(consentId) {
      const answer = await withOwnToken('consent status', `domestic-payment-consents/${encodeURIComponent(consentId)}`)
      if ('outcome' in answer) return answer
      const seen = answer.status === 200 ? consentSeen.safeParse(answer.body).data : undefined
      const status = seen && consentStatuses[seen.Data.Status]
      return status ? { outcome: 'done', value: status } : otherwise('consent status', answer)
    },
  }
}

/** The left half of a SHA-256, as the hybrid flow ties an id token to a code and to a state. */
function half(text: string): string {
  return createHash('sha256').update(text).digest().subarray(0, 16).toString('base64url')
}
