import { getAsset, getAssetSummary, listAssets, listTokenActivities } from '@nikau/contract/assets'
import type { Clock, Db } from '@nikau/runtime'
import { bind, type Server } from '../../http/bind.ts'
import { listActivities } from './activities.ts'
import { list } from './list.ts'
import { read, summarise } from './read.ts'

export function assetRoutes(server: Server, means: { db: Db; clock: Clock }): void {
  bind(server, listAssets, ({ actor, params, query }) => list(means, actor, params.accountId, query))
  bind(server, getAsset, ({ actor, params }) => read(means, actor, params.id))
  bind(server, getAssetSummary, ({ params }) => summarise(means.db, params.id))
  bind(server, listTokenActivities, ({ actor, params, query }) => listActivities(means.db, actor, params.accountId, query))
}
