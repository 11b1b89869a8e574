import { cents } from '@nikau/money'
import { z } from 'zod'

const limit = (byDefault: number) =>
  z
    .int()
    .positive()
    .default(byDefault)
    .transform((value) => cents(value))

/** What a newly verified business takes at most, in cents, until an operator has looked at it again. */
export const businessLimits = z.strictObject({ perDay: limit(200_000), perPayment: limit(20_000) }).prefault({})
export type BusinessLimits = z.output<typeof businessLimits>
