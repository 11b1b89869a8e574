import { balanceRefusal, createWithdrawal, type FundsTransfer, minimumRefusal, newPayeeRefusal } from '@nikau/contract/funds-transfers'
import { untilRefusal } from '@nikau/contract/bank-accounts'
import { balance, type Group } from '@nikau/ledger'
import { type Cents, cents, format } from '@nikau/money'
import type { Tx } from '@nikau/runtime'
import { recordSecurityEvent } from '@nikau/security-events'
import * as z from 'zod/mini'
import type { Person, Source } from '../../http/bind.ts'
import { withIdempotencyKey } from '../../http/idempotency.ts'
import { Refusal, refuse } from '../../http/refusal.ts'
import { ledgerAccountOf } from '../assets/index.ts'
import { refusalIfStopped } from '../controls/index.ts'
import { consume, withConsumption, quotaExceeded } from '../quotas/index.ts'
import { isFrozen } from '../safety/index.ts'
import { recordMovements } from '../wallets/index.ts'
import { payoutsAccount } from './in-flight.ts'
import { type CreateDeps, type TransferBody, type TransferParties, loadParties, createTransfer } from './create.ts'
import { toFundsTransfer } from './present.ts'
import { dayMs, isNewPayeeUntil, payoutAllowedAt } from './rules.ts'
import { type BankAccountRow, selectUnverifiedWithdrawals, sumToNewPayees } from './store.ts'

const hourMs = 3_600_000

type Refused = keyof typeof createWithdrawal.refusals

/**
 * Creates a withdrawal to a linked bank account, verified or not. The money moves from the wallet to the payouts account now. `source`
 * is where the person's call comes from; withdrawals without one, of the seed, are no security events.
 */
export async function withdraw(deps: CreateDeps, person: Person, body: TransferBody, source?: Source): Promise<FundsTransfer | Refusal<Refused>> {
  return await withIdempotencyKey(
    deps,
    createWithdrawal,
    { caller: person.personId, body },
    async (tx, reference): Promise<FundsTransfer | Refusal<Refused>> => {
      const sides = await loadParties(tx, person, body)
      if (sides instanceof Refusal) return sides
      const stopped = await refusalIfStopped(tx, 'withdrawals')
      if (stopped) return stopped
      if (sides.bankAccount.type !== 'nikau') return refuse('BANK_ACCOUNT_TYPE_NOT_CONFIGURED_FOR_WITHDRAWAL')
      const { bankAccount } = sides
      const { amount } = body
      const at = deps.clock.now()
      const unverified = bankAccount.verified ? undefined : await unverifiedRefusal(tx, deps, bankAccount, amount, at)
      const refused = unverified ?? (await newPayeeExceeded(tx, deps, bankAccount, amount, at))
      if (refused) return refused
      const id = deps.ids.public()
      const posting = await debit(tx, deps, sides, { id, reference, amount })
      if (posting instanceof Refusal) return posting
      // After the posting, which waits for a freeze in progress: see safety/freeze.ts.
      if (await isFrozen(tx, bankAccount.accountId)) return refuse('ACCOUNT_FROZEN')
      const transfer = await createTransfer(tx, deps, { ...sides, id, type: 'withdrawal', amount, personId: person.personId, posting })
      const detail = { amount: format(amount), bankAccount: bankAccount.maskedNumber }
      if (source) await recordSecurityEvent(tx, { ...person, ...source, kind: 'withdrawal-made', at, detail })
      return toFundsTransfer(transfer)
    },
  )
}

/** Many small payouts would put many codes on a statement that a stranger may be reading. The caller has locked the account. */
async function unverifiedRefusal(tx: Tx, deps: CreateDeps, to: BankAccountRow, amount: Cents, now: Date): Promise<Refusal<Refused> | undefined> {
  const limits = deps.unverifiedLimits
  if (amount < limits.minimum) return refuse('WITHDRAWAL_MINIMUM_UNVERIFIED', z.encode(minimumRefusal, { minimum: limits.minimum }))
  const earlier = await selectUnverifiedWithdrawals(tx, to, new Date(now.getTime() - limits.days * dayMs))
  const until = payoutAllowedAt(earlier, limits, now)
  return until && refuse('WITHDRAWAL_LIMIT_UNVERIFIED', z.encode(untilRefusal, { until }))
}

/** A thief's own account is new: most of the money stays until its owner has read the notices. */
async function newPayeeExceeded(
  tx: Tx,
  { newPayee }: CreateDeps,
  to: BankAccountRow,
  amount: Cents,
  now: Date,
): Promise<Refusal<'NEW_PAYEE_LIMIT_EXCEEDED'> | undefined> {
  const until = isNewPayeeUntil(newPayee, to.createdAt)
  if (until <= now) return undefined
  const left = newPayee.cap - (await sumToNewPayees(tx, to, new Date(now.getTime() - newPayee.hours * hourMs)))
  if (amount <= left) return undefined
  return refuse('NEW_PAYEE_LIMIT_EXCEEDED', z.encode(newPayeeRefusal, { available: cents(left > 0n ? left : 0n), until }))
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
