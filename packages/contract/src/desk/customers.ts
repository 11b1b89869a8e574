import * as z from 'zod/mini'
import { id, money, page, pageKey, timestamp } from '../wire.ts'
import { deskEndpoint } from './endpoint.ts'
import { actRefusals } from './proposals.ts'
import { operatorName } from './roles.ts'

/** The individual account of a customer. What the desk shows of its owner is masked by the database. */
const params = z.object({ id })
const seeing = { access: 'operator', roles: ['support', 'operations', 'finance', 'finance-lead', 'risk', 'compliance'] } as const
const about = { params, subject: 'account:{id}' } as const
const protecting = { access: 'operator', roles: ['support', 'operations', 'risk', 'compliance'], ...about } as const

export const foundCustomer = z.object({
  id,
  /** What a customer is called by: the beginning of their id. */
  number: z.string(),
  maskedName: z.optional(z.string()),
  maskedPhone: z.string(),
  joinedAt: timestamp,
  state: z.enum(['active', 'frozen', 'closed']),
})
export type FoundCustomer = z.output<typeof foundCustomer>

export const termKinds = ['number', 'phone', 'email', 'reference', 'name'] as const

export const findCustomers = deskEndpoint({
  ...seeing,
  method: 'GET',
  path: '/api/desk/customers',
  summary: 'Find customers by number, phone, e-mail, bank reference or at least three letters of a name',
  query: z.strictObject({ find: z.string().check(z.trim(), z.minLength(1), z.maxLength(120)) }),
  audit: 'looked',
  perMinute: 30,
  answer: z.object({ items: z.array(foundCustomer), by: z.enum(termKinds) }),
  /** More than twenty, or too little to search by. */
  refusals: { TOO_BROAD: 403 },
})

const wallet = z.object({
  id: z.string(),
  type: z.string(),
  status: z.string(),
  posted: money,
  held: money,
  available: money,
})

const transfer = z.object({
  id: z.string(),
  type: z.string(),
  reference: z.string(),
  amount: money,
  status: z.string(),
  at: timestamp,
})

/** How much of a limit is used; the limit is the one that is in force. */
const usedLimit = z.object({ type: z.string(), period: z.string(), interval: z.string(), used: money, limit: money, own: z.boolean() })

export const customer = z.extend(foundCustomer, {
  maskedEmail: z.optional(z.string()),
  phoneVerified: z.boolean(),
  emailVerified: z.boolean(),
  lastSignedInAt: z.optional(timestamp),
  passkeys: z.int(),
  /** Nothing leaves the account. */
  freeze: z.optional(z.object({ by: z.enum(['person', 'operator']), since: timestamp, reason: z.optional(z.string()) })),
  wallets: z.array(wallet),
  tokens: z.int(),
  limits: z.array(usedLimit),
  bankAccounts: z.array(z.object({ id: z.string(), bank: z.string(), maskedNumber: z.string(), verifiedAt: z.optional(timestamp), directDebit: z.boolean() })),
  /** On their way, and the last that ended. */
  transfers: z.array(transfer),
  sessions: z.array(z.object({ id: z.string(), device: z.string(), firstUsedAt: timestamp, lastUsedAt: timestamp, isNew: z.boolean() })),
  notes: z.array(z.object({ by: operatorName, at: timestamp, note: z.string() })),
  /** Of the caller. */
  reveals: z.object({ hour: z.int(), perHour: z.int() }),
})
export type Customer = z.output<typeof customer>

export const getCustomer = deskEndpoint({
  ...seeing,
  ...about,
  method: 'GET',
  path: '/api/desk/customers/:id',
  summary: 'Get a customer: identity masked, wallets, limits, bank accounts, transfers, sessions, freeze and notes',
  audit: 'looked',
  answer: z.object({ customer, now: timestamp }),
  refusals: {},
})

export const customerMovement = z.object({
  posting: z.string(),
  kind: z.string(),
  /** Less than zero: it left the wallet. */
  amount: money,
  at: timestamp,
  /** As the customer sees the other side. */
  party: z.optional(z.string()),
  walletId: z.string(),
})
export type CustomerMovement = z.output<typeof customerMovement>

export const listCustomerMovements = deskEndpoint({
  ...seeing,
  ...about,
  method: 'GET',
  path: '/api/desk/customers/:id/movements',
  summary: 'List what moved on the customer’s wallets, newest first',
  query: z.strictObject({ pageKey }),
  paged: true,
  audit: 'looked',
  answer: page(customerMovement),
  refusals: {},
})

export const revealReasons = ['in-contact', 'exception', 'case', 'privacy-act'] as const

/** The one call that answers personal data. What it answers is shown for five minutes. */
export const revealCustomer = deskEndpoint({
  ...protecting,
  method: 'POST',
  path: '/api/desk/customers/:id/reveal',
  summary: 'Show name and contact details, for a reason and a ticket, exception or case that the audit log keeps',
  body: z.object({
    group: z.literal('contact'),
    reason: z.enum(revealReasons),
    reference: z.string().check(z.trim(), z.regex(/^[A-Za-z0-9][A-Za-z0-9 ./-]{0,39}$/, 'is the number of a ticket, exception or case')),
  }),
  audit: 'looked',
  answer: z.object({
    givenName: z.nullable(z.string()),
    familyName: z.nullable(z.string()),
    phone: z.string(),
    email: z.nullable(z.string()),
    until: timestamp,
  }),
  refusals: { REVEAL_LIMIT: 403 },
})

export const reveal = z.object({
  at: timestamp,
  by: operatorName,
  accountId: z.string(),
  group: z.enum(['contact']),
  reason: z.enum(revealReasons),
  reference: z.string(),
  /** An exception of that number was open. */
  open: z.boolean(),
})
export type Reveal = z.output<typeof reveal>

/** Compliance compares those without an open exception with the tickets, which are kept elsewhere. */
export const listReveals = deskEndpoint({
  access: 'operator',
  roles: ['risk', 'compliance', 'auditor'],
  method: 'GET',
  path: '/api/desk/reveals',
  summary: 'List the reveals of a day (Auckland), newest first',
  query: z.strictObject({ day: z.iso.date() }),
  audit: 'looked',
  answer: z.object({ items: z.array(reveal), now: timestamp }),
  refusals: {},
})

export const customerLook = z.object({
  at: timestamp,
  by: operatorName,
  /** Method and path of the call. */
  endpoint: z.string(),
  kind: z.enum(['looked', 'acted', 'refused']),
  /** The fields that were shown; none when everything was masked. */
  group: z.optional(z.enum(['contact'])),
  reason: z.optional(z.enum(revealReasons)),
  reference: z.optional(z.string()),
})
export type CustomerLook = z.output<typeof customerLook>

export const listCustomerLooks = deskEndpoint({
  ...seeing,
  ...about,
  method: 'GET',
  path: '/api/desk/customers/:id/looks',
  summary: 'List who looked at the customer, when, why and at what, newest first, to hand to the customer',
  query: z.strictObject({ pageKey }),
  paged: true,
  audit: 'looked',
  answer: page(customerLook),
  refusals: {},
})

const key = z.uuid()
const note = z.string().check(z.trim(), z.minLength(3), z.maxLength(500))
const done = { audit: 'acted', answer: z.object({ customer, now: timestamp }), refusals: actRefusals } as const

export const freezeCustomer = deskEndpoint({
  ...protecting,
  ...done,
  method: 'POST',
  path: '/api/desk/customers/:id/freeze',
  summary: 'Freeze a customer at once: money out, or everything, which also signs them out',
  /** The customer reads the reason; the note stays at the desk. */
  body: z.object({ key, scope: z.enum(['money-out', 'everything']), reason: note, note }),
})

export const endCustomerSession = deskEndpoint({
  ...protecting,
  ...done,
  params: z.object({ id, sid: z.string().check(z.regex(/^(?:all|[0-9a-f]{24})$/)) }),
  method: 'POST',
  path: '/api/desk/customers/:id/sessions/:sid/end',
  summary: 'Sign a customer out: of one session, or of all',
  body: z.object({ key, note }),
})

export const removeCustomerPasskeys = deskEndpoint({
  ...protecting,
  ...done,
  stepUp: 'always',
  method: 'POST',
  path: '/api/desk/customers/:id/passkeys/remove',
  summary: 'Remove the passkeys of a customer whom an operator has frozen',
  body: z.object({ key, note }),
})

export const noteCustomer = deskEndpoint({
  ...protecting,
  ...done,
  method: 'POST',
  path: '/api/desk/customers/:id/notes',
  summary: 'Note something about a customer, for ever',
  body: z.object({ key, note: z.string().check(z.trim(), z.minLength(3), z.maxLength(2000)) }),
})
