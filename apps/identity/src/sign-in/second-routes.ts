import type { FastifyInstance, FastifyReply } from 'fastify'
import { codePage, secondCode } from '../pages/code.ts'
import { dormantPage, secondProofPage } from '../pages/second-proof.ts'
import { checkSecondCode, secondProofs, sendSecondCode } from './second-proof.ts'
import {
  finishOrOffer,
  guessOf,
  isVerified,
  loadContext,
  refusalText,
  type Request,
  retryAfter,
  sendFailureText,
  sendPage,
  type SignInContext,
  type SignInDeps,
  type VerifiedSignIn,
} from './steps.ts'
import { selectSignIn } from './store.ts'
import { selectSecondCode } from './store-second-code.ts'

/** The second proof of a dormant person: the choice, and the second code. A passkey is checked by the route of every sign-in. */
export function secondProofRoutes(app: FastifyInstance, deps: SignInDeps): void {
  const { db } = deps

  /** The context and the sign-in whose number is proved; otherwise answers the request. */
  const load = async (request: Request, reply: FastifyReply): Promise<{ at: SignInContext; signIn: VerifiedSignIn } | undefined> => {
    const at = await loadContext(deps, request, reply)
    const signIn = at && (await selectSignIn(db, at.uid))
    if (at && isVerified(signIn) && signIn.secondProof !== null) return { at, signIn }
    if (at) await reply.redirect(`/interaction/${at.uid}`, 303)
    return undefined
  }

  app.get('/interaction/:uid/second', async (request: Request, reply) => {
    const loaded = await load(request, reply)
    return loaded ? await showSecondProof(deps, reply, loaded.at, loaded.signIn) : reply
  })

  app.post('/interaction/:uid/second/send', async (request: Request, reply) => {
    const loaded = await load(request, reply)
    if (!loaded) return reply
    const { at, signIn } = loaded
    const { code } = await secondProofs(deps, signIn)
    if (!code || signIn.secondProof === 'done') return reply.redirect(`/interaction/${at.uid}/second`, 303)
    const sent = await sendSecondCode(deps, signIn, code, at.from.address)
    deps.signInMetrics.step('second-code-sent', sent.kind)
    if (sent.kind === 'sent') return reply.redirect(`/interaction/${at.uid}/second/code`, 303)
    if (sent.kind === 'wait') retryAfter(reply, deps, sent.until)
    const current = await selectSecondCode(db, at.uid)
    const error = sendFailureText(at.language, sent)
    if (!current) return await showSecondProof(deps, reply, at, signIn, { error, status: 429 })
    return sendPage(reply, codePage({ ...at, entry: secondCode(at.language, at.uid, signIn, current), now: deps.clock.now(), error }), 429)
  })

  app.get('/interaction/:uid/second/code', async (request: Request, reply) => {
    const loaded = await load(request, reply)
    if (!loaded) return reply
    const { at, signIn } = loaded
    const code = await selectSecondCode(db, at.uid)
    if (!code) return reply.redirect(`/interaction/${at.uid}/second`, 303)
    return sendPage(reply, codePage({ ...at, entry: secondCode(at.language, at.uid, signIn, code), now: deps.clock.now() }))
  })

  app.post('/interaction/:uid/second/code', async (request: Request, reply) => {
    const loaded = await load(request, reply)
    if (!loaded) return reply
    const { at, signIn } = loaded
    const checked = await checkSecondCode(deps, signIn, guessOf(at, request.body))
    deps.signInMetrics.step('second-code-checked', checked.kind)
    if (checked.kind === 'verified') return await finishOrOffer(deps, request, reply, at, { ...signIn, secondProof: 'done' })
    const code = await selectSecondCode(db, at.uid)
    if (checked.kind === 'none' || !code) return reply.redirect(`/interaction/${at.uid}/second`, 303)
    if (checked.kind === 'wait') retryAfter(reply, deps, checked.until)
    const entry = secondCode(at.language, at.uid, signIn, code)
    const status = checked.kind === 'wait' ? 429 : 400
    return sendPage(reply, codePage({ ...at, entry, now: deps.clock.now(), error: refusalText(at.language, checked) }), status)
  })
}

/** The page with the proofs that this person can give, or the one that says how to get help. */
export async function showSecondProof(
  deps: SignInDeps,
  reply: FastifyReply,
  at: SignInContext,
  signIn: VerifiedSignIn,
  shown: { error?: string; passkeyError?: boolean; status?: number } = {},
): Promise<FastifyReply> {
  const { passkey, code } = await secondProofs(deps, signIn)
  if (!passkey && !code) return sendPage(reply, dormantPage({ ...at, supportEmail: deps.supportEmail }), 403)
  const { status = 200, ...errors } = shown
  return sendPage(reply, secondProofPage({ ...at, ...errors, passkey, code: code?.channel, supportEmail: deps.supportEmail }), status)
}
