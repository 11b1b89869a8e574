import { checkRecipient, getShownName, listPayees, removePayee, renamePayee, updateShownName } from '@nikau/contract/payees'
import { bind, type Server } from '../../http/bind.ts'
import { check } from './check.ts'
import { list, remove, rename } from './contacts.ts'
import type { PayeeRouteDeps } from './deps.ts'
import { changeShownName, readShownName } from './shown-names.ts'

export function payeeRoutes(server: Server, deps: PayeeRouteDeps): void {
  const { db } = deps
  bind(server, checkRecipient, ({ actor, body }) => check(deps, actor, body))
  bind(server, listPayees, ({ actor, params }) => list(db, actor, params.accountId))
  bind(server, renamePayee, ({ actor, params, body }) => rename(db, actor, params, body))
  bind(server, removePayee, ({ actor, params }) => remove(db, actor, params))
  bind(server, getShownName, ({ actor }) => readShownName(db, actor))
  bind(server, updateShownName, ({ actor, body, source }) => changeShownName(deps, actor, body, source))
}
