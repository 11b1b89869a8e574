import type * as z from 'zod/mini'
import type { Endpoint } from '../endpoint.ts'
import type { DeskRole } from './roles.ts'

/**
 * A call of the desk, the console of the operators. It has a listener of its own: no process that serves customers has its routes, and
 * it is not in the OpenAPI document.
 */
export interface DeskEndpoint extends Pick<
  Endpoint,
  'method' | 'path' | 'summary' | 'params' | 'query' | 'body' | 'answer' | 'refusals' | 'paged' | 'files' | 'perMinute'
> {
  readonly access: 'operator'
  /** Who may call it: any of these roles will do. Every other operator is refused with OUTSIDE_ROLE. */
  readonly roles: readonly [DeskRole, ...DeskRole[]]
  /** What the call is about, for the audit log: `exception:{id}` with parameters of the path. */
  readonly subject?: string
  /** In the audit log: `looked` shows something, `acted` changes something. Nothing but the caller's own session is not in it. */
  readonly audit: 'looked' | 'acted' | 'sign-in' | 'none'
  /** The operator must have used a passkey in the last minutes, else STEP_UP_REQUIRED. */
  readonly stepUp?: 'always'
  /** Answered while the session is locked. */
  readonly whileLocked?: true
}

export function deskEndpoint<const E extends DeskEndpoint>(value: E): E {
  return value
}

type Out<T> = T extends z.ZodMiniType ? z.output<T> : undefined

export type DeskParamsOf<E extends DeskEndpoint> = Out<E['params']>
export type DeskQueryOf<E extends DeskEndpoint> = Out<E['query']>
export type DeskBodyOf<E extends DeskEndpoint> = Out<E['body']>
export type DeskAnswerOf<E extends DeskEndpoint> = Out<E['answer']>
export type DeskRefusalOf<E extends DeskEndpoint> = keyof E['refusals'] & string

/** Refusals that every call of the desk may return. */
export const deskRefusals = {
  BAD_REQUEST: 400,
  UNAUTHORIZED: 401,
  SESSION_LOCKED: 401,
  OUTSIDE_ROLE: 403,
  STEP_UP_REQUIRED: 403,
  OWN_ACCOUNT: 403,
  NOT_FOUND: 404,
  RATE_LIMIT_EXCEEDED: 429,
  INTERNAL: 500,
  UNAVAILABLE: 503,
} as const
