import {
  createPairingCode,
  createTill,
  getTill,
  getTillCode,
  getTillLimits,
  listTillPeople,
  listTills,
  pairTill,
  renameTill,
  setTillCode,
  signOff,
  signOn,
  switchOffTill,
  updateTillLimits,
} from '@nikau/contract/tills'
import { bind, type Server } from '../../http/bind.ts'
import { type CodeDeps, readCodeState, setCode } from './code.ts'
import { readLimits, updateLimits } from './limits.ts'
import { addTill, listTillsOf, newCode, rename, switchOff } from './manage.ts'
import { pair } from './pair.ts'
import { leave, listPeople, readDevice, start } from './sign-on.ts'

export function tillRoutes(server: Server, deps: CodeDeps): void {
  bind(server, createTill, ({ actor, source, params, body }) => addTill(deps, { actor, source }, params.accountId, body))
  bind(server, listTills, ({ actor, params }) => listTillsOf(deps, actor, params.accountId))
  bind(server, renameTill, ({ actor, source, params, body }) => rename(deps, { actor, source }, params, body))
  bind(server, createPairingCode, ({ actor, source, params }) => newCode(deps, { actor, source }, params))
  bind(server, switchOffTill, ({ actor, source, params }) => switchOff(deps, { actor, source }, params))
  bind(server, pairTill, ({ source, body }) => pair(deps, source, body.code))
  bind(server, getTill, ({ actor, params }) => readDevice(deps, actor, params.id))
  bind(server, listTillPeople, ({ actor, params }) => listPeople(deps, actor, params.id))
  bind(server, signOn, ({ actor, source, params, body }) => start(deps, { actor, source }, params.id, body))
  bind(server, signOff, ({ actor, params }) => leave(deps, actor, params.id))
  bind(server, getTillCode, ({ actor, params }) => readCodeState(deps, actor, params.accountId))
  bind(server, setTillCode, ({ actor, source, params, body }) => setCode(deps, { actor, source }, params.accountId, body.code))
  bind(server, getTillLimits, ({ actor, params }) => readLimits(deps.db, actor, params.merchantId))
  bind(server, updateTillLimits, ({ actor, source, params, body }) => updateLimits(deps, { actor, source }, params.merchantId, body))
}
