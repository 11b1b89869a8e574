import { createApiKey, listApiKeys, updateApiKey } from '@nikau/contract/api-keys'
import type { Clock, Db } from '@nikau/runtime'
import { bind, type Server } from '../../http/bind.ts'
import { create } from './create.ts'
import { list } from './list.ts'
import { update } from './update.ts'

export function apiKeyRoutes(server: Server, means: { db: Db; clock: Clock }): void {
  bind(server, createApiKey, ({ actor, params, body }) => create(means, actor, params.accountId, body))
  bind(server, listApiKeys, ({ actor, params }) => list(means.db, actor, params.accountId))
  bind(server, updateApiKey, ({ actor, params, body }) => update(means.db, actor, params, body))
}
