/** Values that match a JSON Schema, and hostile values that match none. */

export interface Schema {
  type?: string
  anyOf?: Schema[]
  oneOf?: Schema[]
  enum?: unknown[]
  const?: unknown
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  pattern?: string
  format?: string
  minimum?: number
  maximum?: number
  additionalProperties?: unknown
}

interface Deps {
  random: () => number
  known: Record<string, string[]>
  /** Values that replace a part here and there. */
  spoil?: readonly (() => unknown)[]
}

export const hostile: readonly (() => unknown)[] = [
  () => null,
  () => '',
  () => 0,
  () => -1,
  () => 0.1,
  () => Number.MAX_VALUE,
  () => Number.MAX_SAFE_INTEGER + 1,
  () => '-1',
  () => '0',
  () => '99999999999999999999',
  () => '1e9',
  () => '0x10',
  () => 'NaN',
  () => true,
  () => [],
  () => ({}),
  () => '\u0000',
  () => 'a\u0000b',
  () => '\ud800',
  () => '\u202e\u2028',
  () => '../../etc/passwd',
  () => "' or 1=1 --",
  () => '%00',
  () => '<script>alert(1)</script>',
  () => '${7*7}',
  () => 'x'.repeat(5000),
  () => ({ $gt: '' }),
  () => ({ __proto__: { admin: true }, length: 1 }),
  () => Array.from({ length: 600 }, () => 1),
  () => nested(500),
  () => new Date(8.64e15).toISOString(),
  () => '0000-00-00T00:00:00Z',
]

function nested(depth: number): unknown {
  let value: unknown = 1
  for (let level = 0; level < depth; level++) value = { a: value }
  return value
}

const amounts = ['1', '100', '500', '999', '99999999', '100000000', 250]

export function valueFor(schema: Schema | undefined, name: string, deps: Deps): unknown {
  const { random, known, spoil } = deps
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!
  if (!schema) return 'x'
  if (spoil && random() < 0.06) return pick(spoil)()
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return pick(schema.enum)
  const options = schema.anyOf ?? schema.oneOf
  if (options) return valueFor(pick(options), name, deps)
  if (known[name] && random() < 0.9) return pick(known[name])
  if (schema.type === 'object' || schema.properties) {
    const entries = Object.entries(schema.properties ?? {}).filter(([key]) => schema.required?.includes(key) || random() < 0.3)
    return Object.fromEntries(entries.map(([key, inner]) => [key, valueFor(inner, key, deps)]))
  }
  if (schema.type === 'array') return Array.from({ length: Math.floor(random() * 3) }, () => valueFor(schema.items, name, deps))
  if (schema.type === 'boolean') return random() < 0.5
  if (schema.type === 'integer' || schema.type === 'number') return Math.floor(random() * 1000)
  if (schema.type === 'null') return null
  if (/url/i.test(name)) return pick(['https://shop.example/pay/x', 'https://shop.example/hook', 'https://evil.example/'])
  if (/amount|price|value|discount/i.test(name)) return pick(amounts)
  if (/seconds/i.test(name)) return '60'
  if (/qty/.test(name)) return '1'
  if (schema.format === 'date-time') return new Date().toISOString()
  return pick(['x', 'abc123', 'Kauri', 'nikau.nzd.test', 'r1', `k${Math.floor(random() * 1e6)}`])
}
