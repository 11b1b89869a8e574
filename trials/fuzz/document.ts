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
}

export function operationsOf(document: Document): Operation[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      params: Object.fromEntries(operation.parameters.filter((parameter) => parameter.in === 'path').map(({ name, schema }) => [name, schema])),
      query: Object.fromEntries(operation.parameters.filter((parameter) => parameter.in === 'query').map((parameter) => [parameter.name, parameter])),
      body: operation.requestBody?.content['application/json']?.schema,
    })),
  )
}
