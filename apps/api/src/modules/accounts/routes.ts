import { createAccount, listAccountMemberships } from '@nikau/contract/accounts'
import type { Clock, Db, Ids } from '@nikau/runtime'
import { bind, type Server } from '../../http/bind.ts'
import { open } from './open.ts'
import { selectMemberships } from './store.ts'

export function accountRoutes(server: Server, deps: { db: Db; clock: Clock; ids: Ids }): void {
  bind(server, listAccountMemberships, ({ actor }) => selectMemberships(deps.db, actor.personId))
  bind(server, createAccount, ({ actor, body }) => open(deps, actor.personId, body))
}
