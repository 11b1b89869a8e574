import { expect, test } from 'vitest'
import { endpoints } from './endpoints.ts'
import { openApi } from './openapi.ts'

test('the OpenAPI document lists every endpoint with its statuses', () => {
  const { paths } = openApi() as { paths: Record<string, Record<string, { operationId: string; responses: Record<string, unknown> }>> }
  for (const [name, endpoint] of Object.entries(endpoints)) {
    const operation = paths[endpoint.path.replaceAll(/:(\w+)/g, '{$1}')]?.[endpoint.method.toLowerCase()]
    expect(operation?.operationId).toBe(name)
    for (const status of [200, 400, 429, ...Object.values(endpoint.refusals)]) expect(operation?.responses).toHaveProperty(String(status))
  }
})
