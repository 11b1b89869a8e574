import { sourceOf } from '@nikau/runtime'
import { deviceOf } from '@nikau/security-events'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { SignInMetrics } from '../metrics.ts'
import { deskEnrolledPage, deskEnrolmentPage, deskLinkSpentPage } from '../pages/desk.ts'
import { busyPage } from '../pages/error.ts'
import { deviceName, type PasskeyDeps } from '../passkeys/register.ts'
import { parsePasskeyResponse } from '../passkeys/response.ts'
import { countAttempt, type LimitDeps } from '../sign-in/limit.ts'
import { limits } from '../sign-in/rules.ts'
import { retryAfter, sendPage } from '../sign-in/steps.ts'
import { enrolmentOptions, enrolPasskey, findEnrolment } from './enrol.ts'

type Request = FastifyRequest<{ Params: { code: string } }>

/** An operator adds a passkey for the desk, with a link that two people agreed on. */
export function deskEnrolmentRoutes(app: FastifyInstance, deps: PasskeyDeps & LimitDeps & { signInMetrics: SignInMetrics; deskOrigin: string }): void {
  /** The enrolment of the link; otherwise answers the request. */
  const load = async (request: Request, reply: FastifyReply) => {
    const until = await countAttempt(deps, [{ limits: limits.deskEnrolment, subject: sourceOf(request.ip) }])
    if (until) {
      await sendPage(retryAfter(reply, deps, until), busyPage({ language: 'en-NZ', until }), 429)
      return undefined
    }
    const enrolment = await findEnrolment(deps, request.params.code)
    if (!enrolment) await sendPage(reply, deskLinkSpentPage(), 410)
    return enrolment
  }

  app.get('/desk-passkey/:code', async (request: Request, reply) => {
    const enrolment = await load(request, reply)
    return enrolment ? sendPage(reply, deskEnrolmentPage({ code: request.params.code, givenName: enrolment.givenName, failed: false })) : reply
  })

  app.post('/desk-passkey/:code/options', async (request: Request, reply) => {
    const enrolment = await load(request, reply)
    return enrolment ? await enrolmentOptions(deps, enrolment) : reply
  })

  app.post('/desk-passkey/:code', async (request: Request, reply) => {
    const enrolment = await load(request, reply)
    if (!enrolment) return reply
    const userAgent = request.headers['user-agent']
    const enrolled = await enrolPasskey(deps, enrolment.codeHash, {
      response: parsePasskeyResponse(request.body),
      name: `Desk, ${deviceName(userAgent)}`,
      source: { address: request.ip, device: deviceOf(userAgent) },
    })
    deps.signInMetrics.step('passkey-registered', enrolled ? 'saved' : 'refused')
    if (enrolled) return sendPage(reply, deskEnrolledPage({ desk: `${deps.deskOrigin}/desk` }))
    return sendPage(reply, deskEnrolmentPage({ code: request.params.code, givenName: enrolment.givenName, failed: true }), 400)
  })
}
