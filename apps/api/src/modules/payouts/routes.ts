import {
  cancelPayoutAccount,
  choosePayoutAccount,
  confirmPayoutAccount,
  exportPayout,
  getFeeInvoice,
  getPayout,
  getPayoutAccount,
  getPayoutSchedule,
  listNextPayouts,
  listPayoutLines,
  listPayouts,
  updatePayoutSchedule,
} from '@nikau/contract/payouts'
import { bind, type Server } from '../../http/bind.ts'
import { cancelChange, chooseAccount, confirmAccount, getAccount, type PayoutAccountDeps } from './account.ts'
import { exportLines } from './export.ts'
import { feeInvoice } from './fee-invoice.ts'
import { getOne, listLines, listNext, listOfAccount } from './read.ts'
import type { InvoiceIssuer } from './rules.ts'
import { getSchedule, updateSchedule } from './schedule.ts'

export function payoutRoutes(server: Server, deps: PayoutAccountDeps & { issuer: InvoiceIssuer }): void {
  const { db } = deps
  bind(server, listPayouts, ({ actor, params, query }) => listOfAccount(db, actor, params.accountId, query.pageKey))
  bind(server, listNextPayouts, ({ actor, params }) => listNext(deps, actor, params.accountId))
  bind(server, getPayout, ({ actor, params }) => getOne(db, actor, params.id))
  bind(server, listPayoutLines, ({ actor, params, query }) => listLines(db, actor, params.id, query.pageKey))
  bind(server, exportPayout, ({ actor, params, query }) => exportLines(deps, actor, params.id, query.format))
  bind(server, getFeeInvoice, ({ actor, params }) => feeInvoice(deps, actor, params))
  bind(server, getPayoutAccount, ({ actor, params }) => getAccount(deps, actor, params.accountId))
  bind(server, choosePayoutAccount, ({ actor: person, params, body, source }) => chooseAccount(deps, { person, source }, params.accountId, body.bankAccountId))
  bind(server, cancelPayoutAccount, ({ actor: person, params, source }) => cancelChange(deps, { person, source }, params.accountId))
  bind(server, confirmPayoutAccount, ({ actor: person, params, source }) => confirmAccount(deps, { person, source }, params.accountId))
  bind(server, getPayoutSchedule, ({ actor, params }) => getSchedule(deps, actor, params.accountId))
  bind(server, updatePayoutSchedule, ({ actor: person, source, params, body }) => updateSchedule(deps, { person, source }, params.accountId, body))
}
