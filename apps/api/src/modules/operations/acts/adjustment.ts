import { adjustmentWords } from '@nikau/contract/wallet-activity'
import { balances, type Balance } from '@nikau/ledger'
import type { Tx } from '@nikau/runtime'
import { z } from 'zod'
import { Refusal, refuse } from '../../../http/refusal.ts'
import { type DifferenceRow, excessOf, insertResolutions } from '../../bank-files/index.ts'
import { bankAccount } from '../../outgoing-payments/index.ts'
import { act, type ActContext, type OperationsDeps } from '../act.ts'
import { adjustableKinds, operatorAccounts } from '../accounts.ts'
import { isWallet, postAdjustment } from '../adjust.ts'
import { closeDifferences, differenceIds, differencesOf } from '../differences.ts'

const content = z.strictObject({
  debit: z.string().min(1).max(200),
  credit: z.string().min(1).max(200),
  amount: z.coerce.bigint().positive(),
  /** What the owner of a wallet reads. */
  words: z.enum(adjustmentWords).exclude(['account-closed']),
  /** The exceptions of statement differences that it books. Only these move our account at the bank. */
  differences: differenceIds.default([]),
})
type Adjustment = z.output<typeof content>

/** Moves an amount from one account of the books to another: one posting, with its reason in front of everybody whose money it touches. */
export const adjustmentAct = act({
  content,
  async plan(tx, deps, wanted, context) {
    const found = await findParts(tx, deps, wanted, context)
    if (found instanceof Refusal) return found
    const { from, to, differences } = found
    const { debit, amount } = wanted
    // Every other payment changes an account that all share; a wallet that has changed is another question.
    const balanceOf = ({ kind, posted }: Balance): Record<string, string> => (isWallet(kind) ? { balance: String(posted) } : {})
    const accountId = [from, to].find(({ kind }) => isWallet(kind))?.owner ?? undefined
    return {
      subject: differences.length > 0 ? namesOf(differences) : debit,
      money: { unit: from.unit, amount, debit },
      madeFor: { amount: String(amount), ...balanceOf(from) },
      ...(accountId && { accountId }),
    }
  },
  async perform(tx, deps, wanted, context) {
    const found = await findParts(tx, deps, wanted, context)
    if (found instanceof Refusal) return found
    const { from, to, differences } = found
    const { proposalId, at } = context
    const { amount, words } = wanted
    const subject = subjectOf(found, context)
    const posting = await postAdjustment(tx, deps, { id: proposalId, proposalId, from, to, amount, words, subject, at })
    if (posting instanceof Refusal) return posting
    await insertResolutions(tx, differences, context)
    await closeDifferences(tx, differences, context)
    return { posting: String(posting) }
  },
})

const namesOf = (differences: readonly DifferenceRow[]) => `differences:${differences.map(({ exceptionId }) => exceptionId).join('+')}`

/** What the posting is about: its exception, the differences that it books, or the wallet that it touches. */
function subjectOf(
  { from, to, differences }: { from: Balance; to: Balance; differences: readonly DifferenceRow[] },
  { exception }: Pick<ActContext, 'exception'>,
): string {
  if (exception) return `exception:${exception.id}`
  if (differences.length > 0) return namesOf(differences)
  return ([from, to].find(({ kind }) => isWallet(kind)) ?? from).id
}

/** What it moves, and the differences that it books. Our account at the bank moves by exactly what statements show and the books do not. */
async function findParts(
  tx: Tx,
  { ledger }: OperationsDeps,
  { debit, credit, amount, differences: ids }: Adjustment,
  context: Pick<ActContext, 'exception'>,
): Promise<{ from: Balance; to: Balance; differences: DifferenceRow[] } | Refusal<string>> {
  for (const account of [...operatorAccounts, bankAccount]) if (account.id === debit || account.id === credit) await ledger.openAccount(tx, account)
  const differences = await differencesOf(tx, ids, context)
  if (differences instanceof Refusal) return differences
  const found = await balances(tx, [debit, credit])
  const [from, to] = [found.find(({ id }) => id === debit), found.find(({ id }) => id === credit)]
  const isAdjustable = (account: Balance | undefined) =>
    account?.unit === 'nzd.main' && (adjustableKinds.has(account.kind) || (account.id === bankAccount.id && differences.length > 0))
  if (!from || !to || from === to || !isAdjustable(from) || !isAdjustable(to)) return refuse('ACCOUNT_NOT_ADJUSTABLE')
  const excess = excessOf(differences)
  const booked = debit === bankAccount.id ? amount : credit === bankAccount.id ? -amount : 0n
  if (booked !== excess || (booked === 0n && differences.length > 0)) return refuse('DIFFERENCES_DO_NOT_MATCH', { excess: String(excess) })
  return { from, to, differences }
}
