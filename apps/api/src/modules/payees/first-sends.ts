import { untilRefusal } from '@nikau/contract/bank-accounts'
import type { Tx } from '@nikau/runtime'
import * as z from 'zod/mini'
import { type Refusal, refuse } from '../../http/refusal.ts'
import type { PayeeDeps } from './deps.ts'
import { dayMs } from './rules.ts'
import { isPayeeOfPerson, lockFirstSends, upsertFirstSendAlias } from './store.ts'

/**
 * Counts an alias that the person has not sent to before, once in 24 hours however often it is checked, held and sent to. Without this
 * limit the name check would tell who has an account, number by number. Sends to contacts are not counted.
 *
 * Call it before `assessSend` in the same transaction: it serialises the first sends of a person, so that simultaneous ones do not each
 * find the others missing.
 */
export async function countFirstSend(
  tx: Tx,
  deps: Pick<PayeeDeps, 'firstSendsPerDay'>,
  send: { personId: string; alias: string; at: Date },
): Promise<Refusal<'FIRST_SEND_LIMIT_REACHED'> | undefined> {
  const since = new Date(send.at.getTime() - dayMs)
  const counted = await lockFirstSends(tx, send.personId, since)
  if (await isPayeeOfPerson(tx, send.personId, send.alias)) return undefined
  if (counted.some(({ alias }) => alias === send.alias)) return undefined
  const oldest = counted[counted.length - deps.firstSendsPerDay]
  if (oldest) return refuse('FIRST_SEND_LIMIT_REACHED', z.encode(untilRefusal, { until: new Date(oldest.at.getTime() + dayMs) }))
  await upsertFirstSendAlias(tx, send)
  return undefined
}
