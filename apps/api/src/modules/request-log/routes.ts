import { getRequest, listRequests } from '@nikau/contract/request-log'
import type { Clock, Db } from '@nikau/runtime'
import { bind, type Server } from '../../http/bind.ts'
import { list, read } from './read.ts'

export function requestLogRoutes(server: Server, deps: { db: Db; clock: Clock }): void {
  bind(server, listRequests, ({ actor, params, query }) => list(deps, actor, params.accountId, query))
  bind(server, getRequest, ({ actor, params }) => read(deps, actor, params.id))
}
