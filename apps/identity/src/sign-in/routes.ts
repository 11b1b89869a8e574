import { parseMobile } from '@nikau/nz/phone'
import { sourceOf } from '@nikau/runtime'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod'
import { checkDeskPasskey, deskPasskeyOptions, showDeskSignIn } from '../desk/sign-in.ts'
import { codePage, firstCode } from '../pages/code.ts'
import { timeOfDay } from '../pages/layout.ts'
import { phonePage } from '../pages/phone.ts'
import { passkeyPage } from '../pages/passkey.ts'
import { deviceName, savePasskey, registrationOptions } from '../passkeys/register.ts'
import { parsePasskeyResponse } from '../passkeys/response.ts'
import { authenticationOptions, verifyPasskey } from '../passkeys/sign-in.ts'
import { languages } from '../texts.ts'
import { checkCode } from './check-code.ts'
import { setBrowserHint } from './browser-hints.ts'
import { anyonesDevice } from './devices.ts'
import { countAttempt } from './limit.ts'
import { limits } from './rules.ts'
import { secondProofRoutes, showSecondProof } from './second-routes.ts'
import { sendCode } from './send-code.ts'
import {
  amrOf,
  finish,
  finishOrOffer,
  guessOf,
  isComplete,
  isVerified,
  loadAnyContext,
  loadContext,
  national,
  refusalText,
  type Request,
  retryAfter,
  sendFailureText,
  sendPage,
  type SignInContext,
  type SignInDeps,
} from './steps.ts'
import { selectSignIn, type SignIn } from './store.ts'

const codeRequest = z.object({ phone: z.string().catch(''), channel: z.enum(['sms', 'email']).catch('sms') })

/** The steps of a sign-in. All state is in the database, so any instance can serve any step. */
export function signInRoutes(app: FastifyInstance, deps: SignInDeps): void {
  const { db } = deps

  const showNumber = (
    reply: FastifyReply,
    at: SignInContext,
    shown: { typed?: string; error?: string; passkeyError?: boolean; byEmail?: boolean; status?: number } = {},
  ) => {
    const { status = 200, passkeyError = false, byEmail = false } = shown
    const passkeyFirst = at.hints.passkey && !at.signUp
    return sendPage(
      reply,
      phonePage({ ...at, typed: shown.typed ?? at.hint, error: shown.error, passkeyError, byEmail, passkeyFirst, home: deps.home }),
      status,
    )
  }

  const showCode = (reply: FastifyReply, at: SignInContext, signIn: SignIn, shown: { error?: string; byEmail?: boolean; status?: number } = {}) => {
    const { status = 200, ...rest } = shown
    return sendPage(reply, codePage({ ...at, ...rest, entry: firstCode(at.language, at.uid, signIn), now: deps.clock.now() }), status)
  }

  app.get('/interaction/:uid', async (request: Request, reply) => {
    const at = await loadAnyContext(deps, request, reply)
    if (!at) return reply
    if (at.desk) return showDeskSignIn(reply, at)
    const signIn = await selectSignIn(db, at.uid)
    if (isComplete(signIn)) return await finish(deps, request, reply, signIn.personId, amrOf(signIn))
    if (isVerified(signIn)) return reply.redirect(`/interaction/${at.uid}/second`, 303)
    return showNumber(reply, at, signIn ? { typed: national(signIn.phone) } : {})
  })

  app.post('/interaction/:uid', async (request: Request, reply) => {
    const at = await loadContext(deps, request, reply)
    if (!at) return reply
    const { phone: typed, channel } = codeRequest.parse(request.body ?? {})
    const phone = parseMobile(typed)
    const texts = languages[at.language]
    if (!phone) return showNumber(reply, at, { typed: typed.slice(0, 40), error: typed.trim() === '' ? texts.phoneMissing : texts.phoneWrong, status: 400 })
    const sent = await sendCode(deps, { interaction: at.uid, phone, channel, ...at.from })
    deps.signInMetrics.step('code-sent', sent.kind)
    if (sent.kind !== 'wait') return reply.redirect(`/interaction/${at.uid}/code`, 303)
    retryAfter(reply, deps, sent.until)
    return showNumber(reply, at, { typed, error: texts.wait(timeOfDay(sent.until)), byEmail: sent.byEmail, status: 429 })
  })

  app.get('/interaction/:uid/code', async (request: Request, reply) => {
    const at = await loadContext(deps, request, reply)
    if (!at) return reply
    const signIn = await selectSignIn(db, at.uid)
    return signIn ? showCode(reply, at, signIn) : reply.redirect(`/interaction/${at.uid}`, 303)
  })

  app.post('/interaction/:uid/code', async (request: Request, reply) => {
    const at = await loadContext(deps, request, reply)
    if (!at) return reply
    const checked = await checkCode(deps, guessOf(at, request.body))
    deps.signInMetrics.step('code-checked', checked.kind)
    const signIn = await selectSignIn(db, at.uid)
    if (checked.kind === 'none' || !signIn) return reply.redirect(`/interaction/${at.uid}`, 303)
    if (checked.kind === 'second-proof') return reply.redirect(`/interaction/${at.uid}/second`, 303)
    if (checked.kind === 'verified') return await finishOrOffer(deps, request, reply, at, { ...signIn, personId: checked.personId })
    if (checked.kind === 'wait') retryAfter(reply, deps, checked.until)
    return showCode(reply, at, signIn, { error: refusalText(at.language, checked), status: checked.kind === 'wait' ? 429 : 400 })
  })

  app.post('/interaction/:uid/resend', async (request: Request, reply) => {
    const at = await loadContext(deps, request, reply)
    if (!at) return reply
    const { channel } = codeRequest.parse(request.body ?? {})
    const before = await selectSignIn(db, at.uid)
    if (!before) return reply.redirect(`/interaction/${at.uid}`, 303)
    const sent = await sendCode(deps, { interaction: at.uid, phone: before.phone, channel, ...at.from })
    deps.signInMetrics.step('code-sent', sent.kind)
    if (sent.kind === 'sent') return reply.redirect(`/interaction/${at.uid}/code`, 303)
    if (sent.kind === 'wait') retryAfter(reply, deps, sent.until)
    return showCode(reply, at, before, { error: sendFailureText(at.language, sent), byEmail: sent.kind === 'wait' && sent.byEmail, status: 429 })
  })

  secondProofRoutes(app, deps)

  app.post('/interaction/:uid/passkey/options', async (request: Request, reply) => {
    const at = await loadAnyContext(deps, request, reply)
    if (!at) return reply
    return at.desk ? await deskPasskeyOptions(deps, at) : await authenticationOptions(deps, `sign-in:${at.uid}`)
  })

  app.post('/interaction/:uid/passkey', async (request: Request, reply) => {
    const at = await loadAnyContext(deps, request, reply)
    if (!at) return reply
    if (at.desk) return await checkDeskPasskey(deps, request, reply, at)
    const known = await anyonesDevice(db, at.from.deviceToken)
    const counted = known ? { limits: limits.passkeyFromDevice, subject: known } : { limits: limits.passkeyFromAddress, subject: sourceOf(at.from.address) }
    const until = await countAttempt(deps, [counted])
    const personId = until ? undefined : await verifyPasskey(deps, `sign-in:${at.uid}`, parsePasskeyResponse(request.body), { desk: false })
    deps.signInMetrics.step('passkey-verified', personId ? 'verified' : 'refused')
    if (!personId) {
      const signIn = await selectSignIn(db, at.uid)
      const shown = { passkeyError: true, status: until ? 429 : 400 }
      return isVerified(signIn) && !isComplete(signIn) ? await showSecondProof(deps, reply, at, signIn, shown) : showNumber(reply, at, shown)
    }
    setBrowserHint(reply, deps, { passkey: true })
    return await finish(deps, request, reply, personId, ['pop', 'user'])
  })

  app.get('/interaction/:uid/passkey', async (request: Request, reply) => {
    const at = await loadContext(deps, request, reply)
    if (!at) return reply
    if (!isComplete(await selectSignIn(db, at.uid))) return reply.redirect(`/interaction/${at.uid}`, 303)
    return sendPage(reply, passkeyPage({ ...at, failed: false }))
  })

  app.post('/interaction/:uid/passkey/new/options', async (request: Request, reply) => {
    const at = await loadContext(deps, request, reply)
    if (!at) return reply
    const signIn = await selectSignIn(db, at.uid)
    if (!isComplete(signIn)) return reply.code(403).send({ statusCode: 403, error: 'Forbidden', message: 'FORBIDDEN' })
    return await registrationOptions(deps, `register:${at.uid}`, signIn.personId)
  })

  app.post('/interaction/:uid/passkey/new', async (request: Request, reply) => {
    const at = await loadContext(deps, request, reply)
    if (!at) return reply
    const signIn = await selectSignIn(db, at.uid)
    if (!isComplete(signIn)) return reply.redirect(`/interaction/${at.uid}`, 303)
    const { address, device } = at.from
    const saved = await savePasskey(deps, `register:${at.uid}`, {
      personId: signIn.personId,
      response: parsePasskeyResponse(request.body),
      name: deviceName(request.headers['user-agent']),
      onlyFirst: true,
      source: { address, device },
    })
    deps.signInMetrics.step('passkey-registered', saved ? 'saved' : 'refused')
    if (!saved) return sendPage(reply, passkeyPage({ ...at, failed: true }), 400)
    setBrowserHint(reply, deps, { passkey: true })
    return await finish(deps, request, reply, signIn.personId, amrOf(signIn))
  })

  app.post('/interaction/:uid/finish', async (request: Request, reply) => {
    const at = await loadContext(deps, request, reply)
    if (!at) return reply
    const signIn = await selectSignIn(db, at.uid)
    if (!isComplete(signIn)) return reply.redirect(`/interaction/${at.uid}`, 303)
    setBrowserHint(reply, deps, { noPasskey: true })
    return await finish(deps, request, reply, signIn.personId, amrOf(signIn))
  })
}
