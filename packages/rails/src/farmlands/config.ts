import { field } from '@nikau/runtime'
import { z } from 'zod'

/** The card company as one deployment knows it, for real or for play money. */
const companyEntry = z.strictObject({
  liveness: z.enum(['main', 'test']),
  api: z.url({ protocol: /^https?$/ }).transform((value) => value.replace(/\/$/, '')),
  clientId: z.string().regex(/^[\w-]{1,64}$/),
  secret: field.secret(),
  timeoutMs: z.int().positive().default(8000),
  /** After so long without a decision about a charge an operator is told. */
  patienceSeconds: z.int().positive().default(600),
})
export type CompanyEntry = z.output<typeof companyEntry>

/** The shape of FARMLANDS: JSON, at most one entry for each liveness. */
export const companyEntries = z
  .array(companyEntry)
  .refine((list) => new Set(list.map((one) => one.liveness)).size === list.length, { message: 'names a liveness twice' })
