import { type Cents, cents } from '@nikau/money'
import * as z from 'zod/mini'

/** Forms that values take on the wire, each with the way in and the way out. Sentences here reach developers, not customers. */

/** Money: a string of digits, in cents; a whole number is understood too. */
export const money = z.codec(
  z.union([z.string().check(z.regex(/^-?\d{1,15}$/, 'must be a whole number of cents')), z.int()]),
  z.custom<Cents>((value) => typeof value === 'bigint'),
  { decode: (value) => cents(value), encode: (value) => value.toString() },
)

/** A moment: ISO 8601 in UTC with milliseconds. */
export const moment = z.codec(z.iso.datetime(), z.date(), {
  decode: (value) => new Date(value),
  encode: (value) => value.toISOString(),
})

/** An opaque id: never parsed, never guessed. */
export const id = z.string().check(z.regex(/^[\w-]{1,64}$/, 'is not an id'))

/** An address on the web, in plain signs and taken as it is: nothing is trimmed or rewritten. */
export const webAddress = z.string().check(z.maxLength(2048), z.regex(/^https?:\/\/[!-~]+$/i, 'must be a web address'))

/** A number that arrives as text in a query. */
export const decimal = z.codec(z.string().check(z.regex(/^-?\d{1,4}(\.\d{1,12})?$/, 'must be a number')), z.number(), {
  decode: Number,
  encode: String,
})

/** A query parameter that may be given once or repeated. */
export const repeated = <T extends z.ZodMiniType<unknown, string>>(item: T) =>
  z.codec(z.union([z.string(), z.array(z.string()).check(z.maxLength(20))]), z.array(item), {
    decode: (value) => (Array.isArray(value) ? value : [value]) as z.input<T>[],
    encode: (value) => value as unknown as string[],
  })

export const pageKey = z.optional(z.string().check(z.maxLength(200)))

/** The envelope of a list that comes in pages. */
export const page = <T extends z.ZodMiniType>(item: T) =>
  z.object({ items: z.array(item), nextPageKey: z.optional(z.string()), totalItems: z.optional(z.int()) })

/** An answer that is a file and no JSON: only endpoints that say which `files` they give have one. */
export const file = z.object({
  name: z.string(),
  type: z.string(),
  content: z.custom<Uint8Array>((value) => value instanceof Uint8Array),
})
export type FileAnswer = z.output<typeof file>
