import { randomBytes } from 'node:crypto'
import type { Liveness } from '@nikau/contract/amounts'
import type { WebhookEndpoint } from '@nikau/contract/webhooks'
import type { Clock, Db, Ids, Secret, Tx } from '@nikau/runtime'
import { type Actor, crnOf, type Source } from '../../http/bind.ts'
import { inTransaction, type Refusal, refuse } from '../../http/refusal.ts'
import { recordAudit, recordForOwners } from '../accounts/index.ts'
import { changeableEndpoint, type EndpointParams, isVisible, visibleLiveness, webhookReach } from './access.ts'
import { generateSigningKey } from './signing-keys.ts'
import { startChallenge } from './store-challenges.ts'
import { setEndpointEnabled, countEndpoints, type EndpointRow, insertEndpoint, replaceKey, selectEndpoint, selectEndpoints } from './store.ts'
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

/** Who changes an endpoint, and from where. */
interface WebhookCall {
  actor: Actor
  source: Source
}

const maxEndpoints = 10

/** Registers an endpoint. Each has its own signing key, so that keys are rotated one by one. That of a developer is for test money. */
export async function create(
  deps: WebhookDeps,
  call: WebhookCall,
  accountId: string,
  body: { url: string; liveness?: Liveness | undefined },
): Promise<WebhookEndpoint | Refusal<'FORBIDDEN' | 'WEBHOOK_URL_INVALID' | 'WEBHOOK_LIMIT_EXCEEDED'>> {
  const reach = await webhookReach(deps.db, call.actor, accountId)
  const visible = reach && visibleLiveness(reach, body.liveness)
  if (!visible) return refuse('FORBIDDEN')
  const url = await validateTarget(deps, body.url)
  if (url === undefined) return refuse('WEBHOOK_URL_INVALID')
  const [id, key] = [deps.ids.public('wh_'), await newKey(deps)]
  return await inTransaction(deps.db, async (tx): Promise<WebhookEndpoint | Refusal<'WEBHOOK_LIMIT_EXCEEDED'>> => {
    if ((await countEndpoints(tx, accountId)) >= maxEndpoints) return refuse('WEBHOOK_LIMIT_EXCEEDED')
    await insertEndpoint(tx, { id, accountId, url, liveness: visible.liveness ?? null, verifiedAt: null, at: deps.clock.now(), createdBy: crnOf(call.actor) })
    await replaceKey(tx, id, key, deps.clock.now())
    await startChallenge(tx, { endpointId: id, url, challenge: newChallenge() })
    await recordChange(tx, deps, call, accountId, { webhook: id, change: 'created' })
    return await presentEndpoint(tx, deps, { accountId, webhookId: id })
  })
}

/** An endpoint whose URL needs no proof, for seeding. */
export async function addProvedEndpoint(
  deps: Pick<WebhookDeps, 'db' | 'clock' | 'ids' | 'secret'>,
  endpoint: { id: string; accountId: string; url: string; createdBy: string },
): Promise<void> {
  const key = await newKey(deps)
  const at = deps.clock.now()
  await inTransaction(deps.db, async (tx) => {
    await insertEndpoint(tx, { ...endpoint, liveness: null, verifiedAt: at, at })
    await replaceKey(tx, endpoint.id, key, at)
  })
}

const newKey = ({ ids, secret }: Pick<WebhookDeps, 'ids' | 'secret'>) => generateSigningKey(ids.public('whk_'), secret)
export const newChallenge = () => randomBytes(32).toString('base64url')

async function recordChange(
  tx: Tx,
  { clock }: WebhookDeps,
  call: WebhookCall,
  accountId: string,
  { webhook, change, before }: { webhook: string; change: string; before?: EndpointRow },
): Promise<void> {
  const at = clock.now()
  await recordForOwners(tx, accountId, { kind: 'webhook-changed', ...call, at, detail: { webhook, change } })
  const after = (await selectEndpoint(tx, { accountId, webhookId: webhook }))!
  const audited = { subject: webhook, before: before && stateOf(before), after: { ...stateOf(after), change } }
  await recordAudit(tx, accountId, { action: 'webhook-changed', ...call, at, ...audited })
}

const stateOf = ({ url, pendingUrl, liveness, status }: EndpointRow) => ({
  url,
  ...(pendingUrl !== null && { pendingUrl }),
  ...(liveness !== null && { liveness }),
  status,
})

/** A name that does not resolve yet is accepted; one that resolves to a disallowed address is refused. */
export async function validateTarget({ loopback, resolve }: Pick<WebhookDeps, 'loopback' | 'resolve'>, raw: string): Promise<string | undefined> {
  const url = parseTarget(raw, loopback)
  if (!url) return undefined
  try {
    return (await resolveTarget(url, resolve, loopback)) === undefined ? undefined : url.href
  } catch {
    return url.href
  }
}

export async function list(deps: WebhookDeps, actor: Actor, accountId: string): Promise<WebhookEndpoint[] | Refusal<'FORBIDDEN'>> {
  const reach = await webhookReach(deps.db, actor, accountId)
  if (!reach) return refuse('FORBIDDEN')
  return (await selectEndpoints(deps.db, accountId)).filter((row) => isVisible(row, reach)).map((row) => toEndpoint(row, deps.apiOrigin))
}

/** A URL that is not the proved one has to answer a challenge first; until then events go to the old one. */
export async function update(
  deps: WebhookDeps,
  call: WebhookCall,
  params: EndpointParams,
  body: { url?: string | undefined; enabled?: boolean | undefined },
): Promise<WebhookEndpoint | Refusal<'FORBIDDEN' | 'WEBHOOK_URL_INVALID'>> {
  const before = await changeableEndpoint(deps.db, call.actor, params)
  if (!before) return refuse('FORBIDDEN')
  const url = body.url === undefined ? undefined : await validateTarget(deps, body.url)
  if (body.url !== undefined && url === undefined) return refuse('WEBHOOK_URL_INVALID')
  return await inTransaction(deps.db, async (tx) => {
    if (url !== undefined && (url !== before.url || before.status !== 'active'))
      await startChallenge(tx, { endpointId: params.webhookId, url, challenge: newChallenge() })
    if (body.enabled !== undefined) await setEndpointEnabled(tx, params.webhookId, body.enabled)
    const change = [url === undefined ? [] : ['url'], body.enabled === undefined ? [] : [body.enabled ? 'enabled' : 'disabled']].flat().join(' ')
    await recordChange(tx, deps, call, params.accountId, { webhook: params.webhookId, change, before })
    return await presentEndpoint(tx, deps, params)
  })
}

/** Signs with a new key from now on. The old one stays published for a day, for deliveries in flight. */
export async function rotate(deps: WebhookDeps, call: WebhookCall, params: EndpointParams): Promise<WebhookEndpoint | Refusal<'FORBIDDEN'>> {
  if (!(await changeableEndpoint(deps.db, call.actor, params))) return refuse('FORBIDDEN')
  const key = await newKey(deps)
  return await inTransaction(deps.db, async (tx) => {
    await replaceKey(tx, params.webhookId, key, deps.clock.now())
    await recordChange(tx, deps, call, params.accountId, { webhook: params.webhookId, change: 'key rotated' })
    return await presentEndpoint(tx, deps, params)
  })
}

async function presentEndpoint(db: Db | Tx, deps: Pick<WebhookDeps, 'apiOrigin'>, params: EndpointParams): Promise<WebhookEndpoint> {
  return toEndpoint((await selectEndpoint(db, params))!, deps.apiOrigin)
}

function toEndpoint({ pendingUrl, liveness, ...row }: EndpointRow, apiOrigin: string): WebhookEndpoint {
  return {
    ...row,
    ...(pendingUrl !== null && { pendingUrl }),
    ...(liveness !== null && { liveness }),
    jwksUrl: `${apiOrigin}/.well-known/webhooks/${row.id}/jwks.json`,
  }
}
