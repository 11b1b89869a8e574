import { createOfflineCodes, createPatronCode, getTillSettings, reportCodePayment, updateTillSettings } from '@nikau/contract/patron-codes'
import { bind, type Server } from '../../http/bind.ts'
import { create } from './create.ts'
import { createOffline, type OfflineDeps } from './offline.ts'
import { report } from './report.ts'
import { readSettings, updateSettings } from './settings.ts'

export function patronCodeRoutes(server: Server, deps: OfflineDeps): void {
  bind(server, createPatronCode, ({ actor, body }) => create(deps, actor, body))
  bind(server, createOfflineCodes, ({ actor }) => createOffline(deps, actor))
  bind(server, getTillSettings, ({ actor, params }) => readSettings(deps, actor, params.accountId))
  bind(server, updateTillSettings, (call) => updateSettings(deps, call, call.params.accountId))
  bind(server, reportCodePayment, (call) => report(deps, call, call.params.id))
}
