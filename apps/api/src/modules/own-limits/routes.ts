import { getOwnLimits, updateOwnLimits } from '@nikau/contract/own-limits'
import { bind, type Server } from '../../http/bind.ts'
import { readLimits } from './read.ts'
import { type UpdateDeps, updateLimits } from './update.ts'

export function ownLimitRoutes(server: Server, deps: UpdateDeps): void {
  bind(server, getOwnLimits, ({ actor, params }) => readLimits(deps, actor, params.accountId))
  bind(server, updateOwnLimits, (call) => updateLimits(deps, call, call.params.accountId))
}
