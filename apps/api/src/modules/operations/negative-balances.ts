import { balances, type Ledger, lockAccounts } from '@nikau/ledger'
import { cents, format } from '@nikau/money'
import { longDate, calendarDate } from '@nikau/nz/nz-time'
import type { Clock, Db, Log, Tx } from '@nikau/runtime'
import { z } from 'zod'
import { inTransaction, Refusal } from '../../http/refusal.ts'
import { emailOwners, selectOwnerContacts } from '../accounts/index.ts'
import { closeException, raiseRecurring } from '../exceptions/index.ts'
import { lossesAccount } from './accounts.ts'
import { postAdjustment } from './adjust.ts'
import { insertNotice, type NegativeWallet, selectNegative, selectResolved } from './store-negative-balances.ts'

/** The shape of NEGATIVE_BALANCES. */
export const negativeBalanceTerms = z.strictObject({
  writeOffAfterDays: z.int().positive().default(60),
  /** In cents: a larger amount waits for people. */
  writeOffLimit: z.int().nonnegative().default(2000).transform(BigInt),
})
export type NegativeBalanceTerms = z.output<typeof negativeBalanceTerms>

/** Days below zero on which owners are told. */
const noticeDays = [1, 7, 21, 45] as const

export interface NegativeBalanceDeps {
  db: Db
  ledger: Ledger
  clock: Clock
  terms: NegativeBalanceTerms
  log: Log
}

const batchSize = 200
const dayMs = 86_400_000

/**
 * Wallets below zero: their owners are told, and after a time a small amount is written off and a large one waits for people. Nothing
 * has to be collected from a wallet that something comes into: it fills what is below zero first. Safe to repeat and to run concurrently.
 */
export async function collectNegativeBalances(deps: NegativeBalanceDeps): Promise<void> {
  const at = deps.clock.now()
  for (let after = ''; ;) {
    const wallets = await selectNegative(deps.db, after, batchSize)
    for (const wallet of wallets)
      try {
        await inTransaction(deps.db, (tx) => collect(tx, deps, wallet, at))
      } catch (err) {
        deps.log.error({ err, walletId: wallet.walletId }, 'wallet below zero was not processed')
      }
    if (wallets.length < batchSize) break
    after = wallets.at(-1)!.walletId
  }
  for (const ref of await selectResolved(deps.db)) await closeException(deps.db, { kind: 'negative-balance-overdue', ref, at })
}

async function collect(tx: Tx, deps: NegativeBalanceDeps, wallet: NegativeWallet, at: Date): Promise<void> {
  const { writeOffAfterDays, writeOffLimit } = deps.terms
  const days = Math.floor((at.getTime() - wallet.since.getTime()) / dayMs)
  if (days < writeOffAfterDays) await tellOwners(tx, wallet, days, at)
  else if (wallet.owed <= writeOffLimit) await writeOff(tx, deps, wallet, at)
  else {
    const refs = { accountId: wallet.accountId, since: wallet.since.toISOString() }
    await raiseRecurring(tx, { kind: 'negative-balance-overdue', ref: wallet.walletId, money: { unit: 'nzd.main', amount: wallet.owed }, refs, at })
  }
}

/** Only the newest notice that is due: a worker that was away for weeks sends one. */
async function tellOwners(tx: Tx, { walletId, accountId, isSettlement, owed, version, since }: NegativeWallet, days: number, at: Date): Promise<void> {
  const due = noticeDays.findLast((day) => day <= days)
  if (due === undefined || !(await insertNotice(tx, { walletId, version, days: due, at }))) return
  const amount = format(cents(owed))
  const owners = (await selectOwnerContacts(tx, [accountId])).get(accountId) ?? []
  const what = isSettlement
    ? `Your settlement wallet has been ${amount} below zero since ${longDate(calendarDate(since))}, because a bank took back a payment. What you are paid next fills it first, and your payouts go on after that. If you do not expect payments, contact us to settle it.`
    : `Your wallet has been ${amount} below zero since ${longDate(calendarDate(since))}, because a bank took back money that was in it. Top up at least ${amount}: what comes in fills it first. If you cannot, contact us and we find a way together.`
  await emailOwners(tx, owners, {
    key: `negative-balance:${walletId}:${version}:${due}`,
    purpose: 'negative-balance',
    subject: `Your ${isSettlement ? 'settlement wallet' : 'wallet'} is ${amount} below zero`,
    body: what,
  })
}

/** Exactly what is below zero when it is posted, if that is still small. */
async function writeOff(tx: Tx, deps: NegativeBalanceDeps, { walletId, version }: NegativeWallet, at: Date): Promise<void> {
  const id = `asset:${walletId}`
  await deps.ledger.openAccount(tx, lossesAccount)
  await lockAccounts(tx, [id])
  const found = await balances(tx, [id, lossesAccount.id])
  const [to, from] = [found.find((account) => account.id === id)!, found.find((account) => account.id === lossesAccount.id)!]
  const amount = -to.posted
  if (amount <= 0n || amount > deps.terms.writeOffLimit) return
  const posted = await postAdjustment(tx, deps, { id: `${walletId}:${version}`, proposalId: null, from, to, amount, words: 'write-off', subject: id, at })
  if (posted instanceof Refusal) throw new Error(`write-off was not posted: ${JSON.stringify(posted.detail)}`)
}
