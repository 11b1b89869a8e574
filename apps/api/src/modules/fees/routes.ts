import { getMerchantFees } from '@nikau/contract/fees'
import { bind, type Server } from '../../http/bind.ts'
import { type FeeDeps, readFees } from './read.ts'

export function feeRoutes(server: Server, deps: FeeDeps): void {
  bind(server, getMerchantFees, ({ actor, params }) => readFees(deps, actor, params.merchantId))
}
