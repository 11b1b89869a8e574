import * as z from 'zod/mini'
import type { Endpoint } from './endpoint.ts'
import { endpoints } from './endpoints.ts'
import type { Example } from './examples/example.ts'
import { examples } from './examples/index.ts'
import { errorExamples, errorResponses, errorSchema, headers, sharedResponses } from './openapi-errors.ts'
import { type Json, toJsonSchema } from './openapi-schemas.ts'
import { securityOf, securitySchemes } from './openapi-security.ts'
import { webhookPaths } from './openapi-webhooks.ts'

function parameters(schema: z.ZodMiniType | undefined, location: 'path' | 'query', example: Readonly<Record<string, unknown>>, components: Json): Json[] {
  if (!schema) return []
  const { properties = {}, required = [] } = toJsonSchema(schema, components) as { properties?: Json; required?: string[] }
  return Object.entries(properties).map(([name, inner]) => ({
    name,
    in: location,
    required: location === 'path' || required.includes(name),
    schema: inner,
    ...(example[name] !== undefined && { example: example[name] }),
  }))
}

const requestId = { 'X-Request-Id': { $ref: '#/components/headers/X-Request-Id' } }

function answerContent(endpoint: Endpoint, example: Example | undefined, components: Json): Json {
  // The schema is of the data of one event.
  if (endpoint.stream) return { 'text/event-stream': { schema: toJsonSchema(endpoint.answer, components) } }
  if (endpoint.files) return Object.fromEntries(endpoint.files.map((type) => [type, { schema: { type: 'string', format: 'binary' } }]))
  return { 'application/json': { schema: toJsonSchema(endpoint.answer, components), ...(example?.answer !== undefined && { example: example.answer }) } }
}

function operation(name: string, endpoint: Endpoint, schemas: Json): Json {
  const example = examples.get(endpoint)
  return {
    operationId: name,
    summary: endpoint.summary,
    tags: [endpoint.path.split('/')[2]],
    security: securityOf(name, endpoint),
    parameters: [...parameters(endpoint.params, 'path', example?.params ?? {}, schemas), ...parameters(endpoint.query, 'query', example?.query ?? {}, schemas)],
    ...(endpoint.body && {
      requestBody: {
        required: !z.safeDecode(endpoint.body, undefined).success,
        content: { 'application/json': { schema: toJsonSchema(endpoint.body, schemas), ...(example?.body !== undefined && { example: example.body }) } },
      },
    }),
    responses: { 200: { description: 'Success', headers: requestId, content: answerContent(endpoint, example, schemas) }, ...errorResponses(endpoint) },
  }
}

/** Where the API is. The names are examples: an installation has its own. */
const servers = [
  {
    url: 'https://{host}',
    description: 'An installation. Whether a call is about test or live money is decided by its key and its shop, at the same address',
    variables: { host: { default: 'api.nikau.example' } },
  },
  {
    url: 'http://localhost:{port}',
    description: 'Your machine, as `pnpm dev` starts it, with test money only',
    variables: { port: { default: '4000' } },
  },
]

/** The OpenAPI 3.1 document, generated from the endpoints. Sorted by path and method, so that a diff shows only what changed. */
export function openApi(): Json {
  const paths: Record<string, Json> = {}
  const schemas: Json = { Error: errorSchema }
  const sorted = Object.entries(endpoints).toSorted(byRoute)
  for (const [name, endpoint] of sorted) {
    const path = endpoint.path.replaceAll(/:(\w+)/g, '{$1}')
    paths[path] ??= {}
    paths[path][endpoint.method.toLowerCase()] = operation(name, endpoint, schemas)
  }
  const webhooks = webhookPaths(schemas)
  return {
    openapi: '3.1.0',
    info: {
      title: 'Nikau',
      version: '0.1.0',
      description: 'Wallet and merchant checkout for New Zealand. Amounts are strings of whole cents.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers,
    paths,
    webhooks,
    components: {
      schemas: Object.fromEntries(Object.entries(schemas).toSorted(([a], [b]) => compareText(a, b))),
      responses: sharedResponses,
      headers: { 'X-Request-Id': headers.requestId, 'Retry-After': headers.retryAfter },
      examples: errorExamples(sorted.map(([, endpoint]) => endpoint)),
      securitySchemes,
    },
  }
}

function byRoute([, a]: [string, Endpoint], [, b]: [string, Endpoint]): number {
  return compareText(a.path, b.path) || compareText(a.method, b.method)
}

/** By code unit, so that the order does not depend on the locale. */
function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
