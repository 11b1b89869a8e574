import { getStatement } from '@nikau/contract/statements'
import { createWallet, getWalletTransaction, listWalletTransactions, topUpTestWallet } from '@nikau/contract/wallets'
import { bind, type Server } from '../../http/bind.ts'
import { refuse } from '../../http/refusal.ts'
import { open } from './open.ts'
import { createPdfDrawer } from './pdf-drawer.ts'
import { statement } from './statement.ts'
import { topUp, type TopUpDeps } from './top-up.ts'
import { transaction } from './transaction.ts'
import { transactions } from './transactions.ts'

/** Drawing one costs up to two seconds of processor time; the other formats cost next to nothing. */
const pdfsPerMinute = 3

export function walletRoutes(server: Server, deps: TopUpDeps): void {
  bind(server, createWallet, ({ actor, body }) => open(deps, actor, body))
  bind(server, listWalletTransactions, ({ actor, params, query }) => transactions(deps.db, actor, params.walletId, query))
  const pdfs = createPdfDrawer()
  server.fastify.addHook('onClose', () => pdfs.close())
  bind(server, getStatement, async ({ actor, params, query }) => {
    if (query.format === 'pdf' && (await server.limiter.consume(`pdf ${actor.personId}`, pdfsPerMinute)) > 0) return refuse('RATE_LIMIT_EXCEEDED')
    return await statement({ ...deps, pdfs }, actor, params.walletId, query)
  })
  bind(server, getWalletTransaction, ({ actor, params }) => transaction(deps.db, actor, params))
  bind(server, topUpTestWallet, ({ actor, params, body }) => topUp(deps, actor, params, body))
}
