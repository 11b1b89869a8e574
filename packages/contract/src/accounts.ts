import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { orgRoles } from './roles.ts'
import { id, timestamp } from './wire.ts'

export const accountType = z.enum(['individual', 'org'])
export type AccountType = z.output<typeof accountType>

/** The roles of people in an organisation, of which roles.ts says what they may do, and those of machines. */
export const role = z.enum([...orgRoles, 'merchant-terminal', 'external-asset-provider'])
export type Role = z.output<typeof role>

export const accountMembership = z.object({
  accountId: id,
  accountName: z.string(),
  accountType,
  role,
  testAccount: z.optional(z.boolean()),
  /** The shops that the role is limited to; absent: all. */
  merchantIds: z.optional(z.array(id)),
})
export type AccountMembership = z.output<typeof accountMembership>

export const listAccountMemberships = endpoint({
  method: 'GET',
  path: '/api/account-memberships',
  access: 'person',
  summary: 'List account memberships',
  answer: z.array(accountMembership),
  refusals: {},
})

export const account = z.object({
  id,
  type: accountType,
  name: z.string(),
  region: z.optional(z.enum(['NZ', 'AU', 'US'])),
  test: z.boolean(),
  createdAt: timestamp,
})
export type Account = z.output<typeof account>

export const createAccount = endpoint({
  method: 'POST',
  path: '/api/accounts',
  access: 'person',
  summary: 'Create an account. A person has one individual account; creating it again returns the existing one',
  body: z
    .strictObject({
      name: z.string().check(z.trim(), z.minLength(1), z.maxLength(80)),
      type: accountType,
      /** Must be the caller; defaults to the caller. */
      owner: z.optional(id),
      /** For an org only; defaults to NZ. */
      region: z.optional(z.enum(['NZ', 'AU', 'US'])),
      test: z.optional(z.boolean()),
    })
    .check(z.refine((body) => body.type === 'org' || body.region === undefined, { path: ['region'], message: 'is only for an org' })),
  answer: account,
  refusals: { FORBIDDEN: 403, ACCOUNT_LIMIT_EXCEEDED: 403 },
})

/** Whether the business behind an org is known. It takes live payments only while it is verified. */
export const businessStatus = z.enum(['unverified', 'submitted', 'verified', 'refused', 'suspended'])
export type BusinessStatus = z.output<typeof businessStatus>

/** The account that a person pays from: their individual one. */
export function activeAccountId(memberships: readonly Pick<AccountMembership, 'accountId' | 'accountType'>[]): string | undefined {
  return memberships.find((membership) => membership.accountType === 'individual')?.accountId
}
