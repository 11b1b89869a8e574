import type { Clock, Db } from '@nikau/runtime'
import { z } from 'zod'
import { inTransaction, type Refusal, refuse } from '../../http/refusal.ts'
import { newOperator, rolesConflict } from './rules.ts'
import { hasOperators, saveOperator } from './store.ts'

export const firstOperators = z.array(newOperator).min(2)

/** Adds the operators of a database that has none: at least two admins, because one alone could let nobody else in. */
export async function addFirstOperators(
  { db, clock }: { db: Db; clock: Clock },
  operators: z.output<typeof firstOperators>,
): Promise<'added' | Refusal<'OPERATORS_EXIST' | 'ROLES_CONFLICT' | 'TWO_ADMINS_REQUIRED'>> {
  if (operators.some(({ roles }) => rolesConflict(roles))) return refuse('ROLES_CONFLICT')
  if (operators.filter(({ roles }) => roles.includes('admin')).length < 2) return refuse('TWO_ADMINS_REQUIRED')
  return await inTransaction(db, async (tx) => {
    if (await hasOperators(tx)) return refuse('OPERATORS_EXIST')
    const at = clock.now()
    for (const { operator: id, name, login, roles, personId } of operators) await saveOperator(tx, { id, name, login, roles, personId: personId ?? null, at })
    return 'added'
  })
}
