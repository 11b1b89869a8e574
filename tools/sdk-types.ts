import { type Endpoint, commonRefusals } from '@nikau/contract'
import { namedSchemas } from '@nikau/contract/endpoints'
import * as z from 'zod/mini'

/** A JSON schema, as far as the contract uses it. */
interface Schema {
  $ref?: string
  $defs?: Record<string, Schema>
  type?: string
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  oneOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: Schema | boolean
}

/** An amount is accepted as text or as a whole number, and always answered as text. */
type Side = 'sent' | 'answered'

const registry = z.registry<{ id: string }>()
for (const [id, schema] of namedSchemas) registry.add(schema, { id })

/** TypeScript for the wire forms of schemas. Schemas with a name in the contract become interfaces; those that are sent end in `Input`. */
export function typePrinter() {
  const interfaces = new Map<string, string>()

  function print(schema: Schema, side: Side): string {
    if (schema.$ref !== undefined) return nameFor(schema.$ref.split('/').at(-1)!, side)
    if (schema.const !== undefined) return JSON.stringify(schema.const)
    if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
    const options = schema.anyOf ?? schema.oneOf
    if (options) return printUnion(options, side)
    switch (schema.type) {
      case 'string':
      case 'boolean':
      case 'null':
        return schema.type
      case 'integer':
      case 'number':
        return 'number'
      case 'array':
        return `Array<${print(schema.items ?? {}, side)}>`
      case 'object':
        return printObject(schema, side)
      case undefined:
      default:
        return 'unknown'
    }
  }

  function printUnion(options: Schema[], side: Side): string {
    const types = [...new Set(options.map((option) => print(option, side)))]
    return side === 'answered' && types.toSorted().join() === 'number,string' ? 'string' : types.join(' | ')
  }

  function printObject({ properties = {}, required = [], additionalProperties }: Schema, side: Side): string {
    const fields = Object.entries(properties)
    if (fields.length === 0) return typeof additionalProperties === 'object' ? `Record<string, ${print(additionalProperties, side)}>` : 'Record<string, never>'
    return `{ ${fields.map(([name, inner]) => `${name}${required.includes(name) ? '' : '?'}: ${print(inner, side)}`).join('; ')} }`
  }

  const nameFor = (name: string, side: Side) => (side === 'sent' ? `${name}Input` : name)

  return {
    interfaces,
    typeOf(schema: z.ZodMiniType | undefined, side: Side): string {
      if (!schema) return 'undefined'
      const { $defs = {}, ...json } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', metadata: registry }) as Schema
      for (const [name, inner] of Object.entries($defs)) interfaces.set(nameFor(name, side), print(inner, side))
      return print(json, side)
    },
  }
}

/** The codes that an API key may be refused with. SIGN_IN_AGAIN is for people only. */
export function codesOf(endpoint: Endpoint): string[] {
  return [...new Set(['BAD_REQUEST', 'UNAUTHORIZED', 'RATE_LIMIT_EXCEEDED', ...Object.keys(endpoint.refusals)])].filter(
    (code) => code in commonRefusals || code in endpoint.refusals,
  )
}
