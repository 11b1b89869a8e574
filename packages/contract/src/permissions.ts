import * as z from 'zod/mini'
import { amountToMove, liveness } from './amounts.ts'
import { endpoint } from './endpoint.ts'
import { id, money, timestamp } from './wire.ts'

/** What may take money from an account without asking: connected shops, and direct debits from a bank account to the wallet. */

/** `asks`: a connected shop that takes nothing without approval. */
export const permissionState = z.enum(['on', 'asks', 'paused'])

export const permission = z.object({
  /** Of the connection, or of the bank account. */
  id,
  kind: z.enum(['connection', 'direct-debit']),
  /** Of the shop, or of the bank. */
  name: z.string(),
  /** Of a direct debit: the masked number. */
  bankAccountNumber: z.optional(z.string()),
  /** Of a connection, with whether the shop's business is verified. */
  merchantId: z.optional(id),
  verified: z.optional(z.boolean()),
  liveness,
  state: permissionState,
  since: timestamp,
  /** The most it may take each time and in each period; absent if it asks. A direct debit is only ever a top-up by the person. */
  limits: z.optional(z.object({ each: money, period: z.literal('monthly'), total: money })),
  /** Of a connection: a payment without approval uses the customer's tokens that the request accepts, then the wallet. */
  tokensFirst: z.optional(z.boolean()),
  /** From the wallet, in the month of the answer. */
  used: money,
  /** The next debit that is known: of a top-up that has not been debited yet. */
  nextDate: z.optional(z.iso.date()),
  lastUse: z.optional(z.object({ at: timestamp, amount: money })),
})
export type Permission = z.output<typeof permission>

/** A payment that was made without approval: what was taken from the wallet, and what tokens covered. */
export const permissionUse = z.object({ paymentRequestId: id, amount: money, tokens: z.optional(money), at: timestamp })

export const permissionDetail = z.extend(permission, {
  /** `2026-11` */
  month: z.string(),
  /** The last 20, newest first. */
  uses: z.array(permissionUse),
})
export type PermissionDetail = z.output<typeof permissionDetail>

export const permissionList = z.object({
  items: z.array(permission),
  /** `2026-11` */
  month: z.string(),
  /** Of what is taken from the wallet: the most that can be taken in the month, and what was. */
  sum: z.object({ limit: money, used: money }),
})
export type PermissionList = z.output<typeof permissionList>

const params = z.object({ id })

export const listPermissions = endpoint({
  method: 'GET',
  path: '/api/accounts/:accountId/permissions',
  access: 'person',
  summary: 'List what may take money from an account without asking, with the sum of the month',
  params: z.object({ accountId: id }),
  query: z.strictObject({ liveness: z.optional(liveness) }),
  answer: permissionList,
  refusals: { FORBIDDEN: 403 },
})

export const getPermission = endpoint({
  method: 'GET',
  path: '/api/permissions/:id',
  access: 'person',
  summary: 'Get a connected shop with the payments that it made without approval',
  params,
  answer: permissionDetail,
  refusals: { FORBIDDEN: 403 },
})

export const updatePermission = endpoint({
  method: 'PUT',
  path: '/api/permissions/:id',
  access: 'person',
  summary:
    'Allow a connected shop to take money without approval up to a limit each time and a limit per month, and tokens first, or no longer. To allow more needs step-up',
  params,
  /** A name left out stays as it is. The limits are for money from the wallet. */
  body: z
    .strictObject({
      limits: z.optional(
        z.nullable(
          z
            .strictObject({ each: amountToMove, total: amountToMove })
            .check(z.refine((limits) => limits.each <= limits.total, { path: ['each'], message: 'must be at most total' })),
        ),
      ),
      tokensFirst: z.optional(z.boolean()),
    })
    .check(z.refine((body) => body.limits !== undefined || body.tokensFirst !== undefined, { message: 'limits or tokensFirst is required' })),
  answer: permission,
  refusals: { FORBIDDEN: 403 },
  stepUp: 'conditional',
})

export const pausePermission = endpoint({
  method: 'POST',
  path: '/api/permissions/:id/pause',
  access: 'person',
  summary: 'Pause a connected shop: it neither asks for nor takes anything. Repeating it changes nothing',
  params,
  answer: permission,
  refusals: { FORBIDDEN: 403 },
})

export const resumePermission = endpoint({
  method: 'POST',
  path: '/api/permissions/:id/resume',
  access: 'person',
  summary: 'Resume a paused connected shop. Repeating it changes nothing',
  params,
  answer: permission,
  refusals: { FORBIDDEN: 403 },
  stepUp: 'always',
})

export const endPermission = endpoint({
  method: 'DELETE',
  path: '/api/permissions/:id',
  access: 'person',
  summary: 'Disconnect a shop for good. Payments already made stay; the shop is told that it ended and not why',
  params,
  answer: z.object({}),
  refusals: { FORBIDDEN: 403 },
})
