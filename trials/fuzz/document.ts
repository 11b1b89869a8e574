/** The calls that the published document describes. */
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
      params: Object.fromEntries(operation.parameters.filter((one) => one.in === 'path').map((one) => [one.name, one.schema])),
      query: Object.fromEntries(operation.parameters.filter((one) => one.in === 'query').map((one) => [one.name, one])),
      body: operation.requestBody?.content['application/json']?.schema,
    })),
  )
}
