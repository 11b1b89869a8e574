import { Secret } from '@nikau/runtime'
import { z } from 'zod'

const privateKey = z
  .union([
    z.looseObject({ kty: z.literal('EC'), crv: z.literal('P-256'), x: z.string(), y: z.string(), d: z.string() }),
    z.looseObject({ kty: z.literal('RSA'), n: z.string(), e: z.string(), d: z.string() }),
  ])
  .transform((jwk) => new Secret(JSON.stringify(jwk)))

/** One bank of a deployment. A new bank is a new entry, without new code. */
const bankEntry = z.strictObject({
  bank: z.string().regex(/^[a-z][a-z0-9-]{0,31}$/),
  /** `test`: a sandbox, for test money only. */
  liveness: z.enum(['main', 'test']),
  issuer: z.url({ protocol: /^https?$/ }),
  /** Address of the Payment Initiation API, version included. */
  api: z.url({ protocol: /^https?$/ }).transform((value) => value.replace(/\/$/, '')),
  clientId: z.string().min(1),
  /** A private JWK, EC P-256 (ES256) or RSA (PS256), registered at the bank by its public half. */
  key: privateKey,
  /** Our account at that bank, where payments arrive. */
  account: z.string().regex(/^\d{2}-\d{4}-\d{7}-\d{2}$/),
  /** The bank status at which a payment counts as paid: the final one, or already `accepted`. */
  paidWhen: z.enum(['completed', 'accepted']).default('completed'),
  /** An exception is raised when a payment has no final status for this long. */
  alertAfterSeconds: z.int().positive().default(1800),
  timeoutMs: z.int().positive().default(10_000),
})
export type BankEntry = z.output<typeof bankEntry>

/** The shape of PAY_BY_BANK: JSON, a list of banks. */
export const bankEntries = z.array(bankEntry).refine((list) => new Set(list.map(({ bank, liveness }) => `${bank} ${liveness}`)).size === list.length, {
  message: 'names a bank twice for one liveness',
})
