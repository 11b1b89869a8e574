import { getMerchantSummary, listSupportedWallets, searchMerchants } from '@nikau/contract'
import {
  createMerchant,
  createMerchantConfig,
  getMerchant,
  getMerchantConfig,
  listMerchantConfigs,
  listMerchants,
  updateMerchant,
  updateMerchantConfig,
} from '@nikau/contract/merchant-configs'
import { bind, type Server } from '../../http/bind.ts'
import type { OpenMeans } from '../wallets/index.ts'
import { addConfig, listConfigs, readConfig, replaceConfig } from './configure.ts'
import { create } from './create.ts'
import { list, read, update } from './own.ts'
import { search } from './search.ts'
import { summarise } from './summarise.ts'
import { listWallets } from './wallets.ts'

export function merchantRoutes(server: Server, means: OpenMeans): void {
  const { db } = means
  bind(server, searchMerchants, ({ query }) => search(db, query))
  bind(server, getMerchantSummary, ({ params }) => summarise(db, params.id))
  bind(server, listSupportedWallets, ({ params }) => listWallets(db, params.id))
  bind(server, createMerchant, ({ actor, body }) => create(means, actor, body))
  bind(server, getMerchant, ({ actor, params }) => read(db, actor, params.id))
  bind(server, updateMerchant, ({ actor, params, body }) => update(db, actor, params.id, body))
  bind(server, listMerchants, ({ actor, query }) => list(db, actor, query))
  bind(server, createMerchantConfig, ({ actor, params, body }) => addConfig(means, actor, params.merchantId, body))
  bind(server, updateMerchantConfig, ({ actor, params, body }) => replaceConfig(means, actor, params, body))
  bind(server, listMerchantConfigs, ({ actor, params }) => listConfigs(db, actor, params.merchantId))
  bind(server, getMerchantConfig, ({ actor, params }) => readConfig(db, actor, params.id))
}
