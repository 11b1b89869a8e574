import { authorizeConnection, createConnection, getConnectionSummary } from '@nikau/contract/connections'
import { endPermission, getPermission, listPermissions, pausePermission, resumePermission, updatePermission } from '@nikau/contract/permissions'
import { bind, type Server } from '../../http/bind.ts'
import { authorise } from './authorise.ts'
import { type ConnectionDeps, create, summarise } from './create.ts'
import { changeAllowance, end, type ManageDeps, pause, resume } from './manage.ts'
import { list, read } from './permissions.ts'

export function connectionRoutes(server: Server, deps: ConnectionDeps & ManageDeps): void {
  bind(server, createConnection, ({ actor, body }) => create(deps, actor, body))
  bind(server, getConnectionSummary, ({ params }) => summarise(deps, params.id))
  bind(server, authorizeConnection, ({ actor: person, params, body, source }) => authorise(deps, { person, source }, params.id, body.accountId))
  bind(server, listPermissions, ({ actor, params, query }) => list(deps, actor, params.accountId, query))
  bind(server, getPermission, ({ actor, params }) => read(deps, actor, params.id))
  bind(server, updatePermission, ({ actor: person, params, body, source, requireStepUp }) =>
    changeAllowance(deps, { person, source, requireStepUp }, params.id, body),
  )
  bind(server, pausePermission, ({ actor: person, params, source }) => pause(deps, { person, source }, params.id))
  bind(server, resumePermission, ({ actor: person, params, source }) => resume(deps, { person, source }, params.id))
  bind(server, endPermission, ({ actor: person, params, source }) => end(deps, { person, source }, params.id))
}
