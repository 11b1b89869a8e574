import { field } from '@nikau/runtime'
import { z } from 'zod'

/** The card company's configuration, for real or test money. */
const companyEntry = z.strictObject({
  liveness: z.enum(['main', 'test']),
  api: z.url({ protocol: /^https?$/ }).transform((value) => value.replace(/\/$/, '')),
  clientId: z.string().regex(/^[\w-]{1,64}$/),
  secret: field.secret(),
  timeoutMs: z.int().positive().default(8000),
  /** An exception is raised when a charge is undecided for this long. */
  alertAfterSeconds: z.int().positive().default(600),
  /** How the references of its bank payments begin: a payment with such a reference is its settlement, whether its advice has come or not. */
  settlementPrefix: z
    .string()
    .regex(/^[A-Z]{3,6}$/)
    .default('FLS'),
})
export type CompanyEntry = z.output<typeof companyEntry>

/** The shape of FARMLANDS: JSON, at most one entry for each liveness. */
export const companyEntries = z
  .array(companyEntry)
  .refine((list) => new Set(list.map(({ liveness }) => liveness)).size === list.length, { message: 'names a liveness twice' })
