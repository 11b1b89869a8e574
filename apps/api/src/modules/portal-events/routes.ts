import { listAccountTasks, watchPortalEvents } from '@nikau/contract/portal-events'
import type { Clock } from '@nikau/runtime'
import { bind, type Server } from '../../http/bind.ts'
import { listTasks } from './tasks.ts'
import { watch, type WatchDeps } from './watch.ts'

export function portalEventRoutes(server: Server, deps: WatchDeps & { clock: Clock }): void {
  bind(server, watchPortalEvents, ({ actor, params, query, lastEventId }) => {
    // A browser repeats the address of the first connection, so what it adds is newer. What is no id of ours is as good as none.
    const { after = query.after } = watchPortalEvents.query.safeParse({ after: lastEventId }).data ?? {}
    return watch(deps, actor, params.accountId, after)
  })
  bind(server, listAccountTasks, ({ actor, params, query }) => listTasks(deps, actor, params.accountId, query.liveness ?? 'main'))
}
