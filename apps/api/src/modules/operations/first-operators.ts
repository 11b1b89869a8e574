import { createHash } from 'node:crypto'
import type { Clock, Db } from '@nikau/runtime'
import { z } from 'zod'
import { inTransaction, type Refusal, refuse } from '../../http/refusal.ts'
import { newOperator, rolesConflict } from './rules.ts'
import { addEnrolment, hasOperators, saveOperator } from './store.ts'

export const firstOperators = z.array(newOperator).min(2)

export interface Enrolment {
  /** The secret in the link with which an operator adds their passkey for the desk; 32 random bytes, but for demo data. */
  codeOf(operatorId: string): string
  until: Date
}

/**
 * Adds the operators of a database that has none: at least two admins, because one alone could let nobody else in. Those with an account of
 * their own get a link to add the passkey of their work device.
 */
export async function addFirstOperators(
  { db, clock }: { db: Db; clock: Clock },
  operators: z.output<typeof firstOperators>,
  enrolment: Enrolment,
): Promise<'added' | Refusal<'OPERATORS_EXIST' | 'ROLES_CONFLICT' | 'TWO_ADMINS_REQUIRED'>> {
  if (operators.some(({ roles }) => rolesConflict(roles))) return refuse('ROLES_CONFLICT')
  if (operators.filter(({ roles }) => roles.includes('admin')).length < 2) return refuse('TWO_ADMINS_REQUIRED')
  return await inTransaction(db, async (tx) => {
    if (await hasOperators(tx)) return refuse('OPERATORS_EXIST')
    const at = clock.now()
    for (const { operator: id, name, login, roles, personId } of operators) {
      await saveOperator(tx, { id, name, login, roles, personId: personId ?? null, at })
      const codeHash = createHash('sha256').update(enrolment.codeOf(id)).digest()
      if (personId !== undefined) await addEnrolment(tx, { personId, codeHash, until: enrolment.until })
    }
    return 'added'
  })
}
