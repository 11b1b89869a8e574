import { getMerchantSummary, listSupportedWallets, searchMerchants } from '@nikau/contract'
import type { Db } from '@nikau/runtime'
import { bind, type Server } from '../../http/bind.ts'
import { search } from './search.ts'
import { summarise } from './summarise.ts'
import { listWallets } from './wallets.ts'

export function merchantRoutes(server: Server, db: Db): void {
  bind(server, searchMerchants, ({ query }) => search(db, query))
  bind(server, getMerchantSummary, ({ params }) => summarise(db, params.id))
  bind(server, listSupportedWallets, ({ params }) => listWallets(db, params.id))
}
