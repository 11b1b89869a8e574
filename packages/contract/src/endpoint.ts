import type * as z from 'zod/mini'

/** Who may call: anyone; a signed-in person; a merchant's key; either of the last two (both sides read a payment request). */
export type Access = 'public' | 'person' | 'merchant-key' | 'person-or-key'

/**
 * An endpoint is a value. The API binds a use case to it, the web calls it through two hooks, the OpenAPI document is
 * printed from it: nothing else describes the call. `refusals` is the closed list of codes, each with its status.
 */
export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Path with `:name` parameters, relative to the configured base. */
  readonly path: string
  readonly access: Access
  /** The token of a verified farm-supplies card may call it too, for the one payment request that it was given out for. */
  readonly cardToken?: true
  readonly summary: string
  readonly params?: z.ZodMiniType
  readonly query?: z.ZodMiniType
  readonly body?: z.ZodMiniType
  readonly answer: z.ZodMiniType
  readonly refusals: Readonly<Record<string, number>>
  /** A list answer `{items, nextPageKey?}`: the caller reads every page. */
  readonly paged?: true
  /** The answer is a file of one of these media types, sent as it is and not as JSON; its schema is then `file`. */
  readonly files?: readonly string[]
  /** Calls a minute allowed to one caller. */
  readonly perMinute?: number
}

export function endpoint<const E extends Endpoint>(value: E): E {
  return value
}

type Out<T> = T extends z.ZodMiniType ? z.output<T> : undefined

export type ParamsOf<E extends Endpoint> = Out<E['params']>
export type QueryOf<E extends Endpoint> = Out<E['query']>
export type BodyOf<E extends Endpoint> = Out<E['body']>
export type AnswerOf<E extends Endpoint> = Out<E['answer']>
/** The codes with which this endpoint's use case may refuse. */
export type RefusalOf<E extends Endpoint> = keyof E['refusals'] & string

/** Codes that the house itself answers with, whatever the endpoint. */
export const houseRefusals = {
  BAD_REQUEST: 400,
  UNAUTHORIZED: 401,
  NOT_FOUND: 404,
  RATE_LIMIT_EXCEEDED: 429,
  INTERNAL: 500,
  UNAVAILABLE: 503,
} as const

export type HouseRefusal = keyof typeof houseRefusals

/** The path of a call with its parameters filled in, each escaped. */
export function pathOf(endpoint: Endpoint, params: Record<string, unknown> = {}): string {
  return endpoint.path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])))
}
