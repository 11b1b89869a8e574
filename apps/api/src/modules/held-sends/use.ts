import type { Cents } from '@nikau/money'
import type { Tx } from '@nikau/runtime'
import { statusOf } from './rules.ts'
import { lockHeldSend, settleHeldSend } from './store.ts'

/**
 * Settles a held send with the send that its sender makes, in the transaction of that send. `due`: its time has come. `waiting`: it has
 * not; with `mustBeDue` it goes on waiting. Undefined: it is another person's, another send, or settled.
 */
export async function useHeldSend(
  tx: Tx,
  send: { heldSendId: string; personId: string; accountId: string; alias: string; value: Cents; mustBeDue: boolean; at: Date },
): Promise<'due' | 'waiting' | undefined> {
  const held = await lockHeldSend(tx, send.heldSendId)
  if (!held || held.personId !== send.personId || held.accountId !== send.accountId) return undefined
  if (held.recipientAlias !== send.alias || held.value !== send.value) return undefined
  const status = statusOf(held, send.at)
  if (status !== 'due' && status !== 'waiting') return undefined
  if (status === 'due' || !send.mustBeDue) await settleHeldSend(tx, { id: held.id, outcome: 'sent', at: send.at })
  return status
}
