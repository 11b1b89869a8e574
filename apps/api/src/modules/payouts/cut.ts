import type { Ledger, Outcome } from '@nikau/ledger'
import { isBusinessDay } from '@nikau/nz/business-calendar'
import { addDays, type CalendarDate, calendarDate, instantAt } from '@nikau/nz/nz-time'
import type { Db, Ids, Tx } from '@nikau/runtime'
import { inTransaction } from '../../http/refusal.ts'
import { ledgerAccountOf } from '../assets/index.ts'
import { insertOutgoingPayments, payoutsAccount, referenceOf, statementDay } from '../outgoing-payments/index.ts'
import { recordMovements } from '../wallets/index.ts'
import { gatheredSums, isDue, payoutAmount, type PayoutTerms } from './rules.ts'
import { advanceRun, completeRun, type DueWallet, insertPayouts, type NewPayout, openRun, type Run, selectWallets } from './store-run.ts'

export interface CutDeps {
  db: Db
  ledger: Ledger
  ids: Ids
  terms: PayoutTerms
}

/** Wallets per transaction: their accounts stay locked until it commits, so it is short. */
const batchSize = 25

/**
 * Makes the payouts of a business day: each settlement wallet once, with what it had at midnight. The money leaves the wallet at once, so
 * that no refund can spend it, and waits for the file of the day. Safe to run concurrently, to interrupt and to repeat: the position of
 * the run moves in the transaction of the payouts. Returns how many were made.
 */
export async function cutPayouts(deps: CutDeps): Promise<number> {
  const now = await deps.ledger.now(deps.db)
  const day = calendarDate(now)
  if (!isBusinessDay(day)) return 0
  let count = 0
  for (;;) {
    const run = await openRun(deps.db, day, now)
    if (!run) return count
    const wallets = await selectWallets(deps.db, { after: run.position, limit: batchSize, day, midnight: instantAt(day), now })
    const last = wallets.at(-1)
    if (!last) {
      await completeRun(deps.db, day, now)
      return count
    }
    const planned = wallets.flatMap((wallet) => plan(deps, wallet, day, run))
    count += await inTransaction(deps.db, async (tx) => {
      if (!(await advanceRun(tx, day, run.position, last.walletId))) return 0
      return await make(tx, deps, planned, now)
    })
  }
}

/** A payout, and the bank account that it goes to if it has an amount. */
interface PlannedPayout {
  payout: NewPayout
  bankAccountId: string | null
}

/**
 * Nothing for a wallet that is not due, and for one without anything since its last payout, unless what was carried can go out now. Nor
 * before the first bank account: the first payout covers everything since the first payment, with all its lines.
 */
function plan({ ids, terms }: CutDeps, wallet: DueWallet, day: CalendarDate, { previousRun }: Run): PlannedPayout[] {
  if (wallet.toVersion === null || wallet.firstDay === null || !isDue(wallet.schedule, day, { previousRun, payout: wallet.lastPayout })) return []
  if (wallet.bankAccountId === null && wallet.lastPayout === null) return []
  const account = wallet.bankAccountId === null ? 'none' : wallet.needsConfirmation ? 'to-confirm' : 'ready'
  const amount = payoutAmount({ ...wallet, account }, terms)
  if (typeof amount !== 'bigint' && wallet.toVersion === wallet.fromVersion) return []
  const net = typeof amount === 'bigint' ? amount : 0n
  const payout: NewPayout = {
    id: ids.ordered(),
    day,
    accountId: wallet.accountId,
    walletId: wallet.walletId,
    firstDay: wallet.firstDay,
    lastDay: addDays(day, -1),
    fromVersion: wallet.fromVersion,
    toVersion: wallet.toVersion,
    feesVersion: wallet.feesVersion,
    gstVersion: wallet.gstVersion,
    ownTokensVersion: wallet.ownTokensVersion,
    ...gatheredSums(wallet),
    carriedOut: wallet.payable - net,
    net,
    carriedReason: typeof amount === 'bigint' ? null : amount,
    outgoingPaymentId: null,
  }
  return [{ payout, bankAccountId: wallet.bankAccountId }]
}

async function make(tx: Tx, { ledger, ids }: CutDeps, planned: readonly PlannedPayout[], now: Date): Promise<number> {
  await ledger.openAccount(tx, payoutsAccount)
  const toPay = planned
    .filter(({ payout }) => payout.net > 0n)
    .map(({ payout, bankAccountId }) => ({ payout, bankAccountId: bankAccountId!, paymentId: ids.ordered(), source: ledgerAccountOf(payout.walletId) }))
  const outcomes = await ledger.postInTransaction(
    tx,
    toPay.map(({ payout, paymentId, source }) => ({
      reference: `payout:${paymentId}`,
      kind: 'payout.created',
      subject: `payout:${paymentId}`,
      operations: [{ op: 'transfer', from: source, to: payoutsAccount.id, amount: payout.net }],
    })),
  )
  const paid = toPay.flatMap((payment, place) => {
    const posting = postingOf(outcomes[place])
    return posting === undefined ? [] : [{ ...payment, posting }]
  })
  await insertOutgoingPayments(
    tx,
    paid.map(({ payout, bankAccountId, paymentId, source, posting }) => ({
      id: paymentId,
      purpose: 'payout',
      payee: { accountId: payout.accountId, bankAccountId },
      amount: payout.net,
      sourceAccount: source,
      reference: referenceOf(paymentId),
      particulars: 'NIKAU',
      code: statementDay(payout.day),
      posting,
    })),
    now,
  )
  await recordMovements(
    tx,
    paid.map(({ payout, paymentId, posting }) => ({
      posting,
      movement: { outgoingPaymentId: paymentId, srcWalletId: payout.walletId, destParty: 'Payout' },
    })),
  )
  const paymentOf = new Map(paid.map(({ payout, paymentId }) => [payout.id, paymentId]))
  const made = planned.map(({ payout }): NewPayout => {
    const outgoingPaymentId = paymentOf.get(payout.id)
    if (payout.net === 0n || outgoingPaymentId !== undefined) return { ...payout, outgoingPaymentId: outgoingPaymentId ?? null }
    // A refund since the wallet was read has used it: everything goes into the next payout.
    return { ...payout, net: 0n, carriedOut: payout.carriedOut + payout.net, carriedReason: 'below-minimum' }
  })
  await insertPayouts(tx, made, now)
  return made.length
}

function postingOf(outcome: Outcome | undefined): bigint | undefined {
  if (outcome?.outcome === 'accepted') return outcome.posting
  if (outcome?.outcome === 'refused' && outcome.code === 'insufficient') return undefined
  throw new Error(`payout was not posted: ${JSON.stringify(outcome)}`)
}
