import type { Liveness } from '@nikau/contract/amounts'
import type { Db } from '@nikau/runtime'
import type { Actor } from '../../http/bind.ts'
import { reachOf } from '../accounts/index.ts'
import { type EndpointRow, selectEndpoint } from './store.ts'

export interface EndpointParams {
  accountId: string
  webhookId: string
}

/** What a caller sees of the webhooks of an account: both kinds of money, or test money only. */
export type WebhookReach = 'all' | 'test'

/** A developer sees test payments only, and so does a test key: neither is told about live ones by an endpoint of their own. */
export async function webhookReach(db: Db, actor: Actor, accountId: string): Promise<WebhookReach | undefined> {
  const found = await reachOf(db, actor, accountId, 'webhooks:write')
  if (!found || found.merchantIds) return undefined
  return found.reach === 'all' ? 'all' : 'test'
}

/** An endpoint with what the caller sees of it; undefined if that is nothing. Unknown ids return undefined as well. */
export async function endpointFor(db: Db, actor: Actor, params: EndpointParams): Promise<{ endpoint: EndpointRow; reach: WebhookReach } | undefined> {
  const reach = await webhookReach(db, actor, params.accountId)
  const endpoint = reach && (await selectEndpoint(db, params))
  return endpoint && isVisible(endpoint, reach) ? { endpoint, reach } : undefined
}

/** An endpoint that the caller may change: who sees test money only does not redirect what is sent about live money. */
export async function changeableEndpoint(db: Db, actor: Actor, params: EndpointParams): Promise<EndpointRow | undefined> {
  const found = await endpointFor(db, actor, params)
  return found && (found.reach === 'all' || found.endpoint.liveness === 'test') ? found.endpoint : undefined
}

export function isVisible({ liveness }: EndpointRow, reach: WebhookReach): boolean {
  return reach === 'all' || liveness !== 'main'
}

/** Narrows what was asked for to what the caller sees; undefined within: both kinds of money. Nothing at all: the caller asks for what they may not see. */
export function visibleLiveness(reach: WebhookReach, asked: Liveness | undefined): { liveness: Liveness | undefined } | undefined {
  if (reach === 'all') return { liveness: asked }
  return asked === 'main' ? undefined : { liveness: 'test' }
}
