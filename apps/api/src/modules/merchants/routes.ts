import { getMerchantSummary, listSupportedWallets, searchMerchants } from '@nikau/contract'
import { listIntegratorGrants, revokeIntegratorGrant, saveIntegratorGrant } from '@nikau/contract/integrators'
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
import type { OpenDeps } from '../wallets/index.ts'
import { addConfig, listConfigs, readConfig, replaceConfig } from './configure.ts'
import { create } from './create.ts'
import { endGrant, listGrants, saveGrant } from './integrators.ts'
import { list, read, update } from './manage.ts'
import { search } from './search.ts'
import { summarise } from './summarise.ts'
import { listWallets } from './wallets.ts'

export function merchantRoutes(server: Server, deps: OpenDeps): void {
  const { db } = deps
  bind(server, searchMerchants, ({ query }) => search(db, query))
  bind(server, getMerchantSummary, ({ params }) => summarise(db, params.id))
  bind(server, listSupportedWallets, ({ params }) => listWallets(db, params.id))
  bind(server, createMerchant, ({ actor, source, body }) => create(deps, { actor, source }, body))
  bind(server, getMerchant, ({ actor, params }) => read(db, actor, params.id))
  bind(server, updateMerchant, ({ actor, source, params, body }) => update(deps, { actor, source }, params.id, body))
  bind(server, listMerchants, ({ actor, query }) => list(db, actor, query))
  bind(server, createMerchantConfig, ({ actor, source, params, body }) => addConfig(deps, { actor, source }, params.merchantId, body))
  bind(server, updateMerchantConfig, ({ actor, source, params, body }) => replaceConfig(deps, { actor, source }, params, body))
  bind(server, listMerchantConfigs, ({ actor, params }) => listConfigs(db, actor, params.merchantId))
  bind(server, getMerchantConfig, ({ actor, params }) => readConfig(db, actor, params.id))
  bind(server, listIntegratorGrants, ({ actor, params }) => listGrants(db, actor, params.merchantId))
  bind(server, saveIntegratorGrant, ({ actor, source, params, body }) => saveGrant(deps, { actor, source }, params, body))
  bind(server, revokeIntegratorGrant, ({ actor, source, params }) => endGrant(deps, { actor, source }, params))
}
