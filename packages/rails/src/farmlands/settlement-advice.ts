import type { CalendarDate } from '@nikau/nz/nz-time'
import { z } from 'zod'
import type { SettlementAdvice, UnreadableAdvice } from './port.ts'

const day = z.iso.date().transform((text): CalendarDate => text)
const positiveCents = z.int().positive().transform(BigInt)

const advice = z.object({
  number: z.int().positive(),
  reference: z.string().regex(/^[A-Z0-9-]{1,12}$/),
  day,
  payDay: day,
  netCents: z.int().transform(BigInt),
  lines: z
    .array(z.object({ kind: z.enum(['charge', 'refund']), key: z.string().min(1).max(100), reference: z.string().max(40), cents: positiveCents }))
    .max(100_000),
})

/** Reads an advice and checks that its lines add up to what is paid. The fault names fields only: it is stored and logged. */
export function readAdvice(input: { number: number }): SettlementAdvice | UnreadableAdvice {
  const read = advice.safeParse(input)
  if (!read.success)
    return { number: input.number, fault: `format: ${[...new Set(read.error.issues.map(({ path }) => path.filter(isField).join('.')))].join(', ')}` }
  const { netCents: net, ...rest } = read.data
  const lines = rest.lines.map(({ cents, ...line }) => ({ ...line, amount: line.kind === 'charge' ? cents : -cents }))
  const sum = lines.reduce((total, { amount }) => total + amount, 0n)
  if (rest.payDay < rest.day) return { number: input.number, fault: 'paid before its day' }
  if (sum !== net) return { number: input.number, fault: `the lines add up to ${sum} cents, not ${net}` }
  return { ...rest, net, lines }
}

const isField = (part: PropertyKey) => typeof part === 'string'
