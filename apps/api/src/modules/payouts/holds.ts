import type { Clock, Db } from '@nikau/runtime'
import { inTransaction, type Refusal, refuse } from '../../http/refusal.ts'
import { insertHold, isMerchantAccount, releaseHold, saveReserve } from './store-settings.ts'

interface OperatorAct {
  accountId: string
  operator: string
}

/** Stops the payouts of an account from the next run on. Payments and refunds go on. */
export async function placeHold(
  { db, clock }: { db: Db; clock: Clock },
  { accountId, operator, reason }: OperatorAct & { reason: string },
): Promise<'placed' | 'held-already' | Refusal<'ACCOUNT_NOT_FOUND'>> {
  return await inTransaction(db, async (tx) => {
    if (!(await isMerchantAccount(tx, accountId))) return refuse('ACCOUNT_NOT_FOUND')
    return (await insertHold(tx, { accountId, reason, by: operator, at: clock.now() })) ? 'placed' : 'held-already'
  })
}

/** Lifts a hold. It takes two operators; what has gathered goes out with the next run. */
export async function liftHold(
  { db, clock }: { db: Db; clock: Clock },
  { accountId, operator, approvedBy }: OperatorAct & { approvedBy: string },
): Promise<'released' | Refusal<'NO_HOLD' | 'SECOND_PERSON_REQUIRED'>> {
  if (approvedBy === operator) return refuse('SECOND_PERSON_REQUIRED')
  return await inTransaction(db, async (tx) =>
    (await releaseHold(tx, { accountId, by: operator, approvedBy, at: clock.now() })) ? 'released' : refuse('NO_HOLD'),
  )
}

/** Sets what an account leaves in its settlement wallet at each payout. */
export async function setReserve(
  { db, clock }: { db: Db; clock: Clock },
  { accountId, operator, amount, reason }: OperatorAct & { amount: bigint; reason: string },
): Promise<'set' | Refusal<'ACCOUNT_NOT_FOUND'>> {
  return await inTransaction(db, async (tx) => {
    if (!(await isMerchantAccount(tx, accountId))) return refuse('ACCOUNT_NOT_FOUND')
    await saveReserve(tx, { accountId, amount, reason, by: operator, at: clock.now() })
    return 'set'
  })
}
