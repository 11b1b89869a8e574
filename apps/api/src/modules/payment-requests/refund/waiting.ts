import type { Clock, Db } from '@nikau/runtime'
import type { Actor, Person } from '../../../http/bind.ts'
import { Refusal } from '../../../http/refusal.ts'
import { reachOf, refundLimitOf } from '../../accounts/index.ts'
import { responsible } from '../request/access.ts'
import { selectRequest } from '../request/store.ts'
import { selectWaitingRefunds, upsertWaitingRefund, type WaitingRefund } from './store-waiting.ts'

/** How long a refund waits for somebody who may approve it. */
const waitingMs = 86_400_000

/** Keeps a refund that was refused for its limit, so that a manager or an owner is told. After the transaction of the refund, which is undone. */
export async function keepIfOverLimit<T>(
  { db, clock }: { db: Db; clock: Clock },
  answer: T,
  { actor, requestId, amount }: { actor: Actor; requestId: string; amount: bigint | undefined },
): Promise<T> {
  const person = responsible(actor)
  if (!(answer instanceof Refusal) || answer.code !== 'REFUND_LIMIT_EXCEEDED' || amount === undefined || !('personId' in person)) return answer
  const request = (await selectRequest(db, requestId))!
  const at = clock.now()
  const endedBefore = new Date(at.getTime() - waitingMs)
  await upsertWaitingRefund(db, { paymentRequestId: requestId, accountId: request.merchantAccountId, amount, askedBy: person.personId, at, endedBefore })
  return answer
}

/** The refunds that a member can approve or make themselves. */
export async function listWaitingRefunds(
  { db, clock }: { db: Db; clock: Clock },
  person: Person,
  of: { accountId: string; test: boolean },
  count: number,
): Promise<WaitingRefund[]> {
  const reach = await reachOf(db, person, of.accountId, 'refunds:approve')
  if (!reach) return []
  const limit = reach.reach === 'all' ? undefined : await refundLimitOf(db, person.personId, of.accountId)
  const askedAfter = new Date(clock.now().getTime() - waitingMs)
  return await selectWaitingRefunds(db, { ...of, merchantIds: reach.merchantIds, limit, askedAfter }, count)
}
