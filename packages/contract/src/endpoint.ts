import type * as z from 'zod/mini'

/** Who may call: anyone, a signed-in person, a merchant's API key, or either of the last two (both sides read a payment request). */
export type Access = 'public' | 'person' | 'merchant-key' | 'person-or-key'

/**
 * An endpoint is a value and the only description of the call: the API binds a use case to it, the web calls it through two
 * hooks, and the OpenAPI document is generated from it. `refusals` is the complete list of error codes, each with its status.
 */
export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Path with `:name` parameters, relative to the configured base. */
  readonly path: string
  readonly access: Access
  /**
   * Who may call it too: `payment-token` for the one payment request that the token was issued for, `transfer-link` (the key in the
   * link that the recipient was sent) for the asset transfer in the path.
   */
  readonly bearer?: 'payment-token' | 'transfer-link'
  readonly summary: string
  readonly params?: z.ZodMiniType
  readonly query?: z.ZodMiniType
  readonly body?: z.ZodMiniType
  readonly answer: z.ZodMiniType
  readonly refusals: Readonly<Record<string, number>>
  /** The answer is a page, `{items, nextPageKey?}`; the caller requests the next page until there is none. */
  readonly paged?: true
  /** The answer is a file of one of these media types instead of JSON; its schema is then `file`. */
  readonly files?: readonly string[]
  /** Of a file: it is public and never changes. Browsers may show it, and caches keep it. */
  readonly isImmutable?: true
  /** Of a body that may be larger than that of other calls. */
  readonly maxBodyBytes?: number
  /** The answer is a stream of server-sent events; the data of each is an answer as JSON. */
  readonly stream?: true
  /**
   * A person must have proved recently who they are. `always`: checked before the use case. `conditional`: the use case decides, by
   * the amount or by what changes. API keys are not people and are not asked.
   */
  readonly stepUp?: 'always' | 'conditional'
  /**
   * What the key of a staff till needs: `device` the key alone, `turn` also the turn of the person at the till. A till reaches nothing
   * else that is not public.
   */
  readonly till?: 'device' | 'turn'
  /** Rate limit for one caller. */
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
/** The error codes this endpoint's use case may return. */
export type RefusalOf<E extends Endpoint> = keyof E['refusals'] & string

/** Error codes that every endpoint may return. */
export const commonRefusals = {
  BAD_REQUEST: 400,
  UNAUTHORIZED: 401,
  SIGN_IN_AGAIN: 403,
  TILL_SIGN_ON_REQUIRED: 403,
  NOT_FOUND: 404,
  RATE_LIMIT_EXCEEDED: 429,
  INTERNAL: 500,
  UNAVAILABLE: 503,
} as const

export type CommonRefusal = keyof typeof commonRefusals

/** The path with its parameters filled in and escaped. */
export function pathOf(endpoint: Endpoint, params: Record<string, unknown> = {}): string {
  return endpoint.path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])))
}
