import { useSyncExternalStore } from 'react'
import { pairing } from '../till-device/index.ts'
import { createSaleEngine, realDeps, type SaleView } from './engine.ts'
import { saleApi } from './sale-api.ts'
import { salesAside } from './sale-aside.ts'
import { storedSale } from './sale.ts'

const till = () => {
  const paired = pairing.get()?.till
  return paired && { id: paired.id, name: paired.name }
}

/** The one sale of this device. It goes on while other screens are open. */
export const saleEngine = createSaleEngine({ api: saleApi, stored: storedSale, aside: salesAside, till, ...realDeps })

export const useSale = (): SaleView => useSyncExternalStore(saleEngine.subscribe, saleEngine.read)
