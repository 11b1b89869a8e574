import type { BodyOf } from '@nikau/contract'
import type { CardDetails, CardVerification, verifyFarmlandsCard } from '@nikau/contract/card-verification'
import { refusalOfStatus } from '@nikau/contract/payment-request-states'
import { cents } from '@nikau/money'
import { queueMessage } from '@nikau/rails'
import type { CardCompany, FindCompany, KnownCard } from '@nikau/rails/farmlands'
import type { Clock, Db, Ids, Log } from '@nikau/runtime'
import { inTransaction, Refusal, refuse } from '../../http/refusal.ts'
import { type RequestRow, selectRequest, statusOf } from '../payment-requests/index.ts'
import { countTry, type LimitMeans } from './limits.ts'
import { codeMessages } from './message.ts'
import {
  assetIdOf,
  assetTypeOf,
  cardKeyOf,
  codeHashOf,
  faultOf,
  isFarmCard,
  isSame,
  maskedEmail,
  maskedMobile,
  newCode,
  newToken,
  tokenHashOf,
} from './rules.ts'
import { closeSession, insertSession, replaceCode, selectSession, type SessionRow } from './store.ts'

export interface VerifyMeans extends LimitMeans {
  db: Db
  clock: Clock
  ids: Ids
  log: Log
  webOrigin: string
  companyOf: FindCompany
}

export type VerifyRefused = keyof typeof verifyFarmlandsCard.refusals
type CardBody = Extract<BodyOf<typeof verifyFarmlandsCard>, { challengeType: 'verify-farmlands-card' }>

/**
 * Shows a card to the company that gave it out. A card that is not known, one with another expiry and one with another CVC are the
 * same to whoever asks: the same work, the same answer, counted in the same way.
 */
export async function checkCard(means: VerifyMeans, body: CardBody): Promise<CardVerification | Refusal<VerifyRefused>> {
  const request = await payableByCard(means, body.paymentRequestId)
  if (request instanceof Refusal) return request
  const company = means.companyOf(request.test ? 'test' : 'main')
  if (!company) return refuse('CARD_COMPANY_UNAVAILABLE')
  const cardKey = cardKeyOf(means.secret, body.params.number)
  const earlier = body.sessionId === undefined ? undefined : await selectSession(means.db, body.sessionId)
  if (body.sessionId !== undefined && !isFor(earlier, request, cardKey)) return refuse('CARD_VERIFICATION_FAILED')
  if (earlier?.step === 'closed') return refuse('CARD_VERIFICATION_TOO_MANY_ATTEMPTS')
  const card = await recognise(means, company.rail, request, cardKey, body.params)
  if (card instanceof Refusal) return card
  const fault = faultOf(card, request.remaining)
  if (fault) return fault
  if (!card.codeNeeded) return await verifyAtOnce(means, request, cardKey, card)
  return await sendCode(means, request, cardKey, card, earlier?.step === 'code' ? earlier.id : undefined)
}

/** A request that can be paid, and by a card. What is only authorised is not charged yet, which the card company does not offer. */
export async function payableByCard(means: Pick<VerifyMeans, 'db' | 'clock'>, id: string): Promise<RequestRow | Refusal<VerifyRefused>> {
  const request = await selectRequest(means.db, id)
  if (!request) return refuse('REQUEST_NOT_FOUND')
  const status = statusOf(request, means.clock.now())
  if (status !== 'new') return refuse(refusalOfStatus[status])
  const takesCard = request.terms.paymentOptions.some((one) => one.assetType === assetTypeOf(request.test))
  return takesCard && !request.preAuth ? request : refuse('INVALID_ASSET_TYPE')
}

function isFor(session: SessionRow | undefined, request: RequestRow, cardKey: Buffer): boolean {
  return session?.paymentRequestId === request.id && isSame(session.cardKey, cardKey)
}

/** Each look at a card is counted as a wrong one until the company says otherwise; a card that was guessed at too often is not looked at. */
async function recognise(
  means: VerifyMeans,
  rail: CardCompany,
  request: RequestRow,
  cardKey: Buffer,
  { number, expiry, cvv }: CardDetails,
): Promise<KnownCard | Refusal<VerifyRefused>> {
  const ofRequest = await countTry(means, means.db, 'request', request.id)
  const ofCard = ofRequest && (await countTry(means, means.db, 'cvc', cardKey.toString('hex')))
  if (!ofRequest || !ofCard) return refuse('CARD_VERIFICATION_TOO_MANY_ATTEMPTS')
  // Somebody else's card is none of the company's business.
  if (!isFarmCard(number)) return refuse('CARD_VERIFICATION_FAILED')
  const seen = await rail.check({ number, expiry: expiry.replace('/', ''), cvc: cvv })
  if (seen.outcome === 'refused') return refuse('CARD_VERIFICATION_FAILED')
  for (const one of [ofRequest, ofCard]) await one.giveBack(means.db)
  if (seen.outcome === 'done') return seen.value
  means.log.warn({ paymentRequest: request.id, why: seen.why }, 'the card company did not say what it knows of a card')
  return refuse('CARD_COMPANY_UNAVAILABLE')
}

function newSession(means: VerifyMeans, request: RequestRow, cardKey: Buffer, card: KnownCard) {
  const at = means.machine.now()
  const names = { id: means.ids.public('cs_'), paymentRef: means.ids.public('fcp_') }
  return { ...names, paymentRequestId: request.id, test: request.test, cardKey, cardToken: card.token, lastFour: card.lastFour, at }
}

async function verifyAtOnce(means: VerifyMeans, request: RequestRow, cardKey: Buffer, card: KnownCard): Promise<CardVerification> {
  const session = newSession(means, request, cardKey, card)
  const accessToken = newToken()
  const tokenExpiresAt = new Date(session.at.getTime() + means.rules.tokenSeconds * 1000)
  await insertSession(means.db, { ...session, tokenHash: tokenHashOf(accessToken), tokenExpiresAt })
  return verified(session, accessToken)
}

export function verified(session: Pick<SessionRow, 'cardKey' | 'paymentRef' | 'test'>, accessToken: string): CardVerification {
  return { accessToken, assetId: assetIdOf(session.cardKey), externalPaymentRef: session.paymentRef, assetType: assetTypeOf(session.test) }
}

/** The messages leave with the commit that stores the code, or not at all. */
async function sendCode(
  means: VerifyMeans,
  request: RequestRow,
  cardKey: Buffer,
  card: KnownCard,
  again: string | undefined,
): Promise<CardVerification | Refusal<VerifyRefused>> {
  const session = newSession(means, request, cardKey, card)
  const sessionId = again ?? session.id
  const code = newCode()
  const { at } = session
  const fresh = {
    codeHash: codeHashOf(means.secret, { sessionId, cardKey, code }),
    codeExpiresAt: new Date(at.getTime() + means.rules.codeSeconds * 1000),
  }
  const sent = await inTransaction(means.db, async (tx) => {
    const sends = again === undefined ? 1 : await replaceCode(tx, { ...fresh, id: again, cardToken: card.token, mostSends: 1 + means.rules.resends, at })
    if (sends === undefined) return refuse('CARD_VERIFICATION_TOO_MANY_ATTEMPTS')
    if (again === undefined) await insertSession(tx, { ...session, ...fresh })
    if (!(await countTry(means, tx, 'send', cardKey.toString('hex')))) return refuse('CARD_VERIFICATION_TOO_MANY_ATTEMPTS')
    const words = { amount: cents(request.remaining), merchantName: request.merchantName, minutes: Math.floor(means.rules.codeSeconds / 60) }
    const about = { ...words, sessionId, sends, code, expiresAt: fresh.codeExpiresAt, host: new URL(means.webOrigin).host, contact: card.contact }
    for (const message of codeMessages(about)) await queueMessage(tx, message)
    return sends
  })
  if (sent instanceof Refusal) {
    // Asked for too often: the code that was sent last is void as well.
    if (again !== undefined) await closeSession(means.db, again, at)
    return sent
  }
  const { mobile, email } = card.contact
  return { sessionId, ...(mobile !== null && { phoneNumber: maskedMobile(mobile) }), ...(email !== null && { email: maskedEmail(email) }) }
}
