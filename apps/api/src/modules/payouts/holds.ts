import type { Tx } from '@nikau/runtime'
import { type Refusal, refuse } from '../../http/refusal.ts'
import { insertHold, isMerchantAccount, releaseHold, saveReserve, selectReserve } from './store-settings.ts'

interface OperatorAct {
  accountId: string
  operator: string
  at: Date
}

/** Stops the payouts of an account from the next run on. Payments and refunds go on. */
export async function placeHold(
  tx: Tx,
  { accountId, operator, reason, at }: OperatorAct & { reason: string },
): Promise<'placed' | Refusal<'ACCOUNT_NOT_FOUND' | 'HELD_ALREADY'>> {
  if (!(await isMerchantAccount(tx, accountId))) return refuse('ACCOUNT_NOT_FOUND')
  return (await insertHold(tx, { accountId, reason, by: operator, at })) ? 'placed' : refuse('HELD_ALREADY')
}

/** Lifts a hold, by a proposal that another operator has approved. What has gathered goes out with the next run. */
export async function liftHold(
  tx: Tx,
  { accountId, operator, proposalId, at }: OperatorAct & { proposalId: string },
): Promise<'released' | Refusal<'NO_HOLD'>> {
  return (await releaseHold(tx, { accountId, by: operator, proposalId, at })) ? 'released' : refuse('NO_HOLD')
}

/** What an account leaves in its settlement wallet at each payout. */
export async function readReserve(tx: Tx, accountId: string): Promise<bigint | Refusal<'ACCOUNT_NOT_FOUND'>> {
  return (await isMerchantAccount(tx, accountId)) ? await selectReserve(tx, accountId) : refuse('ACCOUNT_NOT_FOUND')
}

export async function setReserve(tx: Tx, { accountId, operator, amount, reason, at }: OperatorAct & { amount: bigint; reason: string }): Promise<void> {
  await saveReserve(tx, { accountId, amount, reason, by: operator, at })
}
