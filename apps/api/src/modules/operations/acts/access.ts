import type { Db } from '@nikau/runtime'
import { z } from 'zod'
import { type Refusal, refuse } from '../../../http/refusal.ts'
import { accessReviewAt } from '../access-review.ts'
import { act } from '../act.ts'
import { newOperator, rolesConflict } from '../rules.ts'
import { addPasskeyLink, insertConfirmation, isPerson, removePasskeys, selectSharers, selectWithRoles } from '../store-access.ts'
import { saveOperator, selectOperator } from '../store.ts'

/** `add`: a link for one more passkey. `replace`: the passkeys that there are no longer open the desk. */
const accessContent = newOperator.extend({ passkey: z.enum(['add', 'replace']).optional() })

/** Adds an operator, or changes what one may do and with which passkeys. Nobody proposes or approves it for themselves. */
export const accessAct = act({
  content: accessContent,
  async plan(tx, _deps, content, { operator }) {
    const { operator: id, roles: wanted } = content
    if (id === operator.id || (content.personId !== undefined && content.personId === operator.personId)) return refuse('SAME_PERSON')
    if (rolesConflict(wanted)) return refuse('ROLES_CONFLICT')
    const current = await selectOperator(tx, id)
    const personId = content.personId ?? current?.personId
    const refusal = await refusalFor(tx, content, personId ?? undefined)
    if (refusal) return refusal
    return { subject: `operator:${id}`, madeFor: { roles: current ? current.roles.toSorted().join(' ') : '', person: current?.personId ?? '' } }
  },
  needsCode: ({ passkey }) => passkey !== undefined,
  async perform(
    tx,
    _deps,
    { operator: id, name, login, roles: wanted, personId: given, passkey },
    { operator, codeHash, at },
  ): Promise<Record<string, string>> {
    await saveOperator(tx, { id, name, login, roles: wanted, personId: given ?? null, at })
    // Two people have just looked at these roles: the review of this quarter asks nobody again.
    if (wanted.length > 0) await insertConfirmation(tx, { operator: id, quarter: accessReviewAt(at).quarter, by: operator.id, at })
    const personId = (await selectOperator(tx, id))!.personId
    if (passkey === undefined || personId === null) return {}
    if (passkey === 'replace') await removePasskeys(tx, personId)
    // Without a code it is only being tried.
    if (!codeHash) return {}
    const until = await addPasskeyLink(tx, { personId, codeHash })
    return { linkUntil: until.toISOString() }
  },
})

async function refusalFor(db: Db, content: z.output<typeof accessContent>, personId: string | undefined): Promise<Refusal<string> | undefined> {
  const { operator: id, login, passkey, personId: given } = content
  const shared = await selectSharers(db, { id, login, personId: given })
  if (shared.login) return refuse('LOGIN_TAKEN')
  if (shared.person) return refuse('PERSON_TAKEN')
  if (given !== undefined && !(await isPerson(db, given))) return refuse('PERSON_UNKNOWN')
  return passkey !== undefined && personId === undefined ? refuse('PERSON_REQUIRED') : undefined
}

/** In the quarter's review: these operators still need their roles. Nobody says so of themselves. */
export const confirmAccessAct = act({
  content: z.strictObject({ operators: z.array(newOperator.shape.operator).min(1).max(100) }),
  async plan(tx, _deps, { operators }, { operator, at }) {
    if (operators.includes(operator.id)) return refuse('SAME_PERSON')
    const known = await selectWithRoles(tx, operators)
    const unknown = operators.filter((id) => !known.has(id))
    if (unknown.length > 0) return refuse('NOT_AN_OPERATOR', { operators: unknown })
    return { subject: `access-review:${accessReviewAt(at).quarter}`, madeFor: {} }
  },
  async perform(tx, _deps, { operators }, { operator, at }) {
    for (const id of operators) await insertConfirmation(tx, { operator: id, quarter: accessReviewAt(at).quarter, by: operator.id, at })
    return {}
  },
})
