import { createHash, randomUUID } from 'node:crypto'
import { cents } from '@nikau/money'
import { type Clock, Secret } from '@nikau/runtime'
import { createRemoteJWKSet, errors, type JWTPayload, jwtVerify, SignJWT } from 'jose'
import { z } from 'zod'
import type { BankEntry } from './config.ts'
import { type HttpResponse, sendRequest } from '../http.ts'
import { toFailedOutcome } from './outcome.ts'
import { importSigningKey } from './keys.ts'
import { toInitiation, risk } from './initiation.ts'
import type { BankConsentStatus, BankOutcome, BankPaymentStatus, AuthorisationRequest, PayByBank } from './port.ts'

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
  Data: z.object({
    DomesticPaymentId: z.string().min(1).max(128),
    ConsentId: z.string().optional(),
    Status: z.string(),
    Initiation: z.object({ InstructedAmount: z.object({ Amount: z.string().regex(/^\d{1,13}\.\d{2}$/), Currency: z.literal('NZD') }) }),
  }),
})
const debtorSeen = z.object({ Data: z.object({ DebtorAccount: z.object({ Identification: z.string().max(64), Name: z.string().trim().min(1).max(140) }) }) })
const consentSeen = z.object({ Data: z.object({ Status: z.string() }) })
const tokens = z.object({ access_token: z.string().min(1), id_token: z.string().optional(), expires_in: z.number().optional() })

const assertionTtlSeconds = 60
/** For the signed authorisation request; banks accept up to an hour. */
const requestTtlSeconds = 55 * 60
const discoveryTtlMs = 3_600_000
/** Tolerated difference between the bank's clock and ours. */
const toleranceSeconds = 30

/**
 * Payment Initiation v2.3 of the Payments NZ API Centre with its hybrid flow: `code id_token` in the fragment, signed request
 * objects, `private_key_jwt`. Version 3 (PAR, PKCE, JARM) would be another function of this shape behind the same port.
 */
export function openStandardV2(entry: BankEntry, clock: Clock): PayByBank {
  const { issuer, api, clientId, timeoutMs } = entry
  const signing = importSigningKey(entry)
  const seconds = () => Math.floor(clock.now().getTime() / 1000)

  let discoveryCache: { document: z.output<typeof discovered>; keys: ReturnType<typeof createRemoteJWKSet>; at: number } | undefined
  async function discovery(): Promise<NonNullable<typeof discoveryCache> | BankOutcome<never>> {
    if (discoveryCache && clock.now().getTime() - discoveryCache.at < discoveryTtlMs) return discoveryCache
    const response = await sendRequest(`${issuer}/.well-known/openid-configuration`, {}, timeoutMs)
    const document = 'transportError' in response ? undefined : discovered.safeParse(response.body).data
    // The document of another issuer would send our codes elsewhere.
    if (document?.issuer !== issuer)
      return { outcome: 'unknown', reason: `discovery: ${'transportError' in response ? response.transportError : response.status}` }
    discoveryCache = { document, keys: createRemoteJWKSet(new URL(document.jwks_uri), { timeoutDuration: timeoutMs }), at: clock.now().getTime() }
    return discoveryCache
  }

  async function signJwt(claims: JWTPayload, ttlSeconds: number): Promise<string> {
    const { alg, kid, key } = await signing
    const now = seconds()
    return await new SignJWT({ iss: clientId, aud: issuer, jti: randomUUID(), iat: now, nbf: now, exp: now + ttlSeconds, ...claims })
      .setProtectedHeader({ alg, kid })
      .sign(key)
  }

  async function requestToken(what: string, params: Record<string, string>): Promise<BankOutcome<z.output<typeof tokens>>> {
    const bank = await discovery()
    if ('outcome' in bank) return bank
    const body = new URLSearchParams({
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
      client_assertion: await signJwt({ sub: clientId }, assertionTtlSeconds),
      ...params,
    })
    const response = await sendRequest(bank.document.token_endpoint, { method: 'POST', body }, timeoutMs)
    const found = 'transportError' in response || response.status !== 200 ? undefined : tokens.safeParse(response.body).data
    return found ? { outcome: 'done', value: found } : toFailedOutcome(what, response)
  }

  /** The client token for consents and status calls, cached until shortly before it expires. */
  let cachedToken: { token: string; until: number } | undefined
  async function clientToken(): Promise<BankOutcome<string>> {
    if (cachedToken && clock.now().getTime() < cachedToken.until) return { outcome: 'done', value: cachedToken.token }
    const got = await requestToken('client token', { grant_type: 'client_credentials', scope: 'payments' })
    // A bank that rejects our client credentials decides nothing about a payment.
    if (got.outcome !== 'done') return { outcome: 'unknown', reason: got.reason }
    cachedToken = { token: got.value.access_token, until: clock.now().getTime() + ((got.value.expires_in ?? 60) - 30) * 1000 }
    return { outcome: 'done', value: cachedToken.token }
  }

  async function callWithClientToken(what: string, path: string, post?: { key: string; body: unknown }): Promise<HttpResponse | BankOutcome<never>> {
    for (let attempt = 1; ; attempt++) {
      const token = await clientToken()
      if (token.outcome !== 'done') return token
      const response = await callApi(path, token.value, post)
      if ('transportError' in response) return toFailedOutcome(what, response)
      if (response.status !== 401 && response.status !== 403) return response
      cachedToken = undefined // revoked early by the bank; retry once with a new one
      if (attempt === 2) return { outcome: 'unknown', reason: `${what}: ${response.status}` }
    }
  }

  async function callApi(path: string, token: string, post?: { key: string; body: unknown }): Promise<HttpResponse | { transportError: string }> {
    const headers: Record<string, string> = { authorization: `Bearer ${token}`, accept: 'application/json', 'x-fapi-interaction-id': randomUUID() }
    if (!post) return await sendRequest(`${api}/${path}`, { headers }, timeoutMs)
    headers['content-type'] = 'application/json'
    headers['x-idempotency-key'] = post.key
    return await sendRequest(`${api}/${path}`, { method: 'POST', headers, body: JSON.stringify(post.body) }, timeoutMs)
  }

  /** Verifies issuer, audience, nonce, consent and state; and, for a token from the browser, the code (`c_hash`). */
  async function checkIdToken(idToken: string, authorisation: AuthorisationRequest, code: string | undefined): Promise<BankOutcome<undefined>> {
    const bank = await discovery()
    if ('outcome' in bank) return bank
    const refused = (reason: string): BankOutcome<never> => ({ outcome: 'refused', reason: `id token: ${reason}` })
    try {
      const { payload } = await jwtVerify(idToken, bank.keys, {
        issuer,
        audience: clientId,
        algorithms: ['PS256', 'ES256'],
        requiredClaims: ['exp', 'iat', 'sub', 'nonce'],
        clockTolerance: toleranceSeconds,
        currentDate: clock.now(),
      })
      if (payload.nonce !== authorisation.nonce) return refused('nonce')
      if (payload.sub !== authorisation.consentId || (payload.ConsentId !== undefined && payload.ConsentId !== authorisation.consentId))
        return refused('ConsentId')
      if (payload.azp !== undefined && payload.azp !== clientId) return refused('azp')
      if (code !== undefined && (payload.c_hash !== leftHalfHash(code) || payload.s_hash !== leftHalfHash(authorisation.state)))
        return refused('c_hash or s_hash')
      if (code === undefined && payload.s_hash !== undefined && payload.s_hash !== leftHalfHash(authorisation.state)) return refused('s_hash')
      return { outcome: 'done', value: undefined }
    } catch (error) {
      if (error instanceof errors.JWKSTimeout || !(error instanceof errors.JOSEError)) return { outcome: 'unknown', reason: 'id token: bank keys unavailable' }
      return refused(error.code)
    }
  }

  return {
    async createConsent(order) {
      const body = { Data: { Consent: toInitiation(order, entry.account) }, Risk: risk }
      const response = await callWithClientToken('consent', 'domestic-payment-consents', { key: `${order.id}-c`, body })
      if ('outcome' in response) return response
      const made = response.status === 201 ? consentMade.safeParse(response.body).data : undefined
      return made ? { outcome: 'done', value: { consentId: made.Data.ConsentId } } : toFailedOutcome('consent', response)
    },

    async authorizationUrl({ consentId, state, nonce, redirectUri }) {
      const bank = await discovery()
      if ('outcome' in bank) return bank
      const plain = { client_id: clientId, response_type: 'code id_token', scope: 'openid payments' }
      const claims = { id_token: { ConsentId: { value: consentId, essential: true } } }
      const request = await signJwt({ ...plain, redirect_uri: redirectUri, state, nonce, claims }, requestTtlSeconds)
      const url = new URL(bank.document.authorization_endpoint)
      for (const [name, value] of Object.entries({ ...plain, request })) url.searchParams.set(name, value)
      return { outcome: 'done', value: url.href }
    },

    returnsIdToken: true,
    verifyCallback: (authorisation, { code, idToken }) => checkIdToken(idToken, authorisation, code),

    async exchange(authorisation, code) {
      const got = await requestToken('exchange', { grant_type: 'authorization_code', code, redirect_uri: authorisation.redirectUri })
      if (got.outcome !== 'done') return got.outcome === 'refused' && !got.reason.endsWith('invalid_grant') ? { outcome: 'unknown', reason: got.reason } : got
      if (got.value.id_token === undefined) return { outcome: 'refused', reason: 'exchange: no id token' }
      const checked = await checkIdToken(got.value.id_token, authorisation, undefined)
      // The code is consumed, so an id token that cannot be verified now never can be.
      return checked.outcome === 'done'
        ? { outcome: 'done', value: { token: new Secret(got.value.access_token) } }
        : { outcome: 'refused', reason: checked.reason }
    },

    async initiate(order, consentId, token) {
      const body = { Data: { ConsentId: consentId, Initiation: toInitiation(order, entry.account) }, Risk: risk }
      const response = await callApi('domestic-payments', token.reveal(), { key: `${order.id}-p`, body })
      const made = 'transportError' in response || response.status !== 201 ? undefined : paymentSeen.safeParse(response.body).data?.Data
      const status = made && paymentStatuses[made.Status]
      if (!made || !status || made.ConsentId !== consentId) return toFailedOutcome('payment', response)
      return { outcome: 'done', value: { paymentId: made.DomesticPaymentId, status, amount: amountOf(made) } }
    },

    async paymentStatus(paymentId) {
      const response = await callWithClientToken('payment status', `domestic-payments/${encodeURIComponent(paymentId)}`)
      if ('outcome' in response) return response
      const seen = response.status === 200 ? paymentSeen.safeParse(response.body).data?.Data : undefined
      const status = seen?.DomesticPaymentId === paymentId ? paymentStatuses[seen.Status] : undefined
      return seen && status ? { outcome: 'done', value: { status, amount: amountOf(seen) } } : toFailedOutcome('payment status', response)
    },

    async payer(paymentId) {
      const response = await callWithClientToken('payer', `domestic-payments/${encodeURIComponent(paymentId)}/debtor-account`)
      if ('outcome' in response) return response
      const seen = response.status === 200 ? debtorSeen.safeParse(response.body).data?.Data.DebtorAccount : undefined
      return seen ? { outcome: 'done', value: { name: seen.Name, number: seen.Identification } } : toFailedOutcome('payer', response)
    },

    async consentStatus(consentId) {
      const response = await callWithClientToken('consent status', `domestic-payment-consents/${encodeURIComponent(consentId)}`)
      if ('outcome' in response) return response
      const seen = response.status === 200 ? consentSeen.safeParse(response.body).data : undefined
      const status = seen && consentStatuses[seen.Data.Status]
      return status ? { outcome: 'done', value: status } : toFailedOutcome('consent status', response)
    },
  }
}

const amountOf = ({ Initiation }: z.output<typeof paymentSeen>['Data']) => cents(BigInt(Initiation.InstructedAmount.Amount.replace('.', '')))

/** The left half of a SHA-256: `c_hash` and `s_hash` of the hybrid flow. */
function leftHalfHash(text: string): string {
  return createHash('sha256').update(text).digest().subarray(0, 16).toString('base64url')
}
