import { type Cents, cents } from '@nikau/money'
import * as z from 'zod/mini'

/** Codecs for values on the wire. The messages are for developers, not customers. */

/** An amount: a string of whole cents; an integer is accepted too. */
export const money = z.codec(
  z.union([z.string().check(z.regex(/^-?\d{1,15}$/, 'must be a whole number of cents')), z.int()]),
  z.custom<Cents>((value) => typeof value === 'bigint'),
  { decode: (value) => cents(value), encode: (value) => value.toString() },
)

/** ISO 8601 in UTC with milliseconds. */
export const timestamp = z.codec(z.iso.datetime(), z.date(), {
  decode: (value) => new Date(value),
  encode: (value) => value.toISOString(),
})

/** An opaque id. */
export const id = z.string().check(z.regex(/^[\w-]{1,64}$/, 'is not an id'))

/** An http(s) URL in printable ASCII, used exactly as sent: it is not trimmed or normalised. */
export const webAddress = z.string().check(z.maxLength(2048), z.regex(/^https?:\/\/[!-~]+$/i, 'must be an http or https URL'))

/** A number in a query string. */
export const decimal = z.codec(z.string().check(z.regex(/^-?\d{1,4}(\.\d{1,12})?$/, 'must be a number')), z.number(), {
  decode: Number,
  encode: String,
})

/** A query parameter that may occur once or several times. */
export const repeated = <T extends z.ZodMiniType<unknown, string>>(item: T) =>
  z.codec(z.union([z.string(), z.array(z.string()).check(z.maxLength(20))]), z.array(item), {
    decode: (value) => (Array.isArray(value) ? value : [value]) as z.input<T>[],
    encode: (value) => value as unknown as string[],
  })

export const pageKey = z.optional(z.string().check(z.maxLength(200)))

/** One page of a list. */
export const page = <T extends z.ZodMiniType>(item: T) =>
  z.object({ items: z.array(item), nextPageKey: z.optional(z.string()), totalItems: z.optional(z.int()) })

/** The answer of an endpoint with `files`. */
export const file = z.object({
  name: z.string(),
  type: z.string(),
  content: z.custom<Uint8Array>((value) => value instanceof Uint8Array),
})
export type FileAnswer = z.output<typeof file>
