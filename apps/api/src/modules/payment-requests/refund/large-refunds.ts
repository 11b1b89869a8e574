import { cents, format } from '@nikau/money'
import type { Clock, Tx } from '@nikau/runtime'
import { type Actor, crnOf, type Source } from '../../../http/bind.ts'
import { nameOfMember, recordForOwners } from '../../accounts/index.ts'
import type { RequestRow } from '../request/types.ts'
import { lockRefundsOf, selectRefundedBy } from './store.ts'

const dayMs = 86_400_000

/**
 * How a refund of a person compares with the limit, together with what they have refunded for the business within a day, so that a large
 * refund cannot be made in small parts. `newly-large`: with this one. Simultaneous refunds of one person wait for each other. Keys, and
 * people at a staff till, have limits of their own and are not asked.
 */
export async function largenessOf(
  tx: Tx,
  { clock, stepUpLimit }: { clock: Clock; stepUpLimit: number },
  actor: Actor,
  { merchantAccountId: accountId }: RequestRow,
  amount: bigint,
): Promise<'small' | 'newly-large' | 'large'> {
  if (!('personId' in actor)) return 'small'
  const by = crnOf(actor)
  await lockRefundsOf(tx, by)
  const earlier = await selectRefundedBy(tx, { accountId, by, since: new Date(clock.now().getTime() - dayMs) })
  if (earlier + amount <= stepUpLimit) return 'small'
  return earlier > stepUpLimit && amount <= stepUpLimit ? 'large' : 'newly-large'
}

/** Tells every owner, by message if it is real money. */
export async function recordLargeRefund(
  tx: Tx,
  { clock }: { clock: Clock },
  { actor, source }: { actor: Actor; source: Source },
  { merchantAccountId: accountId, merchantName: merchant, test }: RequestRow,
  amount: bigint,
): Promise<void> {
  if (!('personId' in actor)) return
  const name = (await nameOfMember(tx, accountId, actor.personId)) ?? ''
  const detail = { amount: format(cents(amount)), merchant, name, liveness: test ? 'test' : 'main' }
  await recordForOwners(tx, accountId, { kind: 'large-refund', actor, source, at: clock.now(), detail })
}
