import type { ClientMetadata } from 'oidc-provider'
import type { Config } from '../config.ts'

export const webClientId = 'nikau-web'
/** The operators' console. It signs operators in by passkey alone. */
export const deskClientId = 'nikau-desk'

const common = { token_endpoint_auth_method: 'none', response_types: ['code'], id_token_signed_response_alg: 'ES256' } satisfies Partial<ClientMetadata>

export function webClient(config: Pick<Config, 'webOrigins'>): ClientMetadata {
  return {
    ...common,
    client_id: webClientId,
    client_name: 'Nikau',
    grant_types: ['authorization_code', 'refresh_token'],
    redirect_uris: config.webOrigins.flatMap((origin) => [`${origin}/deimos/oidc-callback`, `${origin}/deimos/silent.html`]),
    post_logout_redirect_uris: config.webOrigins.map((origin) => `${origin}/deimos/logout/oidc-callback`),
  }
}

/** Without refresh tokens: a day's work needs a passkey, and nothing prolongs it. */
export function deskClient(deskOrigin: string): ClientMetadata {
  return {
    ...common,
    client_id: deskClientId,
    client_name: 'Nikau desk',
    grant_types: ['authorization_code'],
    redirect_uris: [`${deskOrigin}/api/desk/oidc-callback`],
    post_logout_redirect_uris: [`${deskOrigin}/desk/signed-out`],
  }
}
