import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod'
import type { SignInMetrics } from '../metrics.ts'
import type { PasskeyDeps } from '../passkeys/register.ts'
import { sendError, signedIn, signedInAnywhere, webApi, type WebApiDeps } from '../web-api/web-api.ts'
import { checkStepUpCode } from './check-code.ts'
import { contactOf } from './contact.ts'
import { checkStepUpPasskey, stepUpOptions } from './passkey.ts'
import { describeMethods } from './rules.ts'
import { sendStepUpCode, type StepUpDeps } from './send-code.ts'

const sendBody = z.strictObject({ channel: z.enum(['sms', 'email']) })
const codeBody = z.strictObject({ code: z.string().max(40) })
const passkeyBody = z.strictObject({ response: z.looseObject({ id: z.string() }) })

/** A signed-in person proves again who they are, before an act that a thief would do first. It counts for this session only. */
export function stepUpRoutes(
  app: FastifyInstance,
  deps: WebApiDeps & PasskeyDeps & StepUpDeps & { signInMetrics: SignInMetrics; deskOrigin: string | undefined },
): void {
  webApi(app, deps, ['/step-up', '/step-up/*'])

  app.get(
    '/step-up',
    signedIn(deps, async (caller) => describeMethods(await contactOf(deps.db, caller.personId, deps.clock.now()))),
  )

  app.post(
    '/step-up/passkey/options',
    signedInAnywhere(deps, (caller) => stepUpOptions(deps, caller)),
  )

  app.post(
    '/step-up/passkey',
    signedInAnywhere(deps, async (caller, request, reply) => {
      const body = passkeyBody.safeParse(request.body)
      if (!body.success) return sendError(reply, 400, 'response is required')
      const checked = await checkStepUpPasskey(deps, caller, body.data.response)
      deps.signInMetrics.step('step-up', checked.kind)
      if (checked.kind === 'wait') return sendWait(reply, deps, checked.until)
      return checked.kind === 'verified' ? reply.code(204).send() : sendError(reply, 403, 'PASSKEY_REFUSED')
    }),
  )

  app.post(
    '/step-up/code/send',
    signedIn(deps, async (caller, request, reply) => {
      const body = sendBody.safeParse(request.body)
      if (!body.success) return sendError(reply, 400, 'channel must be sms or email')
      const sent = await sendStepUpCode(deps, caller, body.data.channel)
      deps.signInMetrics.step('step-up-code-sent', sent.kind)
      if (sent.kind === 'unavailable') return sendError(reply, 403, 'CHANNEL_NOT_AVAILABLE')
      return sent.kind === 'wait' ? sendWait(reply, deps, sent.until) : { resendAt: sent.resendAt, expiresAt: sent.expiresAt }
    }),
  )

  app.post(
    '/step-up/code',
    signedIn(deps, async (caller, request, reply) => {
      const body = codeBody.safeParse(request.body)
      const checked = await checkStepUpCode(deps, caller, body.success ? body.data.code : '')
      deps.signInMetrics.step('step-up', checked.kind)
      switch (checked.kind) {
        case 'verified':
          return { acr: checked.acr }
        case 'next':
          return { next: 'email' }
        case 'malformed':
          return sendError(reply, 400, 'code must be six digits')
        case 'wrong':
          return sendError(reply, 403, 'CODE_WRONG', { triesLeft: checked.triesLeft })
        case 'expired':
          return sendError(reply, 403, 'CODE_EXPIRED')
        case 'wait':
          return sendWait(reply, deps, checked.until)
      }
    }),
  )
}

function sendWait(reply: FastifyReply, deps: WebApiDeps, until: Date): FastifyReply {
  const seconds = Math.max(1, Math.ceil((until.getTime() - deps.clock.now().getTime()) / 1000))
  return sendError(reply.header('retry-after', String(seconds)), 429, 'RATE_LIMIT_EXCEEDED', { until })
}
