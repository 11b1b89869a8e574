import * as z from 'zod/mini'
import { flagNames } from './flags.ts'

const share = z._default(z.number().check(z.gte(0), z.lte(1)), 1)

const host = z.string().check(z.regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+(:\d{1,5})?$/, 'is the name of a host'))
/** What opens the app on a phone, for real money and for play money. */
const hosts = { main: z.optional(host), test: z.optional(host) }

/** What a deployment tells its web app, written by the server into the page. Strict: a misspelt flag must not pass for one that is off. */
export const webConfig = z.strictObject({
  /** Every call path is relative to this; empty where the API serves the page itself. */
  apiBase: z._default(
    z.string().check(z.regex(/^(https?:\/\/[^/\s]+(\/[^\s?#]*[^/\s?#])?)?$/, 'is an origin, perhaps with a path, without a slash at its end')),
    '',
  ),
  /** The OpenID provider at which people sign in. */
  issuer: z._default(z.url({ protocol: /^https?$/ }), 'http://localhost:4001/oidc'),
  flags: z._default(z.partialRecord(z.enum(flagNames), z.boolean()), {}),
  /** The API host has a business page, so the menu may lead there. */
  business: z._default(z.boolean(), false),
  /** Addresses outside, each of which a screen leaves out when it is not there. */
  links: z._default(z.partialRecord(z.enum(['voucherProvider', 'giftStationAndroid', 'giftStationIos']), z.url({ protocol: /^https?$/ })), {}),
  /** Apps of card companies that pay a request; without a host for the request's liveness, or without the app, there is no button. */
  cardApps: z._default(
    z.strictObject({
      farmlands: z.optional(z.strictObject(hosts)),
      /** Another card's app: its name on the button, and the payment options that it can pay, without their liveness. */
      card: z.optional(z.strictObject({ ...hosts, name: z.string().check(z.minLength(1), z.maxLength(40)), pays: z.array(z.string()) })),
    }),
    {},
  ),
  /** With what the page for test payments asks, where a deployment is for trying things out. Of play money only: whoever opens the page can read it. */
  testPayment: z.optional(z.strictObject({ configId: z.string(), apiKey: z.string() })),
  /** Where people write to when something is wrong. */
  supportEmail: z._default(z.email(), 'support@nikau.example'),
  /** The farm-supplies card company's own number, for customers whose details it must renew. */
  farmlandsPhone: z._default(z.string().check(z.regex(/^\+?[\d ]{6,20}$/, 'is a telephone number')), '0800 200 600'),
  /** The ground on which an issuer's tokens stand, by the issuer's slug; neutral without one. */
  brandColorClasses: z._default(z.record(z.string(), z.enum(['cola', 'coffee', 'gift', 'farm'])), {}),
  /** Tiles with streets over the map of shops, from a server that asks for no key; without it the map is drawn from our own files alone. */
  map: z.optional(
    z.strictObject({
      tiles: z.string().check(z.regex(/^https?:\/\/[^/\s]+\/(?=.*\{z\})(?=.*\{x\})(?=.*\{y\})[^\s]+$/, 'is an address with {z}, {x} and {y} in its path')),
      /** What the tiles' licence asks to be said. */
      attribution: z.string().check(z.minLength(1), z.maxLength(200)),
      maxZoom: z._default(z.int().check(z.gte(8), z.lte(20)), 18),
    }),
  ),
  /** Where faults and timings are reported; without it nothing is sent. */
  monitoring: z.optional(
    z.strictObject({
      address: z.url({ protocol: /^https?$/ }),
      /** Of all, from 0 to 1. */
      errors: share,
      traces: share,
    }),
  ),
})

export type WebConfig = z.output<typeof webConfig>
