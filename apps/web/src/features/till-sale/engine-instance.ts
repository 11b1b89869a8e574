import { useSyncExternalStore } from 'react'
import { createSaleEngine, realDeps, type SaleView } from './engine.ts'
import { saleApi } from './sale-api.ts'
import { storedSale } from './sale.ts'

/** The one sale of this device. It goes on while other screens are open. */
export const saleEngine = createSaleEngine({ api: saleApi, stored: storedSale, ...realDeps })

export const useSale = (): SaleView => useSyncExternalStore(saleEngine.subscribe, saleEngine.read)
