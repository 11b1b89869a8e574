import type { Ledger, NewAccount } from '@nikau/ledger'
import type { CalendarDate } from '@nikau/nz/nz-time'
import type { Tx } from '@nikau/runtime'
import { bankAccount, ownAccount, payByBankAccount } from './accounts.ts'
import type { BankConnection } from './deps.ts'
import { insertOpening, markShown, selectUnbookedOpening, sumShown } from './store-postings.ts'

/** What an account held before the first statement that was read is our own money. Booked once, with the account's row locked. */
export async function bookOpening(tx: Tx, ledger: Ledger, account: string, at: Date): Promise<void> {
  const opening = await selectUnbookedOpening(tx, account)
  if (!opening) return
  const reference = `bank-opening:${account}`
  const posting = opening.amount === 0n ? null : await post(tx, ledger, { reference, kind: 'bank.opening', other: ownAccount, amount: opening.amount })
  await insertOpening(tx, { account, ...opening, posting, at })
}

/**
 * Payments by bank that statements have shown leave the clearing account of their bank, in one posting a day: it holds what is completed
 * and not shown. A line that is missing was not shown, and stays there.
 */
export async function bookShown(tx: Tx, ledger: Ledger, { account, bank }: Pick<BankConnection, 'account' | 'bank'>, day: CalendarDate): Promise<void> {
  const amount = await sumShown(tx, account)
  if (amount === 0n) return
  const reference = `bank-shown:${account}:${day}`
  await markShown(tx, account, await post(tx, ledger, { reference, kind: 'bank.shown', other: payByBankAccount(bank), amount }))
}

/** Out of our account at the bank, whose balance in the books falls when there is more money there; the other way round below zero. */
async function post(
  tx: Tx,
  ledger: Ledger,
  { reference, kind, other, amount }: { reference: string; kind: string; other: NewAccount; amount: bigint },
): Promise<bigint> {
  await ledger.openAccounts(tx, [bankAccount, other])
  const [from, to] = amount > 0n ? [bankAccount.id, other.id] : [other.id, bankAccount.id]
  const transfer = { op: 'transfer' as const, from, to, amount: amount > 0n ? amount : -amount }
  const [outcome] = await ledger.postInTransaction(tx, [{ reference, kind, subject: reference, operations: [transfer] }])
  if (outcome?.outcome !== 'accepted') throw new Error(`${reference} not posted: ${JSON.stringify(outcome)}`)
  return outcome.posting
}
