import type { BusinessStatus } from '@nikau/contract/accounts'
import type { Clock, Db, Tx } from '@nikau/runtime'
import { inTransaction, type Refusal, refuse } from '../../http/refusal.ts'
import { insertLimit, insertStatusChange, lockBusiness } from './store-business.ts'

/** Each status and those that an operator may change it to. */
export const businessTransitions: Readonly<Record<BusinessStatus, readonly BusinessStatus[]>> = {
  unverified: ['submitted'],
  submitted: ['verified', 'refused'],
  refused: ['submitted'],
  verified: ['suspended'],
  suspended: ['verified'],
}

interface BusinessDecision {
  accountId: string
  status: BusinessStatus
  operator: string
  reason: string
}

/**
 * Changes the status of a business, with who decided it and why. Only operators call this; no endpoint does. What a newly verified
 * business takes is limited until it is looked at again.
 */
export async function changeBusinessStatus(
  deps: { db: Db; clock: Clock },
  decision: BusinessDecision,
): Promise<BusinessStatus | Refusal<'BUSINESS_NOT_FOUND' | 'TRANSITION_NOT_ALLOWED'>> {
  return await inTransaction(deps.db, async (tx): Promise<BusinessStatus | Refusal<'BUSINESS_NOT_FOUND' | 'TRANSITION_NOT_ALLOWED'>> => {
    const from = await lockBusiness(tx, decision.accountId)
    if (from === undefined) return refuse('BUSINESS_NOT_FOUND')
    if (!businessTransitions[from].includes(decision.status)) return refuse('TRANSITION_NOT_ALLOWED', { from, to: decision.status })
    const at = deps.clock.now()
    await insertStatusChange(tx, { ...decision, from, at })
    if (decision.status === 'verified' && from === 'submitted') await insertLimit(tx, decision.accountId, at)
    return decision.status
  })
}

/** Submits and approves in one transaction and without limits, for seeds and fixtures. A verified business stays as it is. */
export async function verifyBusiness(deps: { db: Db; clock: Clock }, accountId: string, operator: string): Promise<void> {
  await inTransaction(deps.db, async (tx: Tx) => {
    let from = await lockBusiness(tx, accountId)
    if (from === undefined) throw new Error(`no organisation ${accountId}`)
    const path: BusinessStatus[] = from === 'unverified' || from === 'refused' ? ['submitted', 'verified'] : from === 'verified' ? [] : ['verified']
    for (const status of path) {
      await insertStatusChange(tx, { accountId, status, operator, reason: 'seeded', from, at: deps.clock.now() })
      from = status
    }
  })
}
