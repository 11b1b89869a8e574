import type { Ledger } from '@nikau/ledger'
import type { Tx } from '@nikau/runtime'
import { payoutsAccount, unverifiedAccount } from './in-flight.ts'
import { notify, returnedNotification } from './notifications.ts'
import { postReversal } from './reversal-postings.ts'
import { holdAgain, lockHeld, markReturned, type TransferRow } from './store.ts'

/** A held top-up that goes back: what has been posted to the account of payouts, and the account it left. */
export interface HeldReturn {
  transfer: TransferRow
  posting: bigint
  sourceAccount: string
}

/**
 * Sends back the top-ups that were held before a time, because their bank account was never verified. The caller has locked the bank
 * account, and `send` makes the payment to it and returns its id. The top-ups have failed then, and their quotas are restored.
 */
export async function returnHeld(
  tx: Tx,
  ledger: Ledger,
  { bankAccountId, settledBefore, at }: { bankAccountId: string; settledBefore: Date; at: Date },
  send: (held: HeldReturn) => Promise<string>,
): Promise<number> {
  const held = (await lockHeld(tx, bankAccountId)).filter(({ settledAt, returnPaymentId }) => settledAt! < settledBefore && returnPaymentId === null)
  await ledger.openAccount(tx, payoutsAccount('main'))
  for (const transfer of held) {
    const { posting } = await postReversal(tx, ledger, transfer, 'return', payoutsAccount('main'))
    const paymentId = await send({ transfer, posting, sourceAccount: unverifiedAccount(bankAccountId, 'main').id })
    await markReturned(tx, transfer.id, paymentId, at)
    await notify(tx, transfer.createdBy, returnedNotification(transfer))
  }
  return held.length
}

/** A held top-up that came back from its bank once, locked. The caller has locked the bank account. */
export async function lockReturnFailed(tx: Tx, bankAccountId: string, id: string): Promise<TransferRow | undefined> {
  return (await lockHeld(tx, bankAccountId)).find((held) => held.id === id && held.returnPaymentId !== null)
}

/** Sends it again: `send` makes the payment with this id. Its quotas were restored when it was first sent back. */
export async function returnAgain(
  tx: Tx,
  ledger: Ledger,
  transfer: TransferRow,
  { id, at }: { id: string; at: Date },
  send: (held: HeldReturn) => Promise<void>,
): Promise<void> {
  const sourceAccount = unverifiedAccount(transfer.bankAccountId!, 'main').id
  const to = payoutsAccount('main')
  await ledger.openAccount(tx, to)
  const [outcome] = await ledger.postInTransaction(tx, [
    {
      reference: `return-again:${id}`,
      kind: 'topup.return',
      subject: `funds-transfer:${transfer.id}`,
      operations: [{ op: 'transfer', from: sourceAccount, to: to.id, amount: transfer.amount }],
    },
  ])
  if (outcome?.outcome !== 'accepted') throw new Error(`top-up was not sent back: ${JSON.stringify(outcome)}`)
  await send({ transfer, posting: outcome.posting, sourceAccount })
  await markReturned(tx, transfer.id, id, at)
}

/** The bank did not take it back: it is held as before. Undefined when no top-up has this payment. */
export async function holdReturned(tx: Tx, outgoingPaymentId: string, at: Date): Promise<{ id: string; bankAccountId: string } | undefined> {
  return await holdAgain(tx, outgoingPaymentId, at)
}
