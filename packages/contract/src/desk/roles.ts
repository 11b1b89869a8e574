import * as z from 'zod/mini'

/** What an operator, a person of the company, may be. */
export const deskRoles = ['support', 'operations', 'finance', 'finance-lead', 'risk', 'compliance', 'admin', 'auditor'] as const
export const deskRole = z.enum(deskRoles)
export type DeskRole = z.output<typeof deskRole>

/** An operator as others read of them. */
export const operatorName = z.object({ id: z.string(), name: z.string() })
export type OperatorName = z.output<typeof operatorName>
