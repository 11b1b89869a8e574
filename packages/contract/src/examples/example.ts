import type * as z from 'zod/mini'
import type { Endpoint } from '../endpoint.ts'

type In<T> = T extends z.ZodMiniType ? z.input<T> : never

/** A call as it is on the wire: what is sent, and its answer unless that is a file. */
export interface Example {
  params?: Readonly<Record<string, string>>
  query?: Readonly<Record<string, unknown>>
  body?: unknown
  answer?: unknown
}

type ExampleOf<E extends Endpoint> = (E['params'] extends z.ZodMiniType ? { params: In<E['params']> } : object) &
  (E['query'] extends z.ZodMiniType ? { query?: In<E['query']> } : object) &
  (E['body'] extends z.ZodMiniType ? { body: In<E['body']> } : object) &
  (E extends { files: readonly string[] } ? object : { answer: In<E['answer']> })

/** Of one endpoint. Its types are those of the endpoint's schemas; openapi-examples.test.ts decodes it by them. */
export function exampleOf<E extends Endpoint>(endpoint: E, example: ExampleOf<E>): [Endpoint, Example] {
  return [endpoint, example as Example]
}
