import { balanceRefusal, createWithdrawal, type FundsTransfer } from '@nikau/contract/funds-transfers'
import { balance, type Group } from '@nikau/ledger'
import { cents } from '@nikau/money'
import type { Tx } from '@nikau/runtime'
import * as z from 'zod/mini'
import type { Person } from '../../http/bind.ts'
import { withIdempotencyKey } from '../../http/idempotency.ts'
import { Refusal, refuse } from '../../http/refusal.ts'
import { ledgerAccountOf } from '../assets/index.ts'
import { consume, withConsumption, quotaExceeded } from '../quotas/index.ts'
import { recordMovements } from '../wallets/index.ts'
import { payoutsAccount } from './in-flight.ts'
import { type CreateDeps, type TransferBody, type TransferParties, loadParties, createTransfer } from './create.ts'
import { toFundsTransfer } from './present.ts'

type Refused = keyof typeof createWithdrawal.refusals

/** Creates a withdrawal to a linked bank account, verified or not. The money moves from the wallet to the payouts account now. */
export async function withdraw(deps: CreateDeps, person: Person, body: TransferBody): Promise<FundsTransfer | Refusal<Refused>> {
  return await withIdempotencyKey(
    deps,
    createWithdrawal,
    { caller: person.personId, body },
    async (tx, reference): Promise<FundsTransfer | Refusal<Refused>> => {
      const sides = await loadParties(tx, person, body)
      if (sides instanceof Refusal) return sides
      if (sides.bankAccount.type !== 'nikau') return refuse('BANK_ACCOUNT_TYPE_NOT_CONFIGURED_FOR_WITHDRAWAL')
      const id = deps.ids.public()
      const posting = await debit(tx, deps, sides, { id, reference, amount: body.amount })
      if (posting instanceof Refusal) return posting
      return toFundsTransfer(await createTransfer(tx, deps, { ...sides, id, type: 'withdrawal', amount: body.amount, personId: person.personId, posting }))
    },
  )
}

async function debit(
  tx: Tx,
  deps: CreateDeps,
  { wallet, bankAccount }: TransferParties,
  { id, reference, amount }: { id: string; reference: string; amount: TransferBody['amount'] },
): Promise<bigint | Refusal<'QUOTA_EXCEEDED' | 'INSUFFICIENT_WALLET_BALANCE'>> {
  const payouts = payoutsAccount(bankAccount.liveness)
  await deps.ledger.openAccount(tx, payouts)
  const from = ledgerAccountOf(wallet.id)
  const counted = await consume(tx, deps, { accountId: wallet.accountId, type: 'spend', assetType: wallet.type, amount })
  const group: Group = {
    reference,
    kind: 'withdrawal.created',
    subject: `funds-transfer:${id}`,
    operations: [{ op: 'transfer', from, to: payouts.id, amount }],
  }
  const [outcome] = await deps.ledger.postInTransaction(tx, [withConsumption(group, counted)])
  if (outcome?.outcome === 'accepted') {
    const movement = { withdrawalId: id, srcWalletId: wallet.id, destParty: bankAccount.maskedNumber, quota: counted.quota, counted: counted.counted }
    await recordMovements(tx, [{ posting: outcome.posting, movement }])
    return outcome.posting
  }
  if (outcome?.outcome === 'refused' && outcome.code === 'insufficient') {
    const { available } = (await balance(tx, from))!
    return refuse('INSUFFICIENT_WALLET_BALANCE', z.encode(balanceRefusal, { available: cents(available) }))
  }
  const exceeded = outcome && (await quotaExceeded(tx, counted, outcome))
  if (exceeded) return exceeded
  throw new Error(`withdrawal refused by the ledger: ${JSON.stringify(outcome)}`)
}
