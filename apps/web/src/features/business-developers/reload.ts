import { listApiKeys } from '@nikau/contract/api-keys'
import { getWebhookDelivery, listWebhookDeliveries, listWebhooks } from '@nikau/contract/webhooks'
import { queryClient } from '../../lib/endpoint-hooks.ts'

const reload = (...endpoints: readonly { method: string; path: string }[]) => {
  for (const { method, path } of endpoints) void queryClient.invalidateQueries({ queryKey: [method, path] })
}

export const reloadKeys = () => reload(listApiKeys)
export const reloadWebhooks = () => reload(listWebhooks)

/** After something was sent: at once, and again when an answer can be there. */
export function reloadDeliveries(): void {
  for (const afterMs of [0, 1500, 6000]) setTimeout(() => reload(listWebhookDeliveries, getWebhookDelivery), afterMs)
}
