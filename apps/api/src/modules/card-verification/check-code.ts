import type { BodyOf } from '@nikau/contract'
import type { CardVerification, verifyFarmlandsCard } from '@nikau/contract/card-verification'
import { Refusal, refuse } from '../../http/refusal.ts'
import { payableByCard, verified, type VerifyMeans, type VerifyRefused } from './check-card.ts'
import { countTry, forgetAll } from './limits.ts'
import { codeHashOf, isSame, newToken, tokenHashOf } from './rules.ts'
import { closeSession, selectSession, takeGuess, verifySession } from './store.ts'

type CodeBody = Extract<BodyOf<typeof verifyFarmlandsCard>, { challengeType: 'verify-farmlands-otp' }>

/** Weighs one guess at a code. The right one is used up by it, and becomes a token for this one request. */
export async function checkCode(means: VerifyMeans, body: CodeBody): Promise<CardVerification | Refusal<VerifyRefused>> {
  const request = await payableByCard(means, body.paymentRequestId)
  if (request instanceof Refusal) return request
  const session = await selectSession(means.db, body.sessionId)
  if (session?.paymentRequestId !== request.id) return refuse('CODE_VERIFICATION_FAILED')
  if (session.step === 'closed') return refuse('CARD_VERIFICATION_TOO_MANY_ATTEMPTS')
  const at = means.machine.now()
  // Used up, or too old to be compared: nothing can be guessed here, so nothing is counted.
  if (session.step === 'verified' || session.codeExpiresAt! <= at) return refuse('CODE_VERIFICATION_FAILED')
  const card = session.cardKey.toString('hex')
  const guess = await countTry(means, means.db, 'code', card)
  const codeHash = guess && (await takeGuess(means.db, { id: session.id, most: means.rules.wrongCodes, at }))
  if (!guess || !codeHash) {
    await closeSession(means.db, session.id, at)
    return refuse('CARD_VERIFICATION_TOO_MANY_ATTEMPTS')
  }
  const given = codeHashOf(means.secret, { sessionId: session.id, cardKey: session.cardKey, code: body.params.otp })
  if (!isSame(given, codeHash)) return refuse('CODE_VERIFICATION_FAILED')
  const accessToken = newToken()
  const tokenExpiresAt = new Date(at.getTime() + means.rules.tokenSeconds * 1000)
  const first = await verifySession(means.db, { id: session.id, codeHash, tokenHash: tokenHashOf(accessToken), tokenExpiresAt, at })
  if (!first) return refuse('CODE_VERIFICATION_FAILED')
  await guess.giveBack(means.db)
  await forgetAll(means, means.db, 'send', card)
  return verified(session, accessToken)
}
