import { createWebhookVerifier, type VerifyWebhook } from '@nikau/sdk'

/** Verifies what Nikau sends to an address of this shop. `registration` is what the keys belong to, such as `webhooks/wh_1`. */
export function createVerifier(options: { api: string; registration: string; address: string }): VerifyWebhook {
  return createWebhookVerifier({ jwksUrl: new URL(`/.well-known/${options.registration}/jwks.json`, options.api).href, url: options.address })
}
