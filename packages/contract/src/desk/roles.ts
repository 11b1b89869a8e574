import * as z from 'zod/mini'

/** What an operator, a person of the company, may be. */
export const deskRoles = ['support', 'operations', 'finance', 'finance-lead', 'risk', 'compliance', 'admin', 'auditor'] as const
export const deskRole = z.enum(deskRoles)
export type DeskRole = z.output<typeof deskRole>

const acting: readonly DeskRole[] = ['support', 'operations', 'finance', 'finance-lead', 'risk', 'compliance']

/** Roles that must not meet in one person. The table of operators has the same as a constraint. */
export function rolesConflict(held: readonly DeskRole[]): boolean {
  const has = (role: DeskRole) => held.includes(role)
  const acts = acting.some(has)
  return ((has('admin') || has('auditor')) && acts) || (has('compliance') && (has('finance') || has('finance-lead')))
}

/** An operator as others read of them. */
export const operatorName = z.object({ id: z.string(), name: z.string() })
export type OperatorName = z.output<typeof operatorName>
