import { getStatement } from '@nikau/contract/statements'
import { createWallet, getWalletTransaction, listWalletTransactions, topUpTestWallet } from '@nikau/contract/wallets'
import { bind, type Server } from '../../http/bind.ts'
import { open } from './open.ts'
import { statement } from './statement.ts'
import { topUp, type TopUpDeps } from './top-up.ts'
import { transaction } from './transaction.ts'
import { transactions } from './transactions.ts'

export function walletRoutes(server: Server, deps: TopUpDeps): void {
  bind(server, createWallet, ({ actor, body }) => open(deps, actor, body))
  bind(server, listWalletTransactions, ({ actor, params, query }) => transactions(deps.db, actor, params.walletId, query))
  bind(server, getStatement, ({ actor, params, query }) => statement(deps, actor, params.walletId, query))
  bind(server, getWalletTransaction, ({ actor, params }) => transaction(deps.db, actor, params))
  bind(server, topUpTestWallet, ({ actor, params, body }) => topUp(deps, actor, params, body))
}
