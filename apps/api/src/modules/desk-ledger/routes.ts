import {
  adjustmentReasons,
  findInLedger,
  getAdjustmentForm,
  getLedgerAccount,
  getLedgerPosting,
  listLedgerAccounts,
  listLedgerEntries,
  proveLedgerAccount,
} from '@nikau/contract/desk/ledger'
import { entryAt } from '@nikau/ledger'
import { cents } from '@nikau/money'
import type { Clock, Db } from '@nikau/runtime'
import { bindDesk, type DeskServer } from '../../http/desk/bind.ts'
import { decodeNumberKey, defaultPageSize, toPage } from '../../http/pagination.ts'
import { type Refusal, refuse } from '../../http/refusal.ts'
import { actRules, adjustableKinds, agreements, operatorAccounts } from '../operations/index.ts'
import { findPosting } from './posting.ts'
import { presentAccount, presentEntry } from './present.ts'
import { proveAccount } from './proof.ts'
import { selectAccount, selectAccountsLike, selectAccountsNamed, selectEntries, selectPostingsNamed } from './store.ts'

/** The company's own accounts, in the order of the list: at the bank, on its way, held for others, our own. Fees are with each merchant. */
const ownAccounts = ['bank', 'pay-by-bank:', 'card:', 'card-refunds:', 'payouts:', 'surplus:', 'unclaimed:', 'own:', 'losses:', 'costs:'] as const

/** The books are read here. What is posted by hand is proposed, and done by the worker. */
export function deskLedgerRoutes(server: DeskServer, { db, clock, test }: { db: Db; clock: Clock; test: boolean }): void {
  const unit = test ? 'nzd.test' : 'nzd.main'

  bindDesk(server, listLedgerAccounts, async () => ({ accounts: (await selectAccountsLike(db, ownAccounts, unit)).map(presentAccount), now: clock.now() }))

  bindDesk(server, findInLedger, async ({ query: { id } }) => ({
    accounts: await selectAccountsNamed(db, id),
    postings: (await selectPostingsNamed(db, id)).map((posting) => ({ ...posting, id: String(posting.id) })),
  }))

  bindDesk(server, getLedgerAccount, async ({ params, query: { asOf } }) => {
    const account = await selectAccount(db, params.id)
    if (!account) return notFound()
    return { account: presentAccount(account), ...(asOf && { asOf: await balanceAsOf(db, account, asOf) }), now: clock.now() }
  })

  bindDesk(server, listLedgerEntries, async ({ params, query: { pageKey } }) => {
    const account = await selectAccount(db, params.id)
    if (!account) return notFound()
    const rows = await selectEntries(db, account.accountNo, { before: decodeNumberKey(pageKey), limit: defaultPageSize + 1 })
    return toPage(rows, defaultPageSize, presentEntry, (last) => String(last.version))
  })

  bindDesk(server, getLedgerPosting, async ({ params }) => {
    const posting = await findPosting(db, BigInt(params.id))
    return posting ? { posting, now: clock.now() } : notFound()
  })

  bindDesk(server, proveLedgerAccount, async ({ params, body }) => (await proveAccount(db, params.id, { to: body.to, now: clock.now() })) ?? notFound())

  bindDesk(server, getAdjustmentForm, async () => {
    const opened = (await selectAccountsLike(db, ownAccounts, 'nzd.main')).filter(({ kind }) => adjustableKinds.has(kind))
    // Some are opened when they are first used.
    const unopened = operatorAccounts.filter(({ id }) => !opened.some((account) => account.id === id))
    return {
      accounts: [...opened, ...unopened.map(({ id, kind }) => ({ id, kind, posted: 0n }))].map(({ id, kind, posted }) => ({ id, kind, posted: cents(posted) })),
      reasons: [...adjustmentReasons],
      agreements: agreements(actRules.adjustment.approvers)
        .filter(({ needs }) => needs.length > 0)
        .map(({ from, needs }) => ({ from: cents(from), needs: needs.map((roles) => [...roles]) })),
    }
  })
}

const notFound = () => refuse('NOT_FOUND') as Refusal<never>

/** The moment has milliseconds and entries have microseconds: one of the same millisecond counts. */
async function balanceAsOf(db: Db, { id, counter }: { id: string; counter: boolean }, at: Date) {
  const found = counter ? undefined : await entryAt(db, id, at.toISOString().replace('Z', '999Z'))
  return {
    at,
    ...(found && { balance: cents(found.balance), version: Number(found.version), ...(found.at && { entryAt: found.at }) }),
  }
}
