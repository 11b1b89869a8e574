import { type ActAccess, type DeskOperator, listOperators, type OperatorState } from '@nikau/contract/desk/operators'
import type { DeskRole } from '@nikau/contract/desk/roles'
import { cents } from '@nikau/money'
import type { Clock, Db } from '@nikau/runtime'
import { bindDesk, type DeskServer } from '../../http/desk/bind.ts'
import { type AccessReview, accessReviewAt, type ActRule, actRules, agreements, nextReviewDays } from '../operations/index.ts'
import { type OperatorRow, selectOperators } from './store.ts'

export function deskOperatorRoutes(server: DeskServer, { db, clock }: { db: Db; clock: Clock }): void {
  bindDesk(server, listOperators, async () => {
    const now = clock.now()
    const review = accessReviewAt(now)
    const { quarter, lastDay, endsAt } = review
    const operators = await selectOperators(db, quarter)
    return {
      operators: operators.map((row) => present(row, review)),
      acts: Object.entries<ActRule>(actRules).map(presentRule),
      review: { quarter, lastDay, endsAt, next: nextReviewDays(review) },
      now,
    }
  })
}

function present(row: OperatorRow, review: AccessReview): DeskOperator {
  const { id, name, login, roles, passkeys, passkeyUsedAt, seenAt } = row
  return {
    id,
    name,
    login,
    roles,
    state: stateOf(row),
    passkeys,
    ...(passkeyUsedAt && { passkeyUsedAt }),
    ...(seenAt && { seenAt }),
    review: reviewOf(row, review),
  }
}

function stateOf({ roles, hasAccount, passkeys }: OperatorRow): OperatorState {
  if (roles.length === 0) return 'suspended'
  if (!hasAccount) return 'no-account'
  return passkeys === 0 ? 'no-passkey' : 'active'
}

function reviewOf({ confirmedAt, confirmedBy, confirmedByName, createdAt }: OperatorRow, { from }: AccessReview): DeskOperator['review'] {
  if (confirmedAt)
    return { state: 'confirmed', at: confirmedAt, ...(confirmedBy !== null && { by: { id: confirmedBy, name: confirmedByName ?? confirmedBy } }) }
  return createdAt >= from ? { state: 'added' } : undefined
}

function presentRule([kind, { proposers, approvers }]: [string, ActRule]): ActAccess {
  const list = (roles: readonly DeskRole[]) => [...roles]
  return { kind, proposers: list(proposers), agreements: agreements(approvers).map(({ from, needs }) => ({ from: cents(from), needs: needs.map(list) })) }
}
