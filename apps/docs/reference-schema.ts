/** A JSON schema, as far as the document uses it. */
export interface Schema {
  $ref?: string
  type?: string | string[]
  format?: string
  enum?: unknown[]
  const?: string | number | boolean | null
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: Schema | boolean
  description?: string
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  maxItems?: number
}

/** Text that Markdown takes as it is, also in a table. */
export const escape = (text: string) => text.replaceAll(/[\\`*_{}[\]<>|]/g, (char) => (char === '<' ? '&lt;' : char === '{' ? '&#123;' : `\\${char}`))
/** Text with code in backticks. */
export const inline = (text: string) =>
  text.replaceAll(/`([^`]+)`|([^`]+)/g, (_, quoted?: string, plainText?: string) => (quoted === undefined ? escape(plainText!) : code(quoted)))
export const code = (text: string) => `\`${text.replaceAll('|', String.raw`\|`)}\``
export const codeBlock = (language: string, text: string) => `\`\`\`${language}\n${text}\n\`\`\``

const plain: Readonly<Record<string, string>> = {
  string: 'text',
  integer: 'whole number',
  number: 'number',
  boolean: 'true or false',
  null: 'null',
  object: 'object',
}

/** A type in words, in Markdown. */
export function typeName(schema: Schema): string {
  const { $ref, items, anyOf, oneOf, allOf } = schema
  if ($ref !== undefined) {
    const name = $ref.split('/').at(-1)!
    return $ref.includes('/schemas/') ? `[${name}](/reference/schemas.md#${name})` : name
  }
  if (schema.const !== undefined) return code(String(schema.const))
  if (schema.enum) return schema.enum.map((value) => code(String(value))).join(', ')
  const options = anyOf ?? oneOf ?? allOf
  if (options) return [...new Set(options.map(typeName))].join(allOf ? ' with ' : ' or ')
  if (items) return `list of ${typeName(items)}`
  const name = [schema.type ?? 'anything']
    .flat()
    .map((type) => plain[type] ?? type)
    .join(' or ')
  return `${schema.format === undefined ? name : `${name} (${schema.format})`}${limits(schema)}`
}

function limits({ minimum, maximum, maxLength }: Schema): string {
  if (maxLength !== undefined) return `, at most ${maxLength} characters`
  const isShown = (bound: number | undefined) => bound !== undefined && Number.isSafeInteger(bound) && Math.abs(bound) < Number.MAX_SAFE_INTEGER
  if (isShown(minimum) && isShown(maximum)) return `, ${minimum} to ${maximum}`
  return ''
}

const maxDepth = 3

interface Row {
  name: string
  schema: Schema
  isRequired: boolean
}

function rowsOf(schema: Schema, prefix: string, depth: number): Row[] {
  const { properties = {}, required = [] } = schema
  return Object.entries(properties).flatMap(([name, inner]) => {
    const full = `${prefix}${name}`
    const nested = inner.properties ? rowsOf(inner, `${full}.`, depth + 1) : inner.items?.properties ? rowsOf(inner.items, `${full}[].`, depth + 1) : []
    return [{ name: full, schema: inner, isRequired: required.includes(name) }, ...(depth < maxDepth ? nested : [])]
  })
}

/** The fields of an object, those of objects in it below it; or the type in words. */
export function fieldTable(schema: Schema): string {
  const options = schema.anyOf ?? schema.oneOf
  if (options?.some(({ properties }) => properties)) {
    const [only, ...others] = options.filter(({ type }) => type !== 'null')
    if (only && others.length === 0) return `${fieldTable(only)}\n\nMay be left out.`
    return options.map((option, index) => `${index === 0 ? 'Either' : 'Or'}:\n\n${fieldTable(option)}`).join('\n\n')
  }
  const rows = rowsOf(schema, '', 1)
  if (rows.length === 0) return schema.type === 'object' && schema.additionalProperties === undefined ? 'Nothing.' : `${typeName(schema)}.`
  return [
    '| Field | Type | Required |',
    '|---|---|---|',
    ...rows.map(({ name, schema: inner, isRequired }) => {
      const text = inner.description === undefined ? '' : `. ${escape(inner.description)}`
      return `| ${code(name)} | ${inner.properties ? 'object' : inner.items?.properties ? 'list of objects' : typeName(inner)}${text} | ${isRequired ? 'yes' : ''} |`
    }),
  ].join('\n')
}
