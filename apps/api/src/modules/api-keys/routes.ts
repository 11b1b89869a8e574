import { createApiKey, listApiKeys, updateApiKey } from '@nikau/contract/api-keys'
import type { Clock, Db } from '@nikau/runtime'
import { bind, type Server } from '../../http/bind.ts'
import { create } from './create.ts'
import { list } from './list.ts'
import { update } from './update.ts'

export function apiKeyRoutes(server: Server, deps: { db: Db; clock: Clock }): void {
  bind(server, createApiKey, ({ actor, source, params, body }) => create(deps, { actor, source }, params.accountId, body))
  bind(server, listApiKeys, ({ actor, params }) => list(deps.db, actor, params.accountId))
  bind(server, updateApiKey, ({ actor, source, params, body }) => update(deps, { actor, source }, params, body))
}
