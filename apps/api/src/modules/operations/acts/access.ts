import { refuse } from '../../../http/refusal.ts'
import { act } from '../act.ts'
import { newOperator, rolesConflict } from '../rules.ts'
import { saveOperator, selectOperator } from '../store.ts'

/** Adds an operator, or changes what one may do. Nobody changes their own roles. */
export const accessAct = act({
  content: newOperator,
  async plan(tx, _deps, { operator: id, roles: wanted }, { operator }) {
    if (id === operator.id) return refuse('SAME_PERSON')
    if (rolesConflict(wanted)) return refuse('ROLES_CONFLICT')
    const current = await selectOperator(tx, id)
    return { subject: `operator:${id}`, madeFor: { roles: current ? current.roles.toSorted().join(' ') : '' } }
  },
  async perform(tx, _deps, { operator: id, name, login, roles: wanted, personId }, { at }) {
    await saveOperator(tx, { id, name, login, roles: wanted, personId: personId ?? null, at })
    return {}
  },
})
