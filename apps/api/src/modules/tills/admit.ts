import type { Clock, Db } from '@nikau/runtime'
import type { TillCheck } from '../../http/bind.ts'
import { refuse } from '../../http/refusal.ts'
import { reachOf } from '../accounts/index.ts'
import { reachesMerchant } from '../merchants/index.ts'
import { hashOf, turnSeconds } from './rules.ts'
import { selectTurn, updateUsed } from './store-turns.ts'
import { selectTill, updateLastUsed } from './store.ts'

const minuteMs = 60_000
/** A till polls once a second: its use is written down no more often than this. */
const usedMs = 10_000

/**
 * Admits the key of a till to the endpoints that tills have, and to those of a turn only while somebody is at it who may take payments
 * in this shop. Members are read with every call, so that a member who was removed or demoted has lost the turn.
 */
export function createTillCheck({ db, clock }: { db: Db; clock: Clock }): TillCheck {
  return async (key, endpoint, turnToken) => {
    if (!endpoint.till) return refuse('FORBIDDEN')
    const now = clock.now()
    const tokenHash = typeof turnToken === 'string' && turnToken.length <= 100 ? hashOf(turnToken) : null
    const found = await selectTurn(db, key.till.id, tokenHash, new Date(now.getTime() - turnSeconds * 1000))
    if (!found) return refuse('FORBIDDEN')
    if (!found.lastUsedAt || now.getTime() - found.lastUsedAt.getTime() >= minuteMs) await updateLastUsed(db, key.till.id, now)
    const personId = found.personId !== null && (await mayTakePayments(db, found.personId, key.till.id)) ? found.personId : undefined
    if (personId === undefined) return endpoint.till === 'device' ? key : refuse('TILL_SIGN_ON_REQUIRED')
    const isUse = endpoint.till === 'turn' && now.getTime() - found.usedAt!.getTime() >= usedMs
    if (isUse) await updateUsed(db, key.till.id, tokenHash!, now)
    return { ...key, till: { ...key.till, personId } }
  }
}

/** Whether a member takes payments in the shop of the till. */
export async function mayTakePayments(db: Db, personId: string, tillId: string): Promise<boolean> {
  const till = await selectTill(db, tillId)
  const reach = till && (await reachOf(db, { personId }, till.accountId, 'payments:write'))
  return reach !== undefined && reachesMerchant(reach, { id: till!.merchantId, test: till!.test })
}
