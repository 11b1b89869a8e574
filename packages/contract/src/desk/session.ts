import * as z from 'zod/mini'
import { timestamp } from '../wire.ts'
import { deskEndpoint } from './endpoint.ts'
import { deskRole, deskRoles } from './roles.ts'

/** An operator's session. It locks after some time without input and ends after a day's work, whatever happens. */
export const deskSession = z.object({
  operator: z.object({ id: z.string(), name: z.string(), roles: z.array(deskRole) }),
  /** Locked: every other call is refused with SESSION_LOCKED until a passkey was used. */
  locked: z.boolean(),
  /** When it locks unless there is input. */
  locksAt: timestamp,
  endsAt: timestamp,
  /** The last use of a passkey, and until when it counts for acts that need a recent one. */
  passkeyAt: timestamp,
  steppedUpUntil: timestamp,
  /** A desk over test data has the striped bar. */
  test: z.boolean(),
  /** The moment by the server. */
  now: timestamp,
})
export type DeskSession = z.output<typeof deskSession>

const anyOperator = { access: 'operator', roles: deskRoles, whileLocked: true } as const

export const getDeskSession = deskEndpoint({
  ...anyOperator,
  audit: 'none',
  method: 'GET',
  path: '/api/desk/session',
  summary: 'Get who is signed in, whether the session is locked, and when it ends',
  answer: deskSession,
  refusals: {},
})

export const recordDeskInput = deskEndpoint({
  ...anyOperator,
  audit: 'none',
  method: 'POST',
  path: '/api/desk/session/input',
  summary: 'Say that the operator has used keyboard or pointer, which keeps the session open. A refresh by itself does not',
  answer: deskSession,
  refusals: {},
  whileLocked: undefined,
})

export const lockDesk = deskEndpoint({
  ...anyOperator,
  audit: 'sign-in',
  method: 'POST',
  path: '/api/desk/session/lock',
  summary: 'Lock the session now',
  answer: deskSession,
  refusals: {},
})

export const startPasskey = deskEndpoint({
  ...anyOperator,
  audit: 'none',
  method: 'POST',
  path: '/api/desk/session/passkey/options',
  summary: 'Begin to use the passkey, to unlock the session or before an act that needs a recent one',
  /** What `navigator.credentials.get` takes, as JSON. */
  answer: z.record(z.string(), z.unknown()),
  refusals: { PASSKEY_REFUSED: 403 },
  perMinute: 30,
})

export const finishPasskey = deskEndpoint({
  ...anyOperator,
  audit: 'sign-in',
  method: 'POST',
  path: '/api/desk/session/passkey',
  summary: 'Finish the use of the passkey: the session is open, and acts that need a recent passkey are possible',
  body: z.object({ response: z.looseObject({ id: z.string() }) }),
  answer: deskSession,
  refusals: { PASSKEY_REFUSED: 403 },
  perMinute: 30,
})

export const endDeskSession = deskEndpoint({
  ...anyOperator,
  // The function that ends the session writes the audit log: afterwards nobody is signed in.
  audit: 'none',
  method: 'POST',
  path: '/api/desk/session/end',
  summary: 'Sign out',
  answer: z.object({}),
  refusals: {},
})
