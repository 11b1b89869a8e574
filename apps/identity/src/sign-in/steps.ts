import { parseMobile, formatMobileInternational } from '@nikau/nz/phone'
import type { Ids } from '@nikau/runtime'
import { deviceOf } from '@nikau/security-events'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { errors, type Provider } from 'oidc-provider'
import { expiredPage } from '../pages/error.ts'
import { timeOfDay } from '../pages/layout.ts'
import type { PasskeyDeps } from '../passkeys/register.ts'
import { selectPasskeys } from '../passkeys/store.ts'
import { deskClientId } from '../provider/clients.ts'
import { type Language, languageOf, languages } from '../texts.ts'
import type { SignInMetrics } from '../metrics.ts'
import { type BrowserHints, readBrowserHints } from './browser-hints.ts'
import type { Checked, Guess } from './guess.ts'
import { readDeviceToken } from './devices.ts'
import type { SendDeps, Sent } from './send-code.ts'
import type { SignIn } from './store.ts'

export type SignInDeps = SendDeps &
  PasskeyDeps & { provider: Provider; ids: Ids; signInMetrics: SignInMetrics; home: string | undefined; secure: boolean; supportEmail: string }

export type Request = FastifyRequest<{ Params: { uid: string } }>

/** The request of one step: which sign-in, in which language, and where it comes from. */
export interface SignInContext {
  uid: string
  /** An operator signs in at the desk. */
  desk: boolean
  language: Language
  signUp: boolean
  hint: string
  hints: BrowserHints
  from: { address: string; device: string; deviceToken: string | undefined }
}

/** A customer's sign-in. One at the desk is refused: there is no code on the way to it, and no passkey is added. */
export async function loadContext(deps: SignInDeps, request: Request, reply: FastifyReply): Promise<SignInContext | undefined> {
  const at = await loadAnyContext(deps, request, reply)
  if (!at?.desk) return at
  await reply.code(403).send({ statusCode: 403, error: 'Forbidden', message: 'FORBIDDEN' })
  return undefined
}

/** The sign-in of the browser's signed cookie. Undefined if it has expired, after sending the page that says so. */
export async function loadAnyContext(deps: SignInDeps, request: Request, reply: FastifyReply): Promise<SignInContext | undefined> {
  try {
    const interaction = await deps.provider.interactionDetails(request.raw, reply.raw)
    if (interaction.uid !== request.params.uid || interaction.prompt.name !== 'login') throw new errors.SessionNotFound('not this sign-in')
    const { params } = interaction
    const { cookie, 'user-agent': userAgent } = request.headers
    return {
      uid: interaction.uid,
      desk: params.client_id === deskClientId,
      language: languageOf(cookie, params.ui_locales),
      signUp: params.signup === '1',
      hint: prefill(params.u),
      hints: readBrowserHints(cookie, deps),
      from: { address: request.ip, device: deviceOf(userAgent), deviceToken: readDeviceToken(cookie, deps) },
    }
  } catch (error) {
    if (!(error instanceof errors.SessionNotFound)) throw error
    await sendPage(reply, expiredPage({ language: languageOf(request.headers.cookie, undefined), home: deps.home }), 410)
    return undefined
  }
}

export function sendPage(reply: FastifyReply, page: string, status = 200): FastifyReply {
  return reply.code(status).type('text/html; charset=utf-8').send(page)
}

/** The person is signed in: the provider goes on in the browser. */
export async function finish(deps: SignInDeps, request: Request, reply: FastifyReply, personId: string, amr: string[]): Promise<void> {
  reply.hijack()
  await deps.provider.interactionFinished(request.raw, reply.raw, { login: { accountId: personId, amr } }, { mergeWithLastSubmission: false })
}

/** After a code: offers a passkey once, in a browser that supports them, to a person without one. */
export async function finishOrOffer(deps: SignInDeps, request: Request, reply: FastifyReply, at: SignInContext, signIn: VerifiedSignIn): Promise<unknown> {
  const supported = (request.body as { passkeys?: unknown } | undefined)?.passkeys === 'yes'
  const offer = supported && !at.hints.noPasskey && (await selectPasskeys(deps.db, signIn.personId, { desk: false })).length === 0
  return offer ? reply.redirect(`/interaction/${at.uid}/passkey`, 303) : await finish(deps, request, reply, signIn.personId, amrOf(signIn))
}

export type VerifiedSignIn = SignIn & { personId: string }

/** The code was right. More proof may still be needed. */
export function isVerified(signIn: SignIn | undefined): signIn is VerifiedSignIn {
  return signIn !== undefined && signIn.personId !== null
}

/** Nothing more has to be proved. */
export function isComplete(signIn: SignIn | undefined): signIn is VerifiedSignIn {
  return isVerified(signIn) && signIn.secondProof !== 'needed'
}

export function amrOf(signIn: SignIn): string[] {
  return signIn.secondProof === 'done' ? ['otp', 'sms', 'email'] : ['otp', signIn.channel]
}

export function guessOf(at: SignInContext, body: unknown): Guess {
  const code = (body as { code?: unknown } | undefined)?.code
  return { interaction: at.uid, typed: typeof code === 'string' ? code : '', ...at.from }
}

/** `u` may be a mobile number or an email address; only a number prefills the form. */
function prefill(u: unknown): string {
  const phone = typeof u === 'string' ? parseMobile(u) : undefined
  return phone ? national(phone) : ''
}

/** Without the country code, which the form shows as a prefix. */
export function national(phone: string): string {
  return formatMobileInternational(phone).replace(/^\+64 /, '')
}

export function retryAfter(reply: FastifyReply, deps: Pick<SendDeps, 'clock'>, until: Date): FastifyReply {
  return reply.header('retry-after', String(Math.max(1, Math.ceil((until.getTime() - deps.clock.now().getTime()) / 1000))))
}

export function refusalText(language: Language, checked: Exclude<Checked, { kind: 'verified' | 'second-proof' | 'none' }>): string {
  const texts = languages[language]
  if (checked.kind === 'wrong') return texts.codeWrong(checked.triesLeft)
  if (checked.kind === 'wait') return texts.wait(timeOfDay(checked.until))
  return { malformed: texts.codeMalformed, spent: texts.codeSpent, expired: texts.codeExpired }[checked.kind]
}

export function sendFailureText(language: Language, sent: Exclude<Sent, { kind: 'sent' }>): string {
  const texts = languages[language]
  if (sent.kind === 'wait') return texts.wait(timeOfDay(sent.until))
  return sent.kind === 'too-soon' ? texts.tooSoon : texts.tooMany
}
