import type { BodyOf } from '@nikau/contract'
import type { CardDetails, CardVerification, verifyFarmlandsCard } from '@nikau/contract/card-verification'
import { refusalOfStatus } from '@nikau/contract/payment-request-states'
import { cents } from '@nikau/money'
import { queueMessage } from '@nikau/rails'
import type { CardCompany, FindCompany, KnownCard } from '@nikau/rails/farmlands'
import type { Clock, Db, Ids, Log, Vault } from '@nikau/runtime'
import { inTransaction, Refusal, refuse } from '../../http/refusal.ts'
import { refusalIfStopped } from '../controls/index.ts'
import { type RequestRow, selectRequest, statusOf } from '../payment-requests/index.ts'
import { consumeAttempt, isLimited, type LimitDeps } from './limits.ts'
import { codeMessages, failedAttemptNotices } from './code-messages.ts'
import {
  assetIdOf,
  assetTypeOf,
  cardKeyOf,
  codeHashOf,
  faultOf,
  isFarmCard,
  isEqual,
  maskedEmail,
  maskedMobile,
  newCode,
  newToken,
  noticeAfter,
  tokenHashOf,
} from './rules.ts'
import { closeSession, insertSession, replaceCode, selectSession, type SessionRow } from './store-sessions.ts'

export interface VerifyDeps extends LimitDeps {
  db: Db
  clock: Clock
  ids: Ids
  log: Log
  webOrigin: string
  companyOf: FindCompany
  vault: Vault
}

export type VerifyRefused = keyof typeof verifyFarmlandsCard.refusals
type CardBody = Extract<BodyOf<typeof verifyFarmlandsCard>, { challengeType: 'verify-farmlands-card' }>

/**
 * Checks a card with the card company. An unknown card, a wrong expiry and a wrong CVC are indistinguishable to the caller: the same
 * work, the same refusal, the same limits.
 */
export async function checkCard(deps: VerifyDeps, body: CardBody, source: string): Promise<CardVerification | Refusal<VerifyRefused>> {
  const request = await payableByCard(deps, body.paymentRequestId)
  if (request instanceof Refusal) return request
  const stopped = await refusalIfStopped(deps.db, 'farm-card')
  if (stopped) return stopped
  const company = deps.companyOf(request.test ? 'test' : 'main')
  if (!company) return refuse('CARD_COMPANY_UNAVAILABLE')
  const cardKey = cardKeyOf(deps.secret, body.params.number)
  const earlier = body.sessionId === undefined ? undefined : await selectSession(deps.db, body.sessionId)
  if (body.sessionId !== undefined && !belongsTo(earlier, request, cardKey)) return refuse('CARD_VERIFICATION_FAILED')
  if (earlier?.step === 'closed') return refuse('CARD_VERIFICATION_TOO_MANY_ATTEMPTS')
  const found = await lookUpCard(deps, company.rail, { request, cardKey, source, details: body.params })
  if (found instanceof Refusal) return found
  const { card, earlierFailures } = found
  if (earlierFailures >= noticeAfter) await sendNotices(deps, cardKey, card)
  const fault = faultOf(card, request.remaining)
  if (fault) return fault
  if (!card.codeNeeded) return await verifyWithoutCode(deps, request, cardKey, card)
  return await sendCode(deps, request, cardKey, card, earlier?.step === 'code' ? earlier.id : undefined)
}

/** A request that a card can pay. Pre-authorisation is refused, because the card company does not offer it. */
export async function payableByCard(deps: Pick<VerifyDeps, 'db' | 'clock'>, id: string): Promise<RequestRow | Refusal<VerifyRefused>> {
  const request = await selectRequest(deps.db, id)
  if (!request) return refuse('REQUEST_NOT_FOUND')
  const status = statusOf(request, deps.clock.now())
  if (status !== 'new') return refuse(refusalOfStatus[status])
  const acceptsCard = request.terms.paymentOptions.some((option) => option.assetType === assetTypeOf(request.test))
  return acceptsCard && !request.preAuth ? request : refuse('INVALID_ASSET_TYPE')
}

function belongsTo(session: SessionRow | undefined, request: RequestRow, cardKey: Buffer): boolean {
  return session?.paymentRequestId === request.id && isEqual(session.cardKey, cardKey)
}

/**
 * Counts each check as a failed attempt until the company recognises the card. The limits of the source come first, so that it is
 * stopped before it locks a card for its holder; beyond the limit of the card it is not checked at all.
 */
async function lookUpCard(
  deps: VerifyDeps,
  rail: CardCompany,
  { request, cardKey, source, details }: { request: RequestRow; cardKey: Buffer; source: string; details: CardDetails },
): Promise<{ card: KnownCard; earlierFailures: number } | Refusal<VerifyRefused>> {
  const { number, expiry, cvv } = details
  const card = cardKey.toString('hex')
  // Counted only when a check fails: many customers may pay from one address at the same time.
  if (await isLimited(deps, deps.db, 'source', source)) return refuse('CARD_VERIFICATION_TOO_MANY_ATTEMPTS')
  const sourceAttempt = await consumeAttempt(deps, deps.db, 'cvc', `${source} ${card}`)
  const requestAttempt = sourceAttempt && (await consumeAttempt(deps, deps.db, 'request', request.id))
  const cardAttempt = requestAttempt && (await consumeAttempt(deps, deps.db, 'card', card))
  if (!sourceAttempt || !requestAttempt || !cardAttempt) return refuse('CARD_VERIFICATION_TOO_MANY_ATTEMPTS')
  // A card of another issuer is not disclosed to the company.
  const seen = isFarmCard(number) ? await rail.check({ number, expiry: expiry.replace('/', ''), cvc: cvv }) : undefined
  if (!seen || seen.outcome === 'refused') {
    await consumeAttempt(deps, deps.db, 'source', source)
    return refuse('CARD_VERIFICATION_FAILED')
  }
  for (const attempt of [sourceAttempt, requestAttempt, cardAttempt]) await attempt.restore(deps.db)
  if (seen.outcome === 'done') return { card: seen.value, earlierFailures: cardAttempt.earlier }
  deps.log.warn({ paymentRequest: request.id, reason: seen.reason }, 'card check failed')
  return refuse('CARD_COMPANY_UNAVAILABLE')
}

/** The company names the cardholder only for right details, so the notice waits for their next use of the card; one a day. */
async function sendNotices(deps: VerifyDeps, cardKey: Buffer, { lastFour, contact }: KnownCard): Promise<void> {
  const id = `${assetIdOf(cardKey)}:${deps.wallClock.now().toISOString().slice(0, 10)}`
  await inTransaction(deps.db, async (tx) => {
    for (const message of failedAttemptNotices({ id, lastFour, contact })) await queueMessage(tx, message)
  })
}

function newSession(deps: VerifyDeps, request: RequestRow, cardKey: Buffer, card: KnownCard) {
  const at = deps.wallClock.now()
  const names = { id: deps.ids.public('cs_'), paymentRef: deps.ids.public('fcp_') }
  const cardToken = deps.vault.seal(card.token, names.id)
  return { ...names, paymentRequestId: request.id, test: request.test, cardKey, cardToken, lastFour: card.lastFour, at }
}

async function verifyWithoutCode(deps: VerifyDeps, request: RequestRow, cardKey: Buffer, card: KnownCard): Promise<CardVerification> {
  const session = newSession(deps, request, cardKey, card)
  const accessToken = newToken()
  const tokenExpiresAt = new Date(session.at.getTime() + deps.rules.tokenSeconds * 1000)
  await insertSession(deps.db, { ...session, tokenHash: tokenHashOf(accessToken), tokenExpiresAt })
  return toVerification(session, accessToken)
}

export function toVerification(session: Pick<SessionRow, 'cardKey' | 'paymentRef' | 'test'>, accessToken: string): CardVerification {
  return { accessToken, assetId: assetIdOf(session.cardKey), externalPaymentRef: session.paymentRef, assetType: assetTypeOf(session.test) }
}

/** Stores the code and queues its messages in one transaction. `earlierSessionId` when a code is sent again. */
async function sendCode(
  deps: VerifyDeps,
  request: RequestRow,
  cardKey: Buffer,
  card: KnownCard,
  earlierSessionId: string | undefined,
): Promise<CardVerification | Refusal<VerifyRefused>> {
  const session = newSession(deps, request, cardKey, card)
  const sessionId = earlierSessionId ?? session.id
  const code = newCode()
  const { at } = session
  const fresh = {
    codeHash: codeHashOf(deps.secret, { sessionId, cardKey, code }),
    codeExpiresAt: new Date(at.getTime() + deps.rules.codeSeconds * 1000),
  }
  const sent = await inTransaction(deps.db, async (tx) => {
    const codesSent =
      earlierSessionId === undefined
        ? 1
        : await replaceCode(tx, {
            ...fresh,
            id: earlierSessionId,
            cardToken: deps.vault.seal(card.token, earlierSessionId),
            maxSends: 1 + deps.rules.resends,
            at,
          })
    if (codesSent === undefined) return refuse('CARD_VERIFICATION_TOO_MANY_ATTEMPTS')
    if (earlierSessionId === undefined) await insertSession(tx, { ...session, ...fresh })
    if (!(await consumeAttempt(deps, tx, 'send', cardKey.toString('hex')))) return refuse('CARD_VERIFICATION_TOO_MANY_ATTEMPTS')
    const text = { amount: cents(request.remaining), merchantName: request.merchantName, minutes: Math.floor(deps.rules.codeSeconds / 60) }
    const input = { ...text, sessionId, codesSent, code, expiresAt: fresh.codeExpiresAt, host: new URL(deps.webOrigin).host, contact: card.contact }
    for (const message of codeMessages(input)) await queueMessage(tx, message)
    return codesSent
  })
  if (sent instanceof Refusal) {
    // Too many codes requested: the last one is void too.
    if (earlierSessionId !== undefined) await closeSession(deps.db, earlierSessionId, at)
    return sent
  }
  const { mobile, email } = card.contact
  return { sessionId, ...(mobile !== null && { phoneNumber: maskedMobile(mobile) }), ...(email !== null && { email: maskedEmail(email) }) }
}
