import type { Access, Endpoint } from './endpoint.ts'
import { endpointPermissions, scopesFor } from './roles.ts'
import type { Json } from './openapi-schemas.ts'

export const securitySchemes: Json = {
  person: { type: 'http', scheme: 'bearer', description: 'The access token of a signed-in person' },
  merchantKey: {
    type: 'apiKey',
    in: 'header',
    name: 'x-api-key',
    description:
      'The secret of an API key. The names with a call are its scopes, of which the key needs each; without names any key will do. `account-owner` is a key with all rights. A key that starts with `nk_test_` reaches test money, one with `nk_live_` live money',
  },
  till: { type: 'apiKey', in: 'header', name: 'x-api-key', description: 'The key of a paired staff till' },
  tillTurn: { type: 'apiKey', in: 'header', name: 'x-till-turn', description: 'The turn of the person at a staff till, beside its key' },
  paymentToken: { type: 'http', scheme: 'bearer', description: 'Issued after card verification: reads and pays one payment request' },
  transferLink: { type: 'http', scheme: 'bearer', description: 'The key in the link to an asset transfer' },
  webhookSignature: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'Signed by Nikau with ES256 and a key of the webhook’s `jwksUrl`. `request_body_sha256` is the hash of the body, `aud` the address',
  },
}

const bearers: Readonly<Record<NonNullable<Endpoint['bearer']>, string>> = { 'payment-token': 'paymentToken', 'transfer-link': 'transferLink' }

/** What a key needs: each of these scopes. Empty: any key will do. */
function keyScopesOf(name: string): readonly string[] {
  const permission = endpointPermissions[name]
  if (permission === undefined || permission === 'self') return []
  const scopes = scopesFor(permission)
  if (scopes.length === 0) return ['account-owner']
  return scopes.length === 1 ? scopes : []
}

/** Any one of the listed is enough. */
export function securityOf(name: string, endpoint: Endpoint): Json[] {
  const person: Json[] = [{ person: [] }]
  // Calls below a till are for its own device.
  const key: Json[] = endpoint.path.startsWith('/api/tills/') ? [] : [{ merchantKey: keyScopesOf(name) }]
  const byAccess: Record<Access, Json[]> = { public: [], person, 'merchant-key': key, 'person-or-key': [...person, ...key] }
  return [
    ...byAccess[endpoint.access],
    ...(endpoint.till && endpoint.access !== 'public' ? [{ till: [], ...(endpoint.till === 'turn' && { tillTurn: [] }) }] : []),
    ...(endpoint.bearer ? [{ [bearers[endpoint.bearer]]: [] }] : []),
  ]
}
