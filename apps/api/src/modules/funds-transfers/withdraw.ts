import { balanceRefusal, createWithdrawal, type FundsTransfer } from '@nikau/contract/funds-transfers'
import { balance, type Group } from '@nikau/ledger'
import { cents } from '@nikau/money'
import type { Tx } from '@nikau/runtime'
import * as z from 'zod/mini'
import type { Person } from '../../http/bind.ts'
import { once } from '../../http/idempotency.ts'
import { Refusal, refuse } from '../../http/refusal.ts'
import { ledgerAccountOf } from '../assets/index.ts'
import { count, countedGroup, quotaExceeded } from '../quotas/index.ts'
import { recordMovements } from '../wallets/index.ts'
import { payoutsOf } from './books.ts'
import { type CreateMeans, type Move, type Sides, sidesOf, write } from './create.ts'
import { toFundsTransfer } from './show.ts'

type Refused = keyof typeof createWithdrawal.refusals

/** Pays money out to a linked bank account, verified or not. It leaves the wallet now and waits among the payouts for the bank. */
export async function withdraw(means: CreateMeans, person: Person, body: Move): Promise<FundsTransfer | Refusal<Refused>> {
  return await once(means, createWithdrawal, { caller: person.personId, body }, async (tx, reference): Promise<FundsTransfer | Refusal<Refused>> => {
    const sides = await sidesOf(tx, person, body)
    if (sides instanceof Refusal) return sides
    if (sides.bankAccount.type !== 'nikau') return refuse('BANK_ACCOUNT_TYPE_NOT_CONFIGURED_FOR_WITHDRAWAL')
    const id = means.ids.public()
    const posting = await debit(tx, means, sides, { id, reference, amount: body.amount })
    if (posting instanceof Refusal) return posting
    return toFundsTransfer(await write(tx, means, { ...sides, id, type: 'withdrawal', amount: body.amount, personId: person.personId, posting }))
  })
}

async function debit(
  tx: Tx,
  means: CreateMeans,
  { wallet, bankAccount }: Sides,
  { id, reference, amount }: { id: string; reference: string; amount: Move['amount'] },
): Promise<bigint | Refusal<'QUOTA_EXCEEDED' | 'INSUFFICIENT_WALLET_BALANCE'>> {
  const payouts = payoutsOf(bankAccount.liveness)
  await means.ledger.openAccount(tx, payouts)
  const from = ledgerAccountOf(wallet.id)
  const counted = await count(tx, means, { accountId: wallet.accountId, type: 'spend', assetType: wallet.type, amount })
  const group: Group = {
    reference,
    kind: 'withdrawal.created',
    subject: `funds-transfer:${id}`,
    operations: [{ op: 'transfer', from, to: payouts.id, amount }],
  }
  const [outcome] = await means.ledger.postIn(tx, [countedGroup(group, counted)])
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
  throw new Error(`a withdrawal was refused: ${JSON.stringify(outcome)}`)
}
