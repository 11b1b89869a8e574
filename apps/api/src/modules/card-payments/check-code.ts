import type { BodyOf } from '@nikau/contract'
import type { CardVerification, verifyFarmlandsCard } from '@nikau/contract/card-verification'
import { Refusal, refuse } from '../../http/refusal.ts'
import { payableByCard, toVerification, type VerifyDeps, type VerifyRefused } from './check-card.ts'
import { consumeAttempt, resetAttempts } from './limits.ts'
import { codeHashOf, isEqual, newToken, tokenHashOf } from './rules.ts'
import { closeSession, selectSession, countGuess, verifySession } from './store-sessions.ts'

type CodeBody = Extract<BodyOf<typeof verifyFarmlandsCard>, { challengeType: 'verify-farmlands-otp' }>

/** Verifies a one-time code. The right code is consumed and exchanged for a token for this request. */
export async function checkCode(deps: VerifyDeps, body: CodeBody): Promise<CardVerification | Refusal<VerifyRefused>> {
  const request = await payableByCard(deps, body.paymentRequestId)
  if (request instanceof Refusal) return request
  const session = await selectSession(deps.db, body.sessionId)
  if (session?.paymentRequestId !== request.id) return refuse('CODE_VERIFICATION_FAILED')
  if (session.step === 'closed') return refuse('CARD_VERIFICATION_TOO_MANY_ATTEMPTS')
  const at = deps.wallClock.now()
  // A used or expired code cannot be guessed, so the attempt is not counted.
  if (session.step === 'verified' || session.codeExpiresAt! <= at) return refuse('CODE_VERIFICATION_FAILED')
  const card = session.cardKey.toString('hex')
  const guess = await consumeAttempt(deps, deps.db, 'code', card)
  const codeHash = guess && (await countGuess(deps.db, { id: session.id, max: deps.rules.wrongCodes, at }))
  if (!guess || !codeHash) {
    await closeSession(deps.db, session.id, at)
    return refuse('CARD_VERIFICATION_TOO_MANY_ATTEMPTS')
  }
  const enteredHash = codeHashOf(deps.secret, { sessionId: session.id, cardKey: session.cardKey, code: body.params.otp })
  if (!isEqual(enteredHash, codeHash)) return refuse('CODE_VERIFICATION_FAILED')
  const accessToken = newToken()
  const tokenExpiresAt = new Date(at.getTime() + deps.rules.tokenSeconds * 1000)
  const isVerified = await verifySession(deps.db, { id: session.id, codeHash, tokenHash: tokenHashOf(accessToken), tokenExpiresAt, at })
  if (!isVerified) return refuse('CODE_VERIFICATION_FAILED')
  await guess.restore(deps.db)
  await resetAttempts(deps, deps.db, 'send', card)
  return toVerification(session, accessToken)
}
