import { exportMerchantPayments, getMerchantPayment, getMerchantPaymentTotals, getTakings, listMerchantPayments } from '@nikau/contract/merchant-payments'
import { bind, type Server } from '../../http/bind.ts'
import { readPayment } from './detail.ts'
import { exportPayments } from './export.ts'
import { listPayments, type ReadDeps, readTotals } from './list.ts'
import { readTakings } from './takings.ts'

export function merchantPaymentRoutes(server: Server, deps: ReadDeps): void {
  bind(server, listMerchantPayments, ({ actor, params, query }) => listPayments(deps, actor, params.merchantId, query))
  bind(server, getMerchantPaymentTotals, ({ actor, params, query }) => readTotals(deps, actor, params.merchantId, query))
  bind(server, exportMerchantPayments, ({ actor, params, query }) => exportPayments(deps, actor, params.merchantId, query))
  bind(server, getMerchantPayment, ({ actor, params }) => readPayment(deps, actor, params))
  bind(server, getTakings, ({ actor, params, query }) => readTakings(deps, actor, params.merchantId, query))
}
