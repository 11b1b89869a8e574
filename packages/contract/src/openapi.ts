import * as z from 'zod/mini'
import { type Access, type Endpoint, commonRefusals } from './endpoint.ts'
import { endpoints, namedSchemas } from './endpoints.ts'

type Json = Record<string, unknown>

const names = z.registry<{ id: string }>()
for (const [id, schema] of namedSchemas) names.add(schema, { id })

/** The schema with references to the named schemas it contains, which are added to `components`. */
function toJsonSchema(schema: z.ZodMiniType, components: Json): Json {
  const generated = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', target: 'draft-2020-12', metadata: names })
  const { $schema: _, $defs, ...inline } = JSON.parse(JSON.stringify(generated).replaceAll('"#/$defs/', '"#/components/schemas/')) as Json & { $defs?: Json }
  Object.assign(components, $defs)
  return inline
}

function parameters(schema: z.ZodMiniType | undefined, location: 'path' | 'query', components: Json): Json[] {
  if (!schema) return []
  const { properties = {}, required = [] } = toJsonSchema(schema, components) as { properties?: Json; required?: string[] }
  return Object.entries(properties).map(([name, inner]) => ({ name, in: location, required: location === 'path' || required.includes(name), schema: inner }))
}

const errorSchema = {
  type: 'object',
  required: ['statusCode', 'error', 'message'],
  properties: { statusCode: { type: 'integer' }, error: { type: 'string' }, message: { type: 'string' }, reason: { type: 'string' } },
}

function responses(endpoint: Endpoint, components: Json): Json {
  const codes: Record<string, number> = {
    BAD_REQUEST: commonRefusals.BAD_REQUEST,
    RATE_LIMIT_EXCEEDED: commonRefusals.RATE_LIMIT_EXCEEDED,
    ...endpoint.refusals,
  }
  if (endpoint.access !== 'public') codes.UNAUTHORIZED = commonRefusals.UNAUTHORIZED
  if (endpoint.stepUp) codes.SIGN_IN_AGAIN = commonRefusals.SIGN_IN_AGAIN
  const byStatus = Map.groupBy(Object.entries(codes), ([, status]) => status)
  return {
    200: { description: 'Success', content: answerContent(endpoint, components) },
    ...Object.fromEntries(
      [...byStatus].map(([status, list]) => [
        status,
        { description: list.map(([code]) => code).join(', '), content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } } },
      ]),
    ),
  }
}

function answerContent(endpoint: Endpoint, components: Json): Json {
  // The schema is of the data of one event.
  if (endpoint.stream) return { 'text/event-stream': { schema: toJsonSchema(endpoint.answer, components) } }
  if (!endpoint.files) return { 'application/json': { schema: toJsonSchema(endpoint.answer, components) } }
  return Object.fromEntries(endpoint.files.map((type) => [type, { schema: { type: 'string', format: 'binary' } }]))
}

/** Any one of the listed schemes is enough. */
const schemes: Record<Access, Json[]> = {
  public: [],
  person: [{ person: [] }],
  'merchant-key': [{ merchantKey: [] }],
  'person-or-key': [{ person: [] }, { merchantKey: [] }],
}

/** The OpenAPI 3.1 document, generated from the endpoints. Sorted by path and method, so that a diff shows only what changed. */
export function openApi(): Json {
  const paths: Record<string, Json> = {}
  const schemas: Json = { Error: errorSchema }
  for (const [name, endpoint] of Object.entries(endpoints).sort(byRoute)) {
    const path = endpoint.path.replaceAll(/:(\w+)/g, '{$1}')
    paths[path] ??= {}
    paths[path][endpoint.method.toLowerCase()] = {
      operationId: name,
      summary: endpoint.summary,
      tags: [endpoint.path.split('/')[2]],
      security: [...schemes[endpoint.access], ...(endpoint.bearer === 'payment-token' ? [{ paymentToken: [] }] : [])],
      parameters: [...parameters(endpoint.params, 'path', schemas), ...parameters(endpoint.query, 'query', schemas)],
      ...(endpoint.body ? { requestBody: { required: true, content: { 'application/json': { schema: toJsonSchema(endpoint.body, schemas) } } } } : {}),
      responses: responses(endpoint, schemas),
    }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Nikau', version: '0.1.0', description: 'Wallet and merchant checkout for New Zealand. Amounts are strings of whole cents.' },
    paths,
    components: {
      schemas: Object.fromEntries(Object.entries(schemas).sort(([a], [b]) => compareText(a, b))),
      securitySchemes: {
        person: { type: 'http', scheme: 'bearer' },
        merchantKey: { type: 'apiKey', in: 'header', name: 'x-api-key' },
        paymentToken: { type: 'http', scheme: 'bearer', description: 'Issued after card verification: reads and pays one payment request' },
      },
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
