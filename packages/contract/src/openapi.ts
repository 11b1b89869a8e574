import * as z from 'zod/mini'
import { type Access, type Endpoint, houseRefusals } from './endpoint.ts'
import { endpoints } from './endpoints.ts'

type Json = Record<string, unknown>

const wireSchema = (schema: z.ZodMiniType): Json => z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', target: 'draft-2020-12' })

function parameters(schema: z.ZodMiniType | undefined, place: 'path' | 'query'): Json[] {
  if (!schema) return []
  const { properties = {}, required = [] } = wireSchema(schema) as { properties?: Json; required?: string[] }
  return Object.entries(properties).map(([name, inner]) => ({ name, in: place, required: place === 'path' || required.includes(name), schema: inner }))
}

const errorSchema = {
  type: 'object',
  required: ['statusCode', 'error', 'message'],
  properties: { statusCode: { type: 'integer' }, error: { type: 'string' }, message: { type: 'string' }, reason: { type: 'string' } },
}

function responses(endpoint: Endpoint): Json {
  const codes: Record<string, number> = { BAD_REQUEST: houseRefusals.BAD_REQUEST, RATE_LIMIT_EXCEEDED: houseRefusals.RATE_LIMIT_EXCEEDED, ...endpoint.refusals }
  if (endpoint.access !== 'public') codes.UNAUTHORIZED = houseRefusals.UNAUTHORIZED
  const byStatus = Map.groupBy(Object.entries(codes), ([, status]) => status)
  return {
    200: { description: 'The answer', content: answerOf(endpoint) },
    ...Object.fromEntries(
      [...byStatus].map(([status, list]) => [
        status,
        { description: list.map(([code]) => code).join(', '), content: { 'application/json': { schema: errorSchema } } },
      ]),
    ),
  }
}

function answerOf(endpoint: Endpoint): Json {
  if (!endpoint.files) return { 'application/json': { schema: wireSchema(endpoint.answer) } }
  return Object.fromEntries(endpoint.files.map((type) => [type, { schema: { type: 'string', format: 'binary' } }]))
}

/** Any one of the listed schemes will do. */
const schemes: Record<Access, Json[]> = {
  public: [],
  person: [{ person: [] }],
  'merchant-key': [{ merchantKey: [] }],
  'person-or-key': [{ person: [] }, { merchantKey: [] }],
}

/** The OpenAPI 3.1 document for partners, printed from the endpoint values. */
export function openApi(): Json {
  const paths: Record<string, Json> = {}
  for (const [name, endpoint] of Object.entries(endpoints)) {
    const path = endpoint.path.replaceAll(/:(\w+)/g, '{$1}')
    paths[path] ??= {}
    paths[path][endpoint.method.toLowerCase()] = {
      operationId: name,
      summary: endpoint.summary,
      tags: [endpoint.path.split('/')[2]],
      security: [...schemes[endpoint.access], ...(endpoint.cardToken ? [{ cardToken: [] }] : [])],
      parameters: [...parameters(endpoint.params, 'path'), ...parameters(endpoint.query, 'query')],
      ...(endpoint.body ? { requestBody: { required: true, content: { 'application/json': { schema: wireSchema(endpoint.body) } } } } : {}),
      responses: responses(endpoint),
    }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Nikau', version: '0.1.0', description: 'Wallet and merchant checkout for New Zealand. Amounts are whole cents, as strings.' },
    paths,
    components: {
      securitySchemes: {
        person: { type: 'http', scheme: 'bearer' },
        merchantKey: { type: 'apiKey', in: 'header', name: 'x-api-key' },
        cardToken: { type: 'http', scheme: 'bearer', description: 'Of a verified farm-supplies card: reads and pays one payment request' },
      },
    },
  }
}
