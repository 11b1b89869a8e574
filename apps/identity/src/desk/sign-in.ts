import { sourceOf } from '@nikau/runtime'
import type { FastifyReply } from 'fastify'
import { deskSignInPage } from '../pages/desk.ts'
import { authenticationOptions, verifyPasskey } from '../passkeys/sign-in.ts'
import { parsePasskeyResponse } from '../passkeys/response.ts'
import { countAttempt } from '../sign-in/limit.ts'
import { limits } from '../sign-in/rules.ts'
import { finish, type Request, retryAfter, sendPage, type SignInContext, type SignInDeps } from '../sign-in/steps.ts'
import { isOperator } from './store.ts'

// The steps of a sign-in at the desk: a page, and a desk passkey of an operator. There is nothing else to sign in with.

export function showDeskSignIn(reply: FastifyReply, at: SignInContext, shown: { failed?: boolean; status?: number } = {}): FastifyReply {
  return sendPage(reply, deskSignInPage({ uid: at.uid, failed: shown.failed ?? false }), shown.status ?? 200)
}

/** Names no passkey: the device finds its own. */
export async function deskPasskeyOptions(deps: SignInDeps, at: SignInContext) {
  return await authenticationOptions(deps, ownerOf(at))
}

/**
 * An answer to the challenge ends the sign-in, and all refusals are the same: they do not tell whether there is such a passkey, whether
 * it is a customer's, or whether its person is an operator.
 */
export async function checkDeskPasskey(deps: SignInDeps, request: Request, reply: FastifyReply, at: SignInContext): Promise<unknown> {
  const until = await countAttempt(deps, [{ limits: limits.passkeyFromAddress, subject: sourceOf(at.from.address) }])
  if (until) return showDeskSignIn(retryAfter(reply, deps, until), at, { failed: true, status: 429 })
  const response = parsePasskeyResponse(request.body)
  if (response === undefined) return showDeskSignIn(reply, at, { failed: true, status: 400 })
  const personId = await verifyPasskey(deps, ownerOf(at), response, { desk: true })
  const operator = personId !== undefined && (await isOperator(deps.db, personId))
  deps.signInMetrics.step('passkey-verified', operator ? 'verified' : 'refused')
  if (operator) return await finish(deps, request, reply, personId, ['pop', 'user', 'desk'])
  reply.hijack()
  const refusal = { error: 'access_denied', error_description: 'NOT_AN_OPERATOR' }
  return await deps.provider.interactionFinished(request.raw, reply.raw, refusal, { mergeWithLastSubmission: false })
}

function ownerOf(at: SignInContext): string {
  return `desk-sign-in:${at.uid}`
}
