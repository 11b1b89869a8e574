import type { Liveness } from '@nikau/contract/amounts'
import type { WebhookEndpoint } from '@nikau/contract/webhooks'

export const livenessOf = (isTest: boolean): Liveness => (isTest ? 'test' : 'main')

/** The endpoints that are told about the kind of money that the portal shows. */
export function webhooksOfView(endpoints: readonly WebhookEndpoint[], isTest: boolean): WebhookEndpoint[] {
  return endpoints.filter(({ liveness }) => liveness === undefined || liveness === livenessOf(isTest))
}
