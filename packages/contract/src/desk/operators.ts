import * as z from 'zod/mini'
import { money, timestamp } from '../wire.ts'
import { deskEndpoint } from './endpoint.ts'
import { deskRole, operatorName } from './roles.ts'

/** `suspended`: without roles. `no-account`: nobody can sign in as them. `no-passkey`: they can not sign in yet. */
export const operatorState = z.enum(['active', 'no-passkey', 'no-account', 'suspended'])
export type OperatorState = z.output<typeof operatorState>

export const deskOperator = z.object({
  id: z.string(),
  name: z.string(),
  /** Their name at the database, with which `pnpm operate` knows them. */
  login: z.string(),
  roles: z.array(deskRole),
  state: operatorState,
  passkeys: z.int(),
  passkeyUsedAt: z.optional(timestamp),
  /** Their last input at the desk. */
  seenAt: z.optional(timestamp),
  /** In the review of this quarter: who confirmed them, or `added` because they are new. Absent while nobody has. */
  review: z.optional(
    z.union([z.object({ state: z.literal('confirmed'), by: z.optional(operatorName), at: timestamp }), z.object({ state: z.literal('added') })]),
  ),
})
export type DeskOperator = z.output<typeof deskOperator>

/** An act with who proposes it and who agrees, as the server decides it. */
export const actAccess = z.object({
  kind: z.string(),
  proposers: z.array(deskRole),
  /** From which amounts on, the roles of those who have to agree, in order. Nobody: it is done alone. */
  agreements: z.array(z.object({ from: money, needs: z.array(z.array(deskRole)) })),
})
export type ActAccess = z.output<typeof actAccess>

const day = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/))

export const operatorReview = z.object({
  /** Such as `2027-Q1`. */
  quarter: z.string(),
  lastDay: day,
  endsAt: timestamp,
  next: z.object({ firstDay: day, lastDay: day }),
})
export type OperatorReview = z.output<typeof operatorReview>

export const listOperators = deskEndpoint({
  access: 'operator',
  roles: ['admin', 'compliance', 'auditor'],
  method: 'GET',
  path: '/api/desk/operators',
  summary: 'List the operators with their roles and passkeys, who may do what, and the review of the quarter',
  audit: 'looked',
  answer: z.object({ operators: z.array(deskOperator), acts: z.array(actAccess), review: operatorReview, now: timestamp }),
  refusals: {},
})
