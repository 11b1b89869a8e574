import { getStatement } from '@nikau/contract/statements'
import { createWallet, getWalletTransaction, listWalletTransactions, topUpTestWallet } from '@nikau/contract/wallets'
import { bind, type Server } from '../../http/bind.ts'
import { open } from './open.ts'
import { statement } from './statement.ts'
import { topUp, type TopUpMeans } from './top-up.ts'
import { transaction } from './transaction.ts'
import { transactions } from './transactions.ts'

export function walletRoutes(server: Server, means: TopUpMeans): void {
  bind(server, createWallet, ({ actor, body }) => open(means, actor, body))
  bind(server, listWalletTransactions, ({ actor, params, query }) => transactions(means.db, actor, params.walletId, query))
  bind(server, getStatement, ({ actor, params, query }) => statement(means, actor, params.walletId, query))
  bind(server, getWalletTransaction, ({ actor, params }) => transaction(means.db, actor, params))
  bind(server, topUpTestWallet, ({ actor, params, body }) => topUp(means, actor, params, body))
}
