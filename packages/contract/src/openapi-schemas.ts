import * as z from 'zod/mini'
import { amountToMove, monetary } from './amounts.ts'
import { namedSchemas } from './endpoints.ts'
import { id, money, timestamp } from './wire.ts'

export type Json = Record<string, unknown>

const names = z.registry<{ id: string; description?: string }>()
for (const [name, schema] of namedSchemas) names.add(schema, { id: name })
names.add(money, { id: 'Amount', description: 'Whole cents. Answers always have text; a whole number may be sent too' })
names.add(amountToMove, { id: 'AmountToMove', description: 'Whole cents, from 1 to 99999999' })
names.add(monetary, { id: 'Monetary' })
names.add(timestamp, { id: 'Timestamp', description: 'ISO 8601 in UTC with milliseconds' })
names.add(id, { id: 'Id' })

/** The schema with references to the named schemas it contains, which are added to `components`. */
export function toJsonSchema(schema: z.ZodMiniType, components: Json): Json {
  const generated = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    target: 'draft-2020-12',
    metadata: names,
    override: ({ jsonSchema }) => {
      // What every JSON number can be says nothing.
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
      // The pattern repeats the format, at length.
      if (jsonSchema.format === 'date-time' || jsonSchema.format === 'date') delete jsonSchema.pattern
    },
  })
  const { $schema: _, $defs, ...inline } = JSON.parse(JSON.stringify(generated).replaceAll('"#/$defs/', '"#/components/schemas/')) as Json & { $defs?: Json }
  Object.assign(components, $defs)
  return inline
}
