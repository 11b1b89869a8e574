import { exportMerchantPayments, getMerchantPayment, getMerchantPaymentTotals, getTakings, listMerchantPayments } from '@nikau/contract/merchant-payments'
import { getTillDay, getTillPayment, listTillPayments } from '@nikau/contract/till-payments'
import { bind, type Server } from '../../http/bind.ts'
import { readPayment } from './detail.ts'
import { exportPayments } from './export.ts'
import { listPayments, type ReadDeps, readTotals } from './list.ts'
import { readTakings } from './takings.ts'
import { listOwnPayments, readOwnPayment, readTillDay } from './till.ts'

export function merchantPaymentRoutes(server: Server, deps: ReadDeps): void {
  bind(server, listMerchantPayments, ({ actor, params, query }) => listPayments(deps, actor, params.merchantId, query))
  bind(server, getMerchantPaymentTotals, ({ actor, params, query }) => readTotals(deps, actor, params.merchantId, query))
  bind(server, exportMerchantPayments, ({ actor, params, query }) => exportPayments(deps, actor, params.merchantId, query))
  bind(server, getMerchantPayment, ({ actor, params }) => readPayment(deps, actor, params))
  bind(server, listTillPayments, ({ actor, params, query }) => listOwnPayments(deps, actor, params.id, query))
  bind(server, getTillPayment, ({ actor, params }) => readOwnPayment(deps, actor, params))
  bind(server, getTillDay, ({ actor, params, query }) => readTillDay(deps, actor, params.id, query))
  bind(server, getTakings, ({ actor, params, query }) => readTakings(deps, actor, params.merchantId, query))
}
