import type { PublishedKey } from '@nikau/sdk/webhook-signature'
import { useQuery } from '@tanstack/react-query'
import { deployed } from '../../lib/config.ts'
import { request } from '../../lib/request.ts'
import { serverNow } from '../../lib/server-clock.ts'

/** The keys of an endpoint as receivers read them. They are there before anything is pasted. */
export function usePublishedKeys(webhookId: string) {
  return useQuery({
    queryKey: ['GET', '/.well-known/webhooks', webhookId],
    queryFn: async ({ signal }) => {
      // The address is new each time: the browser keeps this answer for five minutes, also over a rotation.
      const url = `${deployed.apiBase}/.well-known/webhooks/${encodeURIComponent(webhookId)}/jwks.json?at=${serverNow().getTime()}`
      const response = await request(url, { method: 'GET', signal })
      return ((await response.json()) as { keys: PublishedKey[] }).keys
    },
    staleTime: 0,
  })
}
