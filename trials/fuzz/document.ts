/** An operation of the published OpenAPI document. */
export interface Operation {
  method: string
  path: string
  params: Record<string, unknown>
  query: Record<string, { schema: unknown; required: boolean }>
  body: unknown
}

interface Document {
  paths: Record<
    string,
    Record<
      string,
      {
        parameters: { name: string; in: 'path' | 'query'; required: boolean; schema: unknown }[]
        requestBody?: { content: Record<string, { schema: unknown }> }
      }
    >
  >
  components: { schemas: Record<string, unknown> }
}

export function operationsOf(document: Document): Operation[] {
  /** With what it refers to in place. No schema contains itself. */
  const resolved = (schema: unknown): unknown => {
    if (typeof schema !== 'object' || schema === null) return schema
    if (Array.isArray(schema)) return schema.map(resolved)
    if ('$ref' in schema) return resolved(document.components.schemas[String(schema.$ref).split('/').at(-1)!])
    return Object.fromEntries(Object.entries(schema).map(([name, inner]) => [name, resolved(inner)]))
  }
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      params: Object.fromEntries(operation.parameters.filter((parameter) => parameter.in === 'path').map(({ name, schema }) => [name, resolved(schema)])),
      query: Object.fromEntries(
        operation.parameters
          .filter((parameter) => parameter.in === 'query')
          .map((parameter) => [parameter.name, { ...parameter, schema: resolved(parameter.schema) }]),
      ),
      body: resolved(operation.requestBody?.content['application/json']?.schema),
    })),
  )
}
