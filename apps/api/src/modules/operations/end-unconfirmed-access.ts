import type { Clock, Db, Ids, Log } from '@nikau/runtime'
import { inTransaction } from '../../http/refusal.ts'
import { accessReviewAt } from './access-review.ts'
import { recordCall } from './store-calls.ts'
import { lockUnconfirmed, removeRoles } from './store-access.ts'

/** As many admins keep their roles, whatever the review: one alone could let nobody else in (0207). */
const leastAdmins = 2

/** Takes all roles from the operators whom nobody has confirmed in the quarter's review, once its last day is over. */
export async function endUnconfirmedAccess({ db, clock, ids, log }: { db: Db; clock: Clock; ids: Ids; log: Log }): Promise<void> {
  const now = clock.now()
  const review = accessReviewAt(now)
  if (now < review.endsAt) return
  const { ended, kept } = await inTransaction(db, async (tx) => {
    const { unconfirmed, admins } = await lockUnconfirmed(tx, review)
    const isAdmin = ({ roles }: { roles: readonly string[] }) => roles.includes('admin')
    const keepsAdmins = admins - unconfirmed.filter(isAdmin).length < leastAdmins
    const losing = unconfirmed.filter((operator) => !(keepsAdmins && isAdmin(operator)))
    for (const { id, roles } of losing) {
      await removeRoles(tx, id)
      await recordCall(
        tx,
        { callId: ids.ordered(), operator: undefined, session: null, endpoint: 'end-unconfirmed-access' },
        { kind: 'acted', subject: `operator:${id}`, detail: { call: 'end-access', review: review.quarter, roles: roles.join(' ') } },
      )
    }
    return { ended: losing.map(({ id }) => id), kept: keepsAdmins ? unconfirmed.filter(isAdmin).map(({ id }) => id) : [] }
  })
  if (ended.length > 0) log.warn({ operators: ended, quarter: review.quarter }, 'operators not confirmed in the review lost their roles')
  if (kept.length > 0) log.error({ operators: kept, quarter: review.quarter }, 'unconfirmed admins keep their roles; fewer than two would remain')
}
