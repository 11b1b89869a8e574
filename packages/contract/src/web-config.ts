import * as z from 'zod/mini'
import { flagNames } from './flags.ts'
import { oneOffBank } from './one-off-payments.ts'

const sampleRate = z._default(z.number().check(z.gte(0), z.lte(1)), 1)

/** `localhost` is the sandbox of a development environment. */
const host = z.string().check(z.regex(/^([a-z0-9-]+(\.[a-z0-9-]+)+|localhost)(:\d{1,5})?$/, 'must be a host name'))
/** Universal-link hosts of an app, for real and test money. */
const hosts = { main: z.optional(host), test: z.optional(host) }

/** The web app's configuration, which the server writes into the page. Strict, so that a misspelt flag fails instead of being off. */
export const webConfig = z.strictObject({
  /** Prefix of every API path; empty if the API serves the page. */
  apiBase: z._default(
    z.string().check(z.regex(/^(https?:\/\/[^/\s]+(\/[^\s?#]*[^/\s?#])?)?$/, 'must be an origin, optionally with a path, without a trailing slash')),
    '',
  ),
  /** The OpenID provider. */
  issuer: z._default(z.url({ protocol: /^https?$/ }), 'http://localhost:4001/oidc'),
  flags: z._default(z.partialRecord(z.enum(flagNames), z.boolean()), {}),
  /**
   * Areas of the people-facing screens that this deployment has switched on. Without `guard` there is no /safety and the API holds no
   * send back; without `claim` /transfer shows the summary alone.
   */
  people: z._default(z.strictObject({ guard: z._default(z.boolean(), false), claim: z._default(z.boolean(), false) }), { guard: false, claim: false }),
  /**
   * Offers te reo Māori in the menu. Off until a licensed translator has reviewed the catalogue (docs/translation.md): a screen with a
   * few Māori words in English sentences is no translation.
   */
  teReo: z._default(z.boolean(), false),
  /** The API host serves a business page, so the menu links to it. */
  business: z._default(z.boolean(), false),
  /** External links; screens omit the ones that are not set. */
  links: z._default(z.partialRecord(z.enum(['voucherProvider', 'giftStationAndroid', 'giftStationIos', 'disputeScheme']), z.url({ protocol: /^https?$/ })), {}),
  /** Card companies' apps that can pay a request. The button is shown only with a host for the request's liveness. */
  cardApps: z._default(
    z.strictObject({
      farmlands: z.optional(z.strictObject(hosts)),
      /** Another card app: the name on its button and the payment options it can pay, without liveness. */
      card: z.optional(z.strictObject({ ...hosts, name: z.string().check(z.minLength(1), z.maxLength(40)), pays: z.array(z.string()) })),
    }),
    {},
  ),
  /** The banks at which a top-up can be approved; the API fills them in from its own configuration. */
  topUpBanks: z._default(z.strictObject({ main: z.array(oneOffBank), test: z.array(oneOffBank) }), { main: [], test: [] }),
  /** Merchant credentials of the test payment page. Test money only, since every visitor can read them. */
  testPayment: z.optional(z.strictObject({ configId: z.string(), apiKey: z.string() })),
  supportEmail: z._default(z.email(), 'support@nikau.example'),
  /** The farm-supplies card company's number, for cardholders who must update their details. */
  farmlandsPhone: z._default(z.string().check(z.regex(/^\+?[\d ]{6,20}$/, 'must be a phone number')), '0800 200 600'),
  /** Background of an issuer's tokens, by issuer slug; neutral by default. */
  brandColorClasses: z._default(z.record(z.string(), z.enum(['cola', 'coffee', 'gift', 'farm'])), {}),
  /** Street tiles for the shop map, from a server without API keys. Without them the map uses only our own files. */
  map: z.optional(
    z.strictObject({
      tiles: z.string().check(z.regex(/^https?:\/\/[^/\s]+\/(?=.*\{z\})(?=.*\{x\})(?=.*\{y\})[^\s]+$/, 'must be a URL with {z}, {x} and {y} in its path')),
      /** Required by the tiles' licence. */
      attribution: z.string().check(z.minLength(1), z.maxLength(200)),
      maxZoom: z._default(z.int().check(z.gte(8), z.lte(20)), 18),
    }),
  ),
  /** Error and trace reporting; off if not set. */
  monitoring: z.optional(
    z.strictObject({
      address: z.url({ protocol: /^https?$/ }),
      /** Sample rates, 0 to 1. */
      errors: sampleRate,
      traces: sampleRate,
    }),
  ),
})

export type WebConfig = z.output<typeof webConfig>
