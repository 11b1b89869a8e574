import { createWallet, listWalletTransactions, topUpTestWallet } from '@nikau/contract/wallets'
import { bind, type Server } from '../../http/bind.ts'
import { open } from './open.ts'
import { topUp, type TopUpMeans } from './top-up.ts'
import { transactions } from './transactions.ts'

export function walletRoutes(server: Server, means: TopUpMeans): void {
  bind(server, createWallet, ({ actor, body }) => open(means, actor, body))
  bind(server, listWalletTransactions, ({ actor, params, query }) => transactions(means.db, actor, params.walletId, query))
  bind(server, topUpTestWallet, ({ actor, params, body }) => topUp(means, actor, params, body))
}
