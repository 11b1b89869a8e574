import type { Ledger } from '@nikau/ledger'
import type { Ids, Tx } from '@nikau/runtime'
import { statementCodeFor } from '../funds-transfers/index.ts'
import { checksAccount, payoutsAccount } from './accounts.ts'
import { referenceOf } from './rules.ts'
import { insertOutgoingPayments } from './store.ts'

const amount = 1n

/** Sends one cent to a bank account. The code in its particulars proves, when it is entered, that the account is its owner's. */
export async function sendAccountCheck(
  tx: Tx,
  { ledger, ids }: { ledger: Ledger; ids: Ids },
  { accountId, bankAccountId, now }: { accountId: string; bankAccountId: string; now: Date },
): Promise<void> {
  const id = ids.ordered()
  await ledger.openAccount(tx, checksAccount)
  await ledger.openAccount(tx, payoutsAccount)
  const [outcome] = await ledger.postInTransaction(tx, [
    {
      reference: `account-check:${id}`,
      kind: 'account-check.created',
      subject: `account-check:${id}`,
      operations: [{ op: 'transfer', from: checksAccount.id, to: payoutsAccount.id, amount }],
    },
  ])
  if (outcome?.outcome !== 'accepted') throw new Error(`account check was not posted: ${JSON.stringify(outcome)}`)
  const text = { reference: referenceOf(id), particulars: `CODE ${await statementCodeFor(tx, bankAccountId, ids, now)}`, code: 'NIKAU' }
  const payment = { id, purpose: 'account-check' as const, payee: { accountId, bankAccountId }, amount, sourceAccount: checksAccount.id, ...text }
  await insertOutgoingPayments(tx, [{ ...payment, posting: outcome.posting }], now)
}
