import { freezeAccount, getAccountSafety, listSecurityEvents, unfreezeAccount } from '@nikau/contract/safety'
import { bind, type Server } from '../../http/bind.ts'
import { freeze, readSafety, type SafetyDeps, unfreeze } from './freeze.ts'
import { listMine } from './security-events.ts'

export function safetyRoutes(server: Server, deps: SafetyDeps): void {
  bind(server, getAccountSafety, ({ actor, params }) => readSafety(deps.db, actor, params.accountId))
  bind(server, freezeAccount, ({ actor, params, source }) => freeze(deps, actor, params.accountId, source))
  bind(server, unfreezeAccount, ({ actor, params, source }) => unfreeze(deps, actor, params.accountId, source))
  bind(server, listSecurityEvents, ({ actor, query }) => listMine(deps.db, actor, query))
}
