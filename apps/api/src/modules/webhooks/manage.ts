import type { WebhookEndpoint } from '@nikau/contract/webhooks'
import type { Clock, Db, Ids, Secret, Tx } from '@nikau/runtime'
import { type Actor, crnOf } from '../../http/bind.ts'
import { inTransaction, type Refusal, refuse } from '../../http/refusal.ts'
import { mayActFor } from '../accounts/index.ts'
import { generateSigningKey } from './signing-keys.ts'
import { updateEndpoint, countEndpoints, type EndpointRow, insertEndpoint, replaceKey, selectEndpoint, selectEndpoints } from './store.ts'
import { resolveTarget, type Resolve, parseTarget } from './ssrf-guard.ts'

export interface WebhookDeps {
  db: Db
  clock: Clock
  ids: Ids
  secret: Secret
  apiOrigin: string
  /** Allows targets on this machine, for the sandbox shop in development. */
  loopback: boolean
  resolve: Resolve
}

const maxEndpoints = 10

/** Registers an endpoint. Each has its own signing key, so that keys are rotated one by one. */
export async function create(
  deps: WebhookDeps,
  actor: Actor,
  accountId: string,
  body: { url: string },
): Promise<WebhookEndpoint | Refusal<'FORBIDDEN' | 'WEBHOOK_URL_INVALID' | 'WEBHOOK_LIMIT_EXCEEDED'>> {
  if (!(await mayActFor(deps.db, actor, accountId))) return refuse('FORBIDDEN')
  const url = await validateTarget(deps, body.url)
  if (url === undefined) return refuse('WEBHOOK_URL_INVALID')
  return await addEndpoint(deps, { accountId, url, createdBy: crnOf(actor) })
}

export async function addEndpoint(
  deps: Pick<WebhookDeps, 'db' | 'clock' | 'ids' | 'secret' | 'apiOrigin'>,
  endpoint: { accountId: string; url: string; createdBy: string },
): Promise<WebhookEndpoint | Refusal<'WEBHOOK_LIMIT_EXCEEDED'>> {
  const { ids, clock, secret } = deps
  const key = await generateSigningKey(ids.public('whk_'), secret)
  return await inTransaction(deps.db, async (tx): Promise<WebhookEndpoint | Refusal<'WEBHOOK_LIMIT_EXCEEDED'>> => {
    if ((await countEndpoints(tx, endpoint.accountId)) >= maxEndpoints) return refuse('WEBHOOK_LIMIT_EXCEEDED')
    const id = ids.public('wh_')
    await insertEndpoint(tx, { id, ...endpoint, at: clock.now() })
    await replaceKey(tx, id, key, clock.now())
    return await presentEndpoint(tx, deps, { accountId: endpoint.accountId, webhookId: id })
  })
}

/** A name that does not resolve yet is accepted; one that resolves to a disallowed address is refused. */
async function validateTarget({ loopback, resolve }: WebhookDeps, raw: string): Promise<string | undefined> {
  const url = parseTarget(raw, loopback)
  if (!url) return undefined
  try {
    return (await resolveTarget(url, resolve, loopback)) === undefined ? undefined : url.href
  } catch {
    return url.href
  }
}

export async function list(deps: WebhookDeps, actor: Actor, accountId: string): Promise<WebhookEndpoint[] | Refusal<'FORBIDDEN'>> {
  if (!(await mayActFor(deps.db, actor, accountId))) return refuse('FORBIDDEN')
  return (await selectEndpoints(deps.db, accountId)).map((row) => toEndpoint(row, deps.apiOrigin))
}

interface EndpointParams {
  accountId: string
  webhookId: string
}

export async function update(
  deps: WebhookDeps,
  actor: Actor,
  params: EndpointParams,
  body: { url?: string | undefined; enabled?: boolean | undefined },
): Promise<WebhookEndpoint | Refusal<'FORBIDDEN' | 'WEBHOOK_URL_INVALID'>> {
  if (!(await endpointFor(deps.db, actor, params))) return refuse('FORBIDDEN')
  const url = body.url === undefined ? undefined : await validateTarget(deps, body.url)
  if (body.url !== undefined && url === undefined) return refuse('WEBHOOK_URL_INVALID')
  await updateEndpoint(deps.db, params.webhookId, { url, enabled: body.enabled })
  return await presentEndpoint(deps.db, deps, params)
}

/** Signs with a new key from now on. The old one stays published for a day, for deliveries in flight. */
export async function rotate(deps: WebhookDeps, actor: Actor, params: EndpointParams): Promise<WebhookEndpoint | Refusal<'FORBIDDEN'>> {
  if (!(await endpointFor(deps.db, actor, params))) return refuse('FORBIDDEN')
  const key = await generateSigningKey(deps.ids.public('whk_'), deps.secret)
  return await inTransaction(deps.db, async (tx) => {
    await replaceKey(tx, params.webhookId, key, deps.clock.now())
    return await presentEndpoint(tx, deps, params)
  })
}

/** The endpoint, if the caller may act for its account. Unknown ids return undefined as well. */
export async function endpointFor(db: Db, actor: Actor, params: EndpointParams): Promise<EndpointRow | undefined> {
  return (await mayActFor(db, actor, params.accountId)) ? await selectEndpoint(db, params) : undefined
}

async function presentEndpoint(db: Db | Tx, deps: Pick<WebhookDeps, 'apiOrigin'>, params: EndpointParams): Promise<WebhookEndpoint> {
  return toEndpoint((await selectEndpoint(db, params))!, deps.apiOrigin)
}

function toEndpoint(row: EndpointRow, apiOrigin: string): WebhookEndpoint {
  return { ...row, jwksUrl: `${apiOrigin}/.well-known/webhooks/${row.id}/jwks.json` }
}
