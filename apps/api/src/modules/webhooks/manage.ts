import type { WebhookEndpoint } from '@nikau/contract/webhooks'
import type { Clock, Db, Ids, Secret, Tx } from '@nikau/runtime'
import { type Actor, nameOf } from '../../http/bind.ts'
import { inTransaction, type Refusal, refuse } from '../../http/refusal.ts'
import { mayActFor } from '../accounts/index.ts'
import { makeKey } from './keys.ts'
import { changeEndpoint, countEndpoints, type EndpointRow, insertEndpoint, replaceKey, selectEndpoint, selectEndpoints } from './store.ts'
import { addressOf, type Resolve, targetOf } from './targets.ts'

export interface WebhookMeans {
  db: Db
  clock: Clock
  ids: Ids
  secret: Secret
  apiOrigin: string
  /** In development the sandbox shop listens on this machine. */
  loopback: boolean
  resolve: Resolve
}

const mostEndpoints = 10

/** Registers an address. Each endpoint has a signing key of its own, so that one can be changed without the others. */
export async function create(
  means: WebhookMeans,
  actor: Actor,
  accountId: string,
  body: { url: string },
): Promise<WebhookEndpoint | Refusal<'FORBIDDEN' | 'WEBHOOK_URL_INVALID' | 'WEBHOOK_LIMIT_EXCEEDED'>> {
  if (!(await mayActFor(means.db, actor, accountId))) return refuse('FORBIDDEN')
  const url = await reachable(means, body.url)
  if (url === undefined) return refuse('WEBHOOK_URL_INVALID')
  return await addEndpoint(means, { accountId, url, createdBy: nameOf(actor) })
}

export async function addEndpoint(
  means: Pick<WebhookMeans, 'db' | 'clock' | 'ids' | 'secret' | 'apiOrigin'>,
  endpoint: { accountId: string; url: string; createdBy: string },
): Promise<WebhookEndpoint | Refusal<'WEBHOOK_LIMIT_EXCEEDED'>> {
  const { ids, clock, secret } = means
  const key = await makeKey(ids.public('whk_'), secret)
  return await inTransaction(means.db, async (tx): Promise<WebhookEndpoint | Refusal<'WEBHOOK_LIMIT_EXCEEDED'>> => {
    if ((await countEndpoints(tx, endpoint.accountId)) >= mostEndpoints) return refuse('WEBHOOK_LIMIT_EXCEEDED')
    const id = ids.public('wh_')
    await insertEndpoint(tx, { id, ...endpoint, at: clock.now() })
    await replaceKey(tx, id, key, clock.now())
    return await shown(tx, means, { accountId: endpoint.accountId, webhookId: id })
  })
}

/** A name that cannot be resolved now may be later; one that leads to where no webhook goes is refused at once. */
async function reachable({ loopback, resolve }: WebhookMeans, raw: string): Promise<string | undefined> {
  const url = targetOf(raw, loopback)
  if (!url) return undefined
  try {
    return (await addressOf(url, resolve, loopback)) === undefined ? undefined : url.href
  } catch {
    return url.href
  }
}

export async function list(means: WebhookMeans, actor: Actor, accountId: string): Promise<WebhookEndpoint[] | Refusal<'FORBIDDEN'>> {
  if (!(await mayActFor(means.db, actor, accountId))) return refuse('FORBIDDEN')
  return (await selectEndpoints(means.db, accountId)).map((row) => toEndpoint(row, means.apiOrigin))
}

interface Which {
  accountId: string
  webhookId: string
}

export async function update(
  means: WebhookMeans,
  actor: Actor,
  which: Which,
  body: { url?: string | undefined; enabled?: boolean | undefined },
): Promise<WebhookEndpoint | Refusal<'FORBIDDEN' | 'WEBHOOK_URL_INVALID'>> {
  if (!(await ownEndpoint(means.db, actor, which))) return refuse('FORBIDDEN')
  const url = body.url === undefined ? undefined : await reachable(means, body.url)
  if (body.url !== undefined && url === undefined) return refuse('WEBHOOK_URL_INVALID')
  await changeEndpoint(means.db, which.webhookId, { url, enabled: body.enabled })
  return await shown(means.db, means, which)
}

/** From now on another key signs. The old one stays published for a day, for what is under way. */
export async function rotate(means: WebhookMeans, actor: Actor, which: Which): Promise<WebhookEndpoint | Refusal<'FORBIDDEN'>> {
  if (!(await ownEndpoint(means.db, actor, which))) return refuse('FORBIDDEN')
  const key = await makeKey(means.ids.public('whk_'), means.secret)
  return await inTransaction(means.db, async (tx) => {
    await replaceKey(tx, which.webhookId, key, means.clock.now())
    return await shown(tx, means, which)
  })
}

/** What is not the caller's and what does not exist look the same. */
export async function ownEndpoint(db: Db, actor: Actor, which: Which): Promise<EndpointRow | undefined> {
  return (await mayActFor(db, actor, which.accountId)) ? await selectEndpoint(db, which) : undefined
}

async function shown(db: Db | Tx, means: Pick<WebhookMeans, 'apiOrigin'>, which: Which): Promise<WebhookEndpoint> {
  return toEndpoint((await selectEndpoint(db, which))!, means.apiOrigin)
}

function toEndpoint(row: EndpointRow, apiOrigin: string): WebhookEndpoint {
  return { ...row, jwksUrl: `${apiOrigin}/.well-known/webhooks/${row.id}/jwks.json` }
}
