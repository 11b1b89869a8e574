import { parseMobile, formatMobileInternational } from '@nikau/nz/phone'
import type { Ids } from '@nikau/runtime'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { errors, type Provider } from 'oidc-provider'
import { z } from 'zod'
import { codePage } from '../pages/code.ts'
import { expiredPage } from '../pages/error.ts'
import { timeOfDay } from '../pages/layout.ts'
import { phonePage } from '../pages/phone.ts'
import { passkeyPage } from '../pages/passkey.ts'
import { deviceName, savePasskey, registrationOptions, type PasskeyDeps } from '../passkeys/register.ts'
import { authenticationOptions, verifyPasskey } from '../passkeys/sign-in.ts'
import { selectPasskeys } from '../passkeys/store.ts'
import { type Language, languageOf, languages } from '../texts.ts'
import type { SignInMetrics } from '../metrics.ts'
import { type Checked, checkCode } from './check-code.ts'
import { type BrowserHints, readBrowserHints, setBrowserHint } from './browser-hints.ts'
import { countAttempt } from './limit.ts'
import { limits } from './rules.ts'
import { type SendDeps, type Sent, sendCode } from './send-code.ts'
import { selectSignIn, type SignIn } from './store.ts'

export type SignInDeps = SendDeps & PasskeyDeps & { provider: Provider; ids: Ids; signInMetrics: SignInMetrics; home: string | undefined; secure: boolean }

type Request = FastifyRequest<{ Params: { uid: string } }>

interface SignInContext {
  uid: string
  language: Language
  signUp: boolean
  hint: string
  hints: BrowserHints
}

/** The steps of a sign-in. All state is in the database, so any instance can serve any step. */
export function signInRoutes(app: FastifyInstance, deps: SignInDeps): void {
  const { provider, db } = deps

  /** The sign-in of the browser's signed cookie. Undefined if it has expired, after sending the page that says so. */
  const loadContext = async (request: Request, reply: FastifyReply): Promise<SignInContext | undefined> => {
    try {
      const interaction = await provider.interactionDetails(request.raw, reply.raw)
      if (interaction.uid !== request.params.uid || interaction.prompt.name !== 'login') throw new errors.SessionNotFound('not this sign-in')
      const { params } = interaction
      const language = languageOf(request.headers.cookie, params.ui_locales)
      return { uid: interaction.uid, language, signUp: params.signup === '1', hint: prefill(params.u), hints: readBrowserHints(request.headers.cookie) }
    } catch (error) {
      if (!(error instanceof errors.SessionNotFound)) throw error
      reply.code(410).type('text/html; charset=utf-8')
      await reply.send(expiredPage({ language: languageOf(request.headers.cookie, undefined), home: deps.home }))
      return undefined
    }
  }

  const finish = async (request: Request, reply: FastifyReply, personId: string, amr: string[]) => {
    reply.hijack()
    await provider.interactionFinished(request.raw, reply.raw, { login: { accountId: personId, amr } }, { mergeWithLastSubmission: false })
  }

  const showNumber = (reply: FastifyReply, at: SignInContext, shown: { typed?: string; error?: string; passkeyError?: boolean; status?: number } = {}) =>
    reply
      .code(shown.status ?? 200)
      .type('text/html; charset=utf-8')
      .send(
        phonePage({
          ...at,
          typed: shown.typed ?? at.hint,
          error: shown.error,
          passkeyError: shown.passkeyError ?? false,
          passkeyFirst: at.hints.passkey && !at.signUp,
        }),
      )

  const showCode = (reply: FastifyReply, at: SignInContext, signIn: SignIn, error?: string, status = 200) =>
    reply
      .code(status)
      .type('text/html; charset=utf-8')
      .send(codePage({ ...at, signIn, now: deps.clock.now(), error }))

  app.get('/interaction/:uid', async (request: Request, reply) => {
    const at = await loadContext(request, reply)
    if (!at) return reply
    const signIn = await selectSignIn(db, at.uid)
    if (signIn?.personId) return await finish(request, reply, signIn.personId, amrOf(signIn))
    return showNumber(reply, at, signIn ? { typed: national(signIn.phone) } : {})
  })

  app.post('/interaction/:uid', async (request: Request, reply) => {
    const at = await loadContext(request, reply)
    if (!at) return reply
    const { phone: typed } = z.object({ phone: z.string().catch('') }).parse(request.body ?? {})
    const phone = parseMobile(typed)
    const texts = languages[at.language]
    if (!phone) return showNumber(reply, at, { typed: typed.slice(0, 40), error: typed.trim() === '' ? texts.phoneMissing : texts.phoneWrong, status: 400 })
    const sent = await sendCode(deps, { interaction: at.uid, phone, channel: 'sms', address: request.ip })
    deps.signInMetrics.step('code-sent', sent.kind)
    if (sent.kind === 'wait') return showNumber(retryAfter(reply, deps, sent.until), at, { typed, error: texts.wait(timeOfDay(sent.until)), status: 429 })
    return reply.redirect(`/interaction/${at.uid}/code`, 303)
  })

  app.get('/interaction/:uid/code', async (request: Request, reply) => {
    const at = await loadContext(request, reply)
    if (!at) return reply
    const signIn = await selectSignIn(db, at.uid)
    return signIn ? showCode(reply, at, signIn) : reply.redirect(`/interaction/${at.uid}`, 303)
  })

  app.post('/interaction/:uid/code', async (request: Request, reply) => {
    const at = await loadContext(request, reply)
    if (!at) return reply
    const body = z.object({ code: z.string().catch(''), passkeys: z.string().catch('') }).parse(request.body ?? {})
    const checked = await checkCode(deps, { interaction: at.uid, typed: body.code, address: request.ip })
    deps.signInMetrics.step('code-checked', checked.kind)
    const signIn = await selectSignIn(db, at.uid)
    if (checked.kind === 'none' || !signIn) return reply.redirect(`/interaction/${at.uid}`, 303)
    if (checked.kind === 'verified') {
      const offer = body.passkeys === 'yes' && !at.hints.noPasskey && (await selectPasskeys(db, checked.personId)).length === 0
      return offer ? reply.redirect(`/interaction/${at.uid}/passkey`, 303) : await finish(request, reply, checked.personId, amrOf(signIn))
    }
    if (checked.kind === 'wait') retryAfter(reply, deps, checked.until)
    return showCode(reply, at, signIn, refusalText(at.language, checked), checked.kind === 'wait' ? 429 : 400)
  })

  app.post('/interaction/:uid/resend', async (request: Request, reply) => {
    const at = await loadContext(request, reply)
    if (!at) return reply
    const { channel } = z.object({ channel: z.enum(['sms', 'email']).catch('sms') }).parse(request.body ?? {})
    const before = await selectSignIn(db, at.uid)
    if (!before) return reply.redirect(`/interaction/${at.uid}`, 303)
    const sent = await sendCode(deps, { interaction: at.uid, phone: before.phone, channel, address: request.ip })
    deps.signInMetrics.step('code-sent', sent.kind)
    if (sent.kind === 'sent') return reply.redirect(`/interaction/${at.uid}/code`, 303)
    if (sent.kind === 'wait') retryAfter(reply, deps, sent.until)
    return showCode(reply, at, before, sendFailureText(at.language, sent), 429)
  })

  app.post('/interaction/:uid/passkey/options', async (request: Request, reply) => {
    const at = await loadContext(request, reply)
    return at ? await authenticationOptions(deps, `sign-in:${at.uid}`) : reply
  })

  app.post('/interaction/:uid/passkey', async (request: Request, reply) => {
    const at = await loadContext(request, reply)
    if (!at) return reply
    const until = await countAttempt(deps, [{ limits: limits.passkeyFromAddress, subject: request.ip }])
    const personId = until ? undefined : await verifyPasskey(deps, `sign-in:${at.uid}`, parsePasskeyResponse(request.body))
    deps.signInMetrics.step('passkey-verified', personId ? 'verified' : 'refused')
    if (!personId) return showNumber(reply, at, { passkeyError: true, status: until ? 429 : 400 })
    setBrowserHint(reply, deps, { passkey: true })
    return await finish(request, reply, personId, ['pop', 'user'])
  })

  app.get('/interaction/:uid/passkey', async (request: Request, reply) => {
    const at = await loadContext(request, reply)
    if (!at) return reply
    const signIn = await selectSignIn(db, at.uid)
    if (!signIn?.personId) return reply.redirect(`/interaction/${at.uid}`, 303)
    return reply.type('text/html; charset=utf-8').send(passkeyPage({ ...at, failed: false }))
  })

  app.post('/interaction/:uid/passkey/new/options', async (request: Request, reply) => {
    const at = await loadContext(request, reply)
    if (!at) return reply
    const signIn = await selectSignIn(db, at.uid)
    if (!signIn?.personId) return reply.code(403).send({ statusCode: 403, error: 'Forbidden', message: 'FORBIDDEN' })
    return await registrationOptions(deps, `register:${at.uid}`, signIn.personId)
  })

  app.post('/interaction/:uid/passkey/new', async (request: Request, reply) => {
    const at = await loadContext(request, reply)
    if (!at) return reply
    const signIn = await selectSignIn(db, at.uid)
    if (!signIn?.personId) return reply.redirect(`/interaction/${at.uid}`, 303)
    const registration = { personId: signIn.personId, response: parsePasskeyResponse(request.body), name: deviceName(request.headers['user-agent']) }
    const saved = await savePasskey(deps, `register:${at.uid}`, registration)
    deps.signInMetrics.step('passkey-registered', saved ? 'saved' : 'refused')
    if (!saved)
      return reply
        .code(400)
        .type('text/html; charset=utf-8')
        .send(passkeyPage({ ...at, failed: true }))
    setBrowserHint(reply, deps, { passkey: true })
    return await finish(request, reply, signIn.personId, amrOf(signIn))
  })

  app.post('/interaction/:uid/finish', async (request: Request, reply) => {
    const at = await loadContext(request, reply)
    if (!at) return reply
    const signIn = await selectSignIn(db, at.uid)
    if (!signIn?.personId) return reply.redirect(`/interaction/${at.uid}`, 303)
    setBrowserHint(reply, deps, { noPasskey: true })
    return await finish(request, reply, signIn.personId, amrOf(signIn))
  })
}

function amrOf(signIn: SignIn): string[] {
  return signIn.channel === 'sms' ? ['otp', 'sms'] : ['otp']
}

/** `u` may be a mobile number or an email address; only a number prefills the form. */
function prefill(u: unknown): string {
  const phone = typeof u === 'string' ? parseMobile(u) : undefined
  return phone ? national(phone) : ''
}

/** Without the country code, which the form shows as a prefix. */
function national(phone: string): string {
  return formatMobileInternational(phone).replace(/^\+64 /, '')
}

function parsePasskeyResponse(body: unknown): unknown {
  const { response } = z.object({ response: z.string().max(20_000).catch('') }).parse(body ?? {})
  try {
    return JSON.parse(response)
  } catch {
    return undefined
  }
}

function retryAfter(reply: FastifyReply, deps: SendDeps, until: Date): FastifyReply {
  return reply.header('retry-after', String(Math.max(1, Math.ceil((until.getTime() - deps.clock.now().getTime()) / 1000))))
}

function refusalText(language: Language, checked: Exclude<Checked, { kind: 'verified' | 'none' }>): string {
  const texts = languages[language]
  if (checked.kind === 'wrong') return texts.codeWrong(checked.triesLeft)
  if (checked.kind === 'wait') return texts.wait(timeOfDay(checked.until))
  return { malformed: texts.codeMalformed, spent: texts.codeSpent, expired: texts.codeExpired }[checked.kind]
}

function sendFailureText(language: Language, sent: Exclude<Sent, { kind: 'sent' }>): string {
  const texts = languages[language]
  if (sent.kind === 'wait') return texts.wait(timeOfDay(sent.until))
  return sent.kind === 'too-soon' ? texts.tooSoon : texts.tooMany
}
