import { getAsset, getAssetSummary, listAssets, listTokenActivities } from '@nikau/contract/assets'
import type { Clock, Db } from '@nikau/runtime'
import { bind, type Server } from '../../http/bind.ts'
import { listActivities } from './activities.ts'
import { list } from './list.ts'
import { read, summarise } from './read.ts'

export function assetRoutes(server: Server, deps: { db: Db; clock: Clock }): void {
  bind(server, listAssets, ({ actor, params, query }) => list(deps, actor, params.accountId, query))
  bind(server, getAsset, ({ actor, params }) => read(deps, actor, params.id))
  bind(server, getAssetSummary, ({ params }) => summarise(deps.db, params.id))
  bind(server, listTokenActivities, ({ actor, params, query }) => listActivities(deps.db, actor, params.accountId, query))
}
