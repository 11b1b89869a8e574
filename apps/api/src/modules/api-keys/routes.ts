import { createApiKey, listApiKeys, rollApiKey, updateApiKey } from '@nikau/contract/api-keys'
import { bind, type Server } from '../../http/bind.ts'
import { create, type KeyDeps } from './create.ts'
import { list } from './list.ts'
import { roll } from './roll.ts'
import { update } from './update.ts'

export function apiKeyRoutes(server: Server, deps: KeyDeps): void {
  bind(server, createApiKey, ({ actor, source, params, body }) => create(deps, { actor, source }, params.accountId, body))
  bind(server, listApiKeys, ({ actor, params }) => list(deps, actor, params.accountId))
  bind(server, updateApiKey, ({ actor, source, params, body }) => update(deps, { actor, source }, params, body))
  bind(server, rollApiKey, ({ actor, source, params, body }) => roll(deps, { actor, source }, params, body))
}
