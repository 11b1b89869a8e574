import type { FundsTransferFailure } from '@nikau/contract/funds-transfers'
import type { Ledger, Operation } from '@nikau/ledger'
import { cents } from '@nikau/money'
import type { BankAccountNumber } from '@nikau/nz/bank-account-number'
import type { Tx, Vault } from '@nikau/runtime'
import type { BankPort } from '../funds-transfers/index.ts'
import { bankAccount, payoutsAccount } from './accounts.ts'
import { claimForFile, lockByReference, markPaid, markReturned, type OutgoingPayment, type OutgoingPurpose } from './store.ts'

/** What the feature behind a payment does when the bank has paid it, and when the bank returns it: the money is back in its account then. */
export interface OutgoingPaymentListener {
  paid?(tx: Tx, payment: OutgoingPayment, at: Date): Promise<void>
  returned?(tx: Tx, payment: OutgoingPayment, returned: { reason: FundsTransferFailure; posting: bigint; at: Date }): Promise<void>
}

interface PortDeps {
  ledger: Ledger
  vault: Vault
  listeners: Readonly<Record<OutgoingPurpose, OutgoingPaymentListener>>
}

/** Outgoing payments as orders of bank files, in the same files as withdrawals. */
export function createOutgoingPaymentPort({ ledger, vault, listeners }: PortDeps): BankPort {
  return {
    async claimForBatch(tx, { type, ...file }) {
      if (type !== 'withdrawal') return []
      const orders = await claimForFile(tx, file)
      return orders.map(({ sealedFor, sealed, keyId, amount, ...order }) => ({
        ...order,
        amount: cents(amount),
        accountNumber: vault.open({ sealed, keyId }, sealedFor) as BankAccountNumber,
      }))
    },
    async settle(tx, { reference, at }) {
      const payment = await lockByReference(tx, reference)
      if (!payment) return 'unknown-reference'
      if (payment.status === 'paid') return 'repeated'
      if (payment.status !== 'sent') return 'conflict'
      await ledger.openAccount(tx, bankAccount)
      await post(tx, ledger, payment, 'settle', [{ op: 'transfer', from: payoutsAccount.id, to: bankAccount.id, amount: payment.amount }])
      await markPaid(tx, payment.id, at)
      await listeners[payment.purpose].paid?.(tx, payment, at)
      return 'applied'
    },
    /** The bank returns it, before or after it was paid. */
    async fail(tx, { reference, reason, at }) {
      const payment = await lockByReference(tx, reference)
      if (!payment) return 'unknown-reference'
      if (payment.status === 'returned') return 'repeated'
      if (payment.status !== 'sent' && payment.status !== 'paid') return 'conflict'
      const from = payment.status === 'paid' ? bankAccount.id : payoutsAccount.id
      const posting = await post(tx, ledger, payment, 'return', [{ op: 'transfer', from, to: payment.sourceAccount, amount: payment.amount }])
      await markReturned(tx, payment.id, { reason, posting, at })
      await listeners[payment.purpose].returned?.(tx, payment, { reason, posting, at })
      return 'applied'
    },
    // A payment that comes back has failed; banks reverse debits only.
    reverse: async (tx, { reference }) => ((await lockByReference(tx, reference)) ? 'conflict' : 'unknown-reference'),
  }
}

async function post(tx: Tx, ledger: Ledger, { id, purpose }: OutgoingPayment, step: 'settle' | 'return', operations: Operation[]): Promise<bigint> {
  const [outcome] = await ledger.postInTransaction(tx, [{ reference: `${purpose}-${step}:${id}`, kind: `${purpose}.${step}`, subject: `${purpose}:${id}`, operations }]) // prettier-ignore
  if (outcome?.outcome !== 'accepted') throw new Error(`${purpose} ${step} was not posted: ${JSON.stringify(outcome)}`)
  return outcome.posting
}
