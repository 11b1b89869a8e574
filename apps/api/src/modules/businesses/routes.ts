import { createBusiness, createTestPayment, getBusiness, getChecklist, goLive, lookUpNzbn, updateBusiness } from '@nikau/contract/businesses'
import type { BusinessRegister } from '@nikau/rails/nzbn-register'
import type { Log } from '@nikau/runtime'
import { bind, type Server } from '../../http/bind.ts'
import type { FeeTerms } from '../fees/index.ts'
import type { CreateDeps } from '../payment-requests/index.ts'
import type { OpenDeps } from '../wallets/index.ts'
import { type ChecklistDeps, getChecklist as readChecklist } from './checklist.ts'
import { changeBusiness, getBusiness as readBusiness, openBusiness } from './describe.ts'
import { goLive as takeLive } from './go-live.ts'
import { lookUp } from './look-up.ts'
import { requestTestPayment } from './test-payment.ts'

export interface BusinessDeps extends CreateDeps, OpenDeps, ChecklistDeps {
  /** Undefined when none is configured. */
  register: BusinessRegister | undefined
  log: Log
  feeTerms: FeeTerms
}

export function businessRoutes(server: Server, deps: BusinessDeps): void {
  bind(server, createBusiness, ({ actor, body }) => openBusiness(deps, actor, body))
  bind(server, getBusiness, ({ actor, params }) => readBusiness(deps.db, actor, params.accountId))
  bind(server, updateBusiness, ({ actor, source, params, body }) => changeBusiness(deps, { person: actor, source }, params.accountId, body))
  bind(server, lookUpNzbn, ({ params }) => lookUp(deps, params.nzbn))
  bind(server, getChecklist, ({ actor, params }) => readChecklist(deps, actor, params.accountId))
  bind(server, createTestPayment, ({ actor, params }) => requestTestPayment(deps, actor, params.accountId))
  bind(server, goLive, ({ actor, source, params }) => takeLive(deps, { person: actor, source }, params.accountId))
}
