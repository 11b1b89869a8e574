import { listQuotas } from '@nikau/contract/quotas'
import type { Clock, Db } from '@nikau/runtime'
import { bind, type Server } from '../../http/bind.ts'
import { list } from './list.ts'
import type { QuotaLimits } from './rules.ts'

export function quotaRoutes(server: Server, deps: { db: Db; clock: Clock; limits: QuotaLimits }): void {
  bind(server, listQuotas, ({ actor, params }) => list(deps, actor, params.accountId))
}
