import {
  abortFundsTransfer,
  createTopUp,
  createWithdrawal,
  getFundsTransfer,
  listAccountTopUps,
  listAccountWithdrawals,
  listTopUps,
} from '@nikau/contract/funds-transfers'
import { bind, type Server } from '../../http/bind.ts'
import { Refusal } from '../../http/refusal.ts'
import { abort } from './abort.ts'
import type { CreateDeps } from './create.ts'
import { list, listMine, read } from './read.ts'
import { topUp } from './top-up.ts'
import { withdraw } from './withdraw.ts'

export function fundsTransferRoutes(server: Server, deps: CreateDeps): void {
  const { db } = deps
  bind(server, createTopUp, ({ actor, body }) => topUp(deps, actor, body))
  bind(server, createWithdrawal, ({ actor, body, source }) => withdraw(deps, actor, body, source))
  bind(server, listTopUps, ({ actor }) => listMine(db, actor))
  bind(server, listAccountTopUps, ({ actor, params }) => list(db, actor, params.accountId, 'topup'))
  bind(server, listAccountWithdrawals, async ({ actor, params }) => {
    const items = await list(db, actor, params.accountId, 'withdrawal')
    return items instanceof Refusal ? items : { items }
  })
  bind(server, getFundsTransfer, ({ actor, params }) => read(db, actor, params.id))
  bind(server, abortFundsTransfer, ({ actor, params }) => abort(deps, actor, params.id))
}
